package judge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/resolve"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// suiteVariable names the folder of a checkout of github.com/json-schema-org/JSON-Schema-Test-Suite.
const suiteVariable = "JSON_SCHEMA_TEST_SUITE"

// group is a schema of the suite and what it is to say of some values.
type group struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// TestSuite runs the official JSON Schema test suite through the whole pipeline, from bytes to verdicts. A schema is
// either judged as the suite says, or refused with a diagnostic; those that are refused are listed in refused.
func TestSuite(t *testing.T) {
	root := os.Getenv(suiteVariable)
	if root == "" {
		t.Skipf("%s is not set: it names a checkout of github.com/json-schema-org/JSON-Schema-Test-Suite", suiteVariable)
	}
	s := suite{remotes: remotes(t, root), unused: map[string]bool{}}
	for key := range refused {
		s.unused[key] = true
	}
	for _, d := range []struct {
		folder  string
		dialect resolve.Dialect
	}{
		{"draft2020-12", resolve.Draft2020},
		{"draft2019-09", resolve.Draft2019},
		{"draft7", resolve.Draft7},
	} {
		t.Run(d.folder, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(root, "tests", d.folder, "*.json"))
			if err != nil || len(files) == 0 {
				t.Fatalf("no tests in %s: %v", root, err)
			}
			for _, optional := range optionalFiles {
				if name := filepath.Join(root, "tests", d.folder, "optional", optional); exists(name) {
					files = append(files, name)
				}
			}
			s.count = counts{}
			for _, name := range files {
				rel, _ := filepath.Rel(filepath.Join(root, "tests"), name)
				t.Run(strings.TrimPrefix(rel, d.folder+"/"), func(t *testing.T) { s.file(t, name, filepath.ToSlash(rel), d.dialect) })
			}
			t.Logf("%s: %d schemas judged, %d refused; %d values", d.folder, s.count.judged, s.count.refused, s.count.values)
		})
	}
	for key := range s.unused {
		t.Errorf("%s is listed as refused and is not, or is no longer in the suite", key)
	}
}

// optionalFiles are the optional parts of the suite that are about what this project does. The others are about
// formats, which here are annotations, and about what the drafts leave open.
var optionalFiles = []string{
	"anchor.json", "bignum.json", "cross-draft.json", "dependencies-compatibility.json", "ecmascript-regex.json", "float-overflow.json", "id.json",
	"non-bmp-regex.json", "refOfUnknownKeyword.json", "unknownKeyword.json",
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// remotes are the options that make the suite's remote schemas known.
func remotes(t *testing.T, root string) (refs []string) {
	folder := filepath.Join(root, "remotes")
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(folder, name)
			refs = append(refs, "http://localhost:1234/"+filepath.ToSlash(rel)+"="+name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return refs
}

type counts struct{ judged, refused, values int }

type suite struct {
	remotes []string
	count   counts
	unused  map[string]bool // of refused
}

func (s *suite) file(t *testing.T, name, rel string, dialect resolve.Dialect) {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var groups []group
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		key := rel + ": " + g.Description
		judge, err := s.compile(withDialect(g.Schema, dialect))
		reason, listed := refused[key]
		delete(s.unused, key)
		switch {
		case err != nil && !listed:
			t.Errorf("%s: refused: %v", g.Description, err)
			s.count.refused++
			continue
		case err != nil && !strings.Contains(err.Error(), reason):
			t.Errorf("%s: refused, but not because %q: %v", g.Description, reason, err)
			continue
		case err != nil:
			s.count.refused++
			continue
		case listed:
			t.Errorf("%s: is listed as refused, and is not", g.Description)
		}
		s.count.judged++
		for _, test := range g.Tests {
			s.count.values++
			if msg := verdictOf(judge, test.Data, test.Valid); msg != "" {
				t.Errorf("%s: %s: %s: %s\nschema: %s", g.Description, test.Description, test.Data, msg, g.Schema)
			}
		}
	}
}

// verdictOf is what is wrong with the verdict on a value, or empty.
func verdictOf(s schema.Schema, data []byte, valid bool) string {
	err := s.ValidateJSON(data)
	var v *violation.Error
	switch {
	case err != nil && !errors.As(err, &v):
		return err.Error()
	case err == nil && !valid:
		return "is valid, and should not be"
	case err != nil && valid:
		return "should be valid: " + err.Error()
	case s.ValidJSON(data) != valid:
		return fmt.Sprintf("ValidJSON says %v", !valid)
	}
	if v == nil {
		return ""
	}
	for _, v := range v.Violations {
		if v.Keyword == "" || v.Message == "" || !strings.Contains(v.AbsoluteKeywordLocation, "#") {
			return fmt.Sprintf("an incomplete violation: %+v", v)
		}
	}
	return ""
}

// compile puts a schema through the pipeline. An error is what the pipeline says, a panic included.
func (s *suite) compile(text []byte) (judge schema.Schema, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	graph, err := resolve.Resolve("schema.json", resolve.Options{
		FS:       fstest.MapFS{"schema.json": {Data: text}},
		AllowRef: s.remotes,
	})
	if err != nil {
		return judge, err
	}
	m, _, err := lower.Lower(graph, lower.Options{RulesOnly: true})
	if err != nil {
		return judge, err
	}
	if m.Root == nil {
		return judge, errors.New("the schema has no root definition")
	}
	return Compile(m.Root.Rule), nil
}

// withDialect says which dialect a schema is of, unless it says so itself or is a boolean.
func withDialect(text json.RawMessage, d resolve.Dialect) []byte {
	text = bytes.TrimSpace(text)
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil || members["$schema"] != nil {
		return text
	}
	head := fmt.Sprintf(`{"$schema": %q`, d.URI())
	if len(members) > 0 {
		head += ","
	}
	return slices.Concat([]byte(head), text[1:])
}
