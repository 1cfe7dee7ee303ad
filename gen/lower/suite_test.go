package lower

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// TestTypesHoldWhatRulesTake goes through the official JSON Schema test suite, where JSON_SCHEMA_TEST_SUITE names a
// checkout of it: whatever a schema takes, its type must hold. (Whether rules take what they should is for those who
// have an engine to ask.)
func TestTypesHoldWhatRulesTake(t *testing.T) {
	root := os.Getenv("JSON_SCHEMA_TEST_SUITE")
	if root == "" {
		t.Skip("JSON_SCHEMA_TEST_SUITE is not set: it names a checkout of github.com/json-schema-org/JSON-Schema-Test-Suite")
	}
	remotes := remoteSchemas(t, root)
	values, narrow := 0, 0
	for draft, uri := range map[string]string{
		"draft2020-12": resolve.Draft2020.URI(), "draft2019-09": resolve.Draft2019.URI(), "draft7": resolve.Draft7.URI(),
	} {
		files, err := filepath.Glob(filepath.Join(root, "tests", draft, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no tests of %s in %s: %v", draft, root, err)
		}
		for _, file := range files {
			for _, g := range readGroups(t, file) {
				s := lowerGroup(g.Schema, uri, remotes)
				if s == nil || s.Root == nil {
					continue
				}
				if !isAny(s.Root.Type) {
					narrow++
				}
				for _, test := range g.Tests {
					values++
					if test.Valid && !holds(s.Root.Type, decode(t, test.Data)) {
						t.Errorf("%s: %s: %s: %s is no %s\nof %s", filepath.Base(file), g.Description, test.Description, test.Data, typeText(s.Root.Type), g.Schema)
					}
				}
			}
		}
	}
	t.Logf("%d values; %d schemas have types that say something", values, narrow)
}

type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

func readGroups(t *testing.T, file string) (groups []suiteGroup) {
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &groups)
	}
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

func remoteSchemas(t *testing.T, root string) (refs []string) {
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

// lowerGroup is the model of one schema of the suite, nil where it is refused.
func lowerGroup(schema []byte, dialect string, remotes []string) *model.Schema {
	if bytes.HasPrefix(schema, []byte("{")) && !bytes.Contains(schema, []byte(`"$schema"`)) {
		schema = append([]byte(`{"$schema":"`+dialect+`"`+strings.Repeat(",", min(1, len(schema)-len("{}")))), schema[1:]...)
	}
	g, err := resolve.Resolve("schema.json", resolve.Options{FS: fstest.MapFS{"schema.json": {Data: schema}}, AllowRef: remotes})
	if err != nil {
		return nil
	}
	s, _, err := Lower(g, Options{RulesOnly: true})
	if err != nil {
		return nil
	}
	return s
}

func decode(t *testing.T, data []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// holds tells whether a value of a type can be the given one.
func holds(t model.Type, v any) bool {
	switch t := t.(type) {
	case model.Any:
		return !t.NonNull || v != nil
	case model.Ref:
		return holds(t.Def.Type, v)
	case model.Nullable:
		return v == nil || holds(t.Elem, v)
	case model.Bool:
		_, ok := v.(bool)
		return ok
	case model.Number:
		_, ok := v.(json.Number)
		return ok
	case model.Int:
		n, ok := v.(json.Number)
		r, _ := new(big.Rat).SetString(n.String())
		return ok && r != nil && r.IsInt()
	case model.String:
		_, ok := v.(string)
		return ok
	case model.Const:
		return v == t.Value
	case *model.Enum:
		return slices.ContainsFunc(t.Values, func(e model.EnumValue) bool { return v == e.Value })
	case model.List:
		items, ok := v.([]any)
		return ok && !slices.ContainsFunc(items, func(v any) bool { return !holds(t.Elem, v) })
	}
	return holdsMembers(t, v)
}

func holdsMembers(t model.Type, v any) bool {
	if k, ok := t.(*model.KindUnion); ok {
		return slices.ContainsFunc(k.Members, func(m model.KindMember) bool { return holds(m.Type, v) })
	}
	members, ok := v.(map[string]any)
	if !ok {
		return false
	}
	switch t := t.(type) {
	case model.OpenObject:
		return true
	case model.Map:
		for _, v := range members {
			if !holds(t.Elem, v) {
				return false
			}
		}
		return true
	case *model.Union:
		i := slices.IndexFunc(t.Members, func(m model.UnionMember) bool { return members[t.Tag] == m.Value })
		return i >= 0 && holds(t.Members[i].Def.Type, v)
	case *model.Object:
		for _, p := range t.Properties {
			v, present := members[p.Name]
			if present && !holds(p.Type, v) || p.Required && !present {
				return false
			}
		}
		for name := range members {
			if t.Closed && member(t, name) == nil {
				return false
			}
		}
		return true
	}
	return false
}
