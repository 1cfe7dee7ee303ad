package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen"
	"github.com/agui-gen/agui-gen/runtime/schema"
)

// Open is a definition of a schema file, by its key in $defs; an empty name is the file's root. Its error says all that
// is wrong with the schema, or which definitions there are.
//
// allowRef names local files that references may lead to although they are outside the schema's folder: "URL=path", or
// a path.
func Open(file, name string, allowRef []string) (schema.Schema, error) {
	s, err := gen.Rules(file, allowRef)
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
	what := fmt.Sprintf("there is no definition %q", name)
	if name == "" {
		what = "the root only holds definitions, so one has to be chosen"
	}
	return schema.Schema{}, fmt.Errorf("%s: %s; there are %s", file, what, strings.Join(keys, ", "))
}
