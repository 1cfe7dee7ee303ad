package gen

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
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
	// Benchmarks asks for a test file that measures what was generated.
	Benchmarks bool `yaml:"benchmarks"`
}

// LoadConfig reads an agui-gen.yaml by its path with slashes.
func LoadConfig(file string) ([]Target, error) {
	data, err := readFile(file)
	if err != nil {
		return nil, err
	}
	return ParseConfig(file, data)
}

// ParseConfig reads an agui-gen.yaml. Paths in it are relative to the folder it is in.
func ParseConfig(file string, data []byte) ([]Target, error) {
	c, err := decodeConfig(file, data)
	if err != nil {
		return nil, err
	}
	y := &configFile{file: file}
	if y.root, err = parser.ParseBytes(data, 0); err != nil {
		return nil, yamlError(file, err)
	}
	if c.Version != 1 {
		y.fault("$.version", "write version: 1", "version is %d", c.Version)
	}
	if len(c.Targets) == 0 {
		y.fault("$.targets", "list at least one under targets:", "no targets")
	}
	var targets []Target
	for i, t := range c.Targets {
		targets = append(targets, y.target(fmt.Sprintf("$.targets[%d]", i), t))
	}
	if err := y.faults.Err(); err != nil {
		return nil, err
	}
	return targets, nil
}

// decodeConfig reads the file's values. What is no YAML at all has no places.
func decodeConfig(file string, data []byte) (c config, err error) {
	defer func() {
		// The parser has been seen to panic on odd input; for a user that is a file that cannot be read.
		if r := recover(); r != nil {
			err = diag.Errors{{Pos: diag.Pos{File: file}, Message: fmt.Sprintf("not readable as YAML: %v", r)}}
		}
	}()
	err = yaml.UnmarshalWithOptions(data, &c, yaml.Strict())
	if err != nil && !errors.Is(err, io.EOF) { // an empty file
		return c, yamlError(file, err)
	}
	return c, nil
}

// configFile finds the places of what is wrong in a configuration.
type configFile struct {
	file   string
	root   *ast.File
	faults diag.List
}

// fault reports what is wrong at a path, or, where nothing is there, in the file.
func (y *configFile) fault(at, hint, format string, args ...any) {
	pos := diag.Pos{File: y.file}
	if path, err := yaml.PathString(at); err == nil {
		if node, err := path.FilterFile(y.root); err == nil && node != nil && node.GetToken() != nil {
			p := node.GetToken().Position
			if m, ok := node.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
				p = m.Values[0].Key.GetToken().Position
			}
			pos.Line, pos.Col = p.Line, p.Column
		}
	}
	y.faults.Add(diag.Diagnostic{Pos: pos, Message: fmt.Sprintf(format, args...), Hint: hint})
}

func (y *configFile) target(at string, t configTarget) Target {
	if t.Go.Dir == "" && t.Proto == "" && t.Docs == "" {
		y.fault(at, "give it go, proto or docs", "this target makes nothing")
	}
	if t.Go.Dir == "" && (t.Go.Package != "" || t.Go.Benchmarks) {
		y.fault(at+".go", "write go: {dir: …, package: …}", "a Go package without a folder")
	}
	made := t.target(path.Dir(y.file))
	if msg := made.sourceFault(); msg != "" {
		where := at
		if t.Profile != "" {
			where += ".profile"
		}
		y.fault(where, "", "%s", msg)
	}
	return made
}

func (t configTarget) target(dir string) Target {
	under := func(p string) string {
		if p == "" || path.IsAbs(p) {
			return p
		}
		return join(dir, p)
	}
	var allow []string
	for _, entry := range t.AllowRef {
		if url, file, ok := cutLast(entry, "="); ok && strings.Contains(url, ":") {
			allow = append(allow, url+"="+under(file))
		} else {
			allow = append(allow, under(entry))
		}
	}
	return Target{
		Schema: under(t.Schema), Profile: t.Profile, Wire: under(t.Wire), Lock: under(t.Lock),
		GoDir: under(t.Go.Dir), GoPackage: t.Go.Package, GoBenchmarks: t.Go.Benchmarks, ProtoDir: under(t.Proto), DocsDir: under(t.Docs),
		AllowRef: allow, Strict: t.Strict,
	}
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
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
