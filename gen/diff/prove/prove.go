// Package prove shows that two generations of code understand each other: it builds both, and has each read, judge and
// pass on what the other writes, as JSON and as protobuf, for examples of every kind of document.
package prove

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/diff/prover"
	"github.com/agui-gen/agui-gen/gen/emit/golang"
)

// folder is where the packages seem to be in the user's module. Nothing is written there: the go command is told that
// files are there by an overlay.
const folder = "agui_gen_proof"

// Run builds old and new code in the Go module that dir is in, offline, and runs them against each other. The module must
// require agui-gen, as every module does that uses generated code.
func Run(dir string, old, fresh *diff.Side) (*prover.Report, error) {
	docs := documents(old, fresh)
	if len(docs) == 0 {
		return &prover.Report{}, nil
	}
	m, err := moduleOf(dir)
	if err != nil {
		return nil, err
	}
	source, err := program(old, fresh, docs, m.path+"/"+folder)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "agui-gen-prove-")
	if err != nil {
		return nil, err
	}
	report, err := m.run(temp, old.Go, fresh.Go, source)
	return report, errors.Join(err, os.RemoveAll(temp))
}

// module is the user's Go module.
type module struct{ path, dir string }

func moduleOf(dir string) (*module, error) {
	out, err := goCommand(dir, "env", "GOMOD")
	if err != nil {
		return nil, err
	}
	file := strings.TrimSpace(string(out))
	if file == "" || file == os.DevNull {
		return nil, errors.New("there is no Go module here to build in: run it in the module that uses the generated package")
	}
	if out, err = goCommand(dir, "mod", "edit", "-json"); err != nil {
		return nil, err
	}
	var mod struct{ Module struct{ Path string } }
	if err := json.Unmarshal(out, &mod); err != nil {
		return nil, err
	}
	return &module{mod.Module.Path, filepath.Dir(file)}, nil
}

func (m *module) run(temp string, old, fresh []golang.File, source []byte) (*prover.Report, error) {
	o := overlay{temp: temp, replace: map[string]string{}}
	base := filepath.Join(m.dir, folder)
	for pkg, files := range map[string][]golang.File{"old": old, "fresh": fresh} {
		for _, f := range files {
			if err := o.add(filepath.Join(base, pkg, f.Name), f.Data); err != nil {
				return nil, err
			}
		}
	}
	err := fs.WalkDir(prover.Source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := prover.Source.ReadFile(name)
		if err != nil {
			return err
		}
		return o.add(filepath.Join(base, "prover", name), data)
	})
	if err != nil {
		return nil, err
	}
	if err := o.add(filepath.Join(base, "main.go"), source); err != nil {
		return nil, err
	}
	list, err := json.Marshal(map[string]any{"Replace": o.replace})
	if err != nil {
		return nil, err
	}
	index := filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(index, list, 0o666); err != nil {
		return nil, err
	}
	binary := filepath.Join(temp, "proof.exe")
	if _, err := goCommand(m.dir, "build", "-overlay", index, "-o", binary, "./"+folder); err != nil {
		return nil, fmt.Errorf("the generated packages do not build in the module %s, which has to require github.com/agui-gen/agui-gen: %w", m.path, err)
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		return nil, fmt.Errorf("the proof did not run to its end: %w", complaint(err))
	}
	report := &prover.Report{}
	return report, json.Unmarshal(out, report)
}

// overlay are files that seem to be elsewhere.
type overlay struct {
	temp    string
	replace map[string]string
}

func (o *overlay) add(name string, data []byte) error {
	real := filepath.Join(o.temp, fmt.Sprintf("f%d.go", len(o.replace)))
	o.replace[name] = real
	return os.WriteFile(real, data, 0o666)
}

// goCommand runs the go command without a network.
func goCommand(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOTOOLCHAIN=local")
	out, err := cmd.Output()
	return out, complaint(err)
}

// complaint is the error of a command, with what the command said.
func complaint(err error) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) || len(bytes.TrimSpace(exit.Stderr)) == 0 {
		return err
	}
	return fmt.Errorf("%w: %s", err, bytes.TrimSpace(exit.Stderr))
}
