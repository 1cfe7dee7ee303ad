package gen

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// source is one side of a comparison: a file, a folder, or either of them in a commit.
type source struct {
	given string // as the user names it
	dir   string // the folder on disk, with slashes
	file  string // the schema in it, empty for a folder
	// shown is what stands for dir in places and messages, empty where dir is what the user named.
	shown string
	temp  string // to be removed
}

const gitPrefix = "git:"

// openSource finds a side. What is in a commit is put into a temporary folder.
func openSource(given string) (*source, error) {
	s := &source{given: given}
	if rest, ok := strings.CutPrefix(given, gitPrefix); ok {
		return s, s.checkout(rest)
	}
	name := filepath.ToSlash(given)
	info, err := os.Stat(given)
	switch {
	case err != nil:
		return nil, fileFault(name, "cannot read it", err)
	case info.IsDir():
		s.dir = name
	default:
		s.dir, s.file = path.Dir(name), path.Base(name)
	}
	return s, nil
}

// checkout extracts the folder of REF:PATH. As with git, a path that begins with ./ or ../ starts from the working
// directory, and any other from the top of the repository.
func (s *source) checkout(spec string) error {
	ref, name, ok := strings.Cut(spec, ":")
	if !ok || ref == "" || strings.HasPrefix(ref, "-") {
		return diag.Errors{{Message: fmt.Sprintf("%q is not git:REF:PATH", s.given), Hint: "such as git:main:schema/chat.json, or git:HEAD:. for a whole project"}}
	}
	top, err := git(".", "rev-parse", "--show-toplevel")
	if err != nil {
		return s.gitFault(err)
	}
	name = path.Clean(filepath.ToSlash(name))
	if dotted := spec[len(ref)+1:]; strings.HasPrefix(dotted, "./") || strings.HasPrefix(dotted, "../") {
		prefix, err := git(".", "rev-parse", "--show-prefix")
		if err != nil {
			return s.gitFault(err)
		}
		name = path.Join(strings.TrimSpace(string(prefix)), name)
	}
	root := strings.TrimSpace(string(top))
	object := ref + ":" + name
	if name == "." {
		object = ref + ":"
	}
	kind, err := git(root, "cat-file", "-t", object)
	if err != nil {
		return s.gitFault(err)
	}
	folder := name
	if strings.TrimSpace(string(kind)) == "blob" {
		folder, s.file = path.Dir(name), path.Base(name)
	}
	tree := ref + "^{tree}"
	if folder != "." {
		tree = ref + ":" + folder
	}
	archive, err := git(root, "archive", "--format=tar", tree)
	if err != nil {
		return s.gitFault(err)
	}
	if s.temp, err = os.MkdirTemp("", "agui-gen-diff-"); err != nil {
		return err
	}
	s.dir = filepath.ToSlash(s.temp)
	s.shown = gitPrefix + ref + ":" + strings.TrimPrefix(folder+"/", "./")
	if err := extract(archive, s.temp); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", s.given, err), s.close())
	}
	return nil
}

func (s *source) gitFault(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = errors.New(strings.TrimSpace(string(exit.Stderr)))
	}
	return diag.Errors{{Pos: diag.Pos{File: s.given}, Message: "git cannot read it: " + oneLine(err)}}
}

func git(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	return cmd.Output()
}

// extract writes the regular files of an archive into a folder.
func extract(archive []byte, dir string) error {
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg || !filepath.IsLocal(filepath.FromSlash(h.Name)) {
			continue
		}
		to := filepath.Join(dir, filepath.FromSlash(h.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			return err
		}
	}
}

func (s *source) temporary() bool { return s.temp != "" }

// close removes what was extracted.
func (s *source) close() error {
	if s.temp == "" {
		return nil
	}
	return os.RemoveAll(s.temp)
}

// targets are the schemas of a side, and what is generated from each. Those of a schema that nobody configured are
// everything that can be.
func (s *source) targets(common Target) (targets []Target, configured bool, err error) {
	common.GoDir, common.ProtoDir, common.NewLock = "go", "proto", true
	file := s.file
	if file == "" {
		config := join(s.dir, ConfigFile)
		if _, err := os.Stat(filepath.FromSlash(config)); err == nil {
			targets, err := LoadConfig(config)
			return targets, true, err
		}
		if file, err = s.onlySchema(); err != nil {
			return nil, false, err
		}
	}
	common.Schema = join(s.dir, file)
	return []Target{common}, false, nil
}

// onlySchema is the schema in a folder without a configuration.
func (s *source) onlySchema() (string, error) {
	found, err := filepath.Glob(filepath.Join(escapeGlob(filepath.FromSlash(s.dir)), "*.json"))
	if err != nil {
		return "", err
	}
	for i := range found {
		found[i] = filepath.Base(found[i])
	}
	switch {
	case slices.Contains(found, "schema.json"):
		return "schema.json", nil
	case len(found) == 1:
		return found[0], nil
	}
	return "", diag.Errors{{Pos: diag.Pos{File: s.dir}, Message: fmt.Sprintf("no %s, no schema.json, and %s", ConfigFile, count(len(found), "other *.json file")),
		Hint: "name the schema's file"}}
}

var globEscaper = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`)

func escapeGlob(dir string) string { return globEscaper.Replace(dir) }

// rename gives a place the name by which the user knows its file.
func (s *source) rename(p *diff.Place) {
	if p != nil {
		p.File = s.name(p.File)
	}
}

func (s *source) name(file string) string {
	if s.shown == "" {
		return file
	}
	if rest, ok := strings.CutPrefix(filepath.ToSlash(file), s.dir+"/"); ok {
		return s.shown + rest
	}
	return file
}

// renamed is an error with the names by which the user knows the files.
func (s *source) renamed(err error) error {
	var many diag.Errors
	if s.shown == "" || !errors.As(err, &many) {
		return err
	}
	out := slices.Clone(many)
	for i := range out {
		out[i].File = s.name(out[i].File)
		out[i].Message = strings.ReplaceAll(out[i].Message, s.dir+"/", s.shown)
	}
	return out
}
