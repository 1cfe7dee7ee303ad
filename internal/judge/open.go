package judge

import (
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

// Open is a definition of a schema file, by its key in $defs; an empty name is the file's root. Its error says all that
// is wrong with the schema, or which definitions there are.
func Open(file, name string) (schema.Schema, error) {
	s, _, err := gen.Read(gen.Target{Schema: file})
	if err != nil {
		return schema.Schema{}, err
	}
	if name == "" && s.Root != nil {
		return Compile(s.Root.Rule), nil
	}
	var keys []string
	for _, d := range s.Defs {
		if d.Key == name && !d.Inline {
			return Compile(d.Rule), nil
		}
		if !d.Inline {
			keys = append(keys, d.Key)
		}
	}
	slices.Sort(keys)
	return schema.Schema{}, fmt.Errorf("%s has no definition %q; there are %q", file, name, keys)
}
