package gen

import (
	"errors"
	"fmt"
	"path"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/goccy/go-yaml"
)

// ConfigFile is the name of the file that says what a project generates.
const ConfigFile = "agui-gen.yaml"

// config is agui-gen.yaml as it is written.
type config struct {
	Version int            `yaml:"version"`
	Targets []configTarget `yaml:"targets"`
}

type configTarget struct {
	Schema   string   `yaml:"schema"`
	Profile  string   `yaml:"profile"`
	Wire     string   `yaml:"wire"`
	Lock     string   `yaml:"lock"`
	Go       configGo `yaml:"go"`
	Proto    string   `yaml:"proto"`
	Docs     string   `yaml:"docs"`
	AllowRef []string `yaml:"allow_ref"`
	Strict   bool     `yaml:"strict"`
}

type configGo struct {
	Dir     string `yaml:"dir"`
	Package string `yaml:"package"`
}

// ParseConfig reads an agui-gen.yaml. Paths in it are relative to the folder it is in.
func ParseConfig(file string, data []byte) ([]Target, error) {
	var c config
	if err := yaml.UnmarshalWithOptions(data, &c, yaml.Strict()); err != nil {
		return nil, yamlError(file, err)
	}
	var faults diag.List
	at := diag.Pos{File: file}
	if c.Version != 1 {
		faults.Add(diag.Diagnostic{Pos: at, Message: fmt.Sprintf("version is %d", c.Version), Hint: "write version: 1"})
	}
	if len(c.Targets) == 0 {
		faults.Add(diag.Diagnostic{Pos: at, Message: "no targets", Hint: "list at least one under targets:"})
	}
	dir := path.Dir(file)
	var targets []Target
	for i, t := range c.Targets {
		if t.Go.Dir == "" && t.Proto == "" && t.Docs == "" {
			faults.Addf(at, "", "targets[%d] makes nothing; give it go, proto or docs", i)
		}
		targets = append(targets, t.target(dir))
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return targets, nil
}

func (t configTarget) target(dir string) Target {
	under := func(p string) string {
		if p == "" || path.IsAbs(p) {
			return p
		}
		return join(dir, p)
	}
	pkg := t.Go.Package
	if pkg == "" {
		pkg = path.Base(t.Go.Dir)
	}
	return Target{
		Schema: under(t.Schema), Profile: t.Profile, Wire: under(t.Wire), Lock: under(t.Lock),
		GoDir: under(t.Go.Dir), GoPackage: pkg, ProtoDir: under(t.Proto), DocsDir: under(t.Docs),
		AllowRef: t.AllowRef, Strict: t.Strict,
	}
}

// yamlError gives a YAML error its place in the file.
func yamlError(file string, err error) error {
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil {
		p := at.GetToken().Position
		return diag.Errors{{Pos: diag.Pos{File: file, Line: p.Line, Col: p.Column}, Message: at.GetMessage()}}
	}
	return diag.Errors{{Pos: diag.Pos{File: file}, Message: err.Error()}}
}
