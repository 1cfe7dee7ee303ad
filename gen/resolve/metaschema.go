package resolve

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// metaschemas are the compiled metaschemas, which the library brings along.
var metaschemas = map[Dialect]func() (*jsonschema.Schema, error){
	Draft7:    metaschema(Draft7),
	Draft2019: metaschema(Draft2019),
	Draft2020: metaschema(Draft2020),
}

func metaschema(d Dialect) func() (*jsonschema.Schema, error) {
	return sync.OnceValues(func() (*jsonschema.Schema, error) {
		c := jsonschema.NewCompiler()
		c.LoadURL = nil // no metaschema needs it, and the network is never opened
		return c.Compile(strings.TrimSuffix(d.URI(), "#"))
	})
}

// checkMetaschema holds a schema against the metaschema of its dialect, where it begins: at the root of a file, where a
// reference has made a schema of a value, and where an embedded resource is of another dialect.
func (r *resolver) checkMetaschema(s *Schema) {
	begins := s.Parent == nil || s.loose && !s.Parent.loose || s.Dialect != s.Parent.Dialect
	if !begins || s.res.broken {
		return
	}
	err := validate(s)
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		if err != nil {
			r.errs.Addf(s.Pos, s.DocPointer, "cannot be held against its metaschema: %v", err)
		}
		return
	}
	seen := map[*load.Node]bool{}
	for _, leaf := range leaves(invalid) {
		r.placeLeaf(s, leaf, seen)
	}
}

// validate runs the library, whose panics are its own affair and no user's.
func validate(s *Schema) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the validator failed: %v", p)
		}
	}()
	meta, err := metaschemas[s.Dialect]()
	if err != nil {
		return err
	}
	return meta.Validate(plain(s.Node))
}

// plain is a value as encoding/json has it, which is what the library reads.
func plain(n *load.Node) any {
	switch n.Kind {
	case load.Bool:
		return n.Text == "true"
	case load.Number:
		return json.Number(n.Text)
	case load.String:
		return n.Text
	case load.Array:
		items := make([]any, len(n.Items))
		for i, item := range n.Items {
			items[i] = plain(item)
		}
		return items
	case load.Object:
		members := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			members[m.Key] = plain(m.Value)
		}
		return members
	}
	return nil
}

// leaves are the errors that have no cause of their own, in the library's order.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		all = append(all, leaves(cause)...)
	}
	return all
}

// placeLeaf reports an error at the value it is about, once for each value. What a pattern may be is judged where
// patterns are translated, not by the library; what is of another dialect is judged by that one's metaschema.
func (r *resolver) placeLeaf(s *Schema, leaf *jsonschema.ValidationError, seen map[*load.Node]bool) {
	if strings.HasSuffix(leaf.KeywordLocation, "/format") {
		return
	}
	tokens, err := load.SplitPointer(leaf.InstanceLocation)
	if err != nil {
		tokens = nil
	}
	owner, after, node := s, []string(nil), s.Node
	for _, token := range tokens {
		next := node.Step(token)
		if next == nil {
			break // the library names a value that is not there: report it at the last one that is
		}
		node, after = next, append(after, token)
		if inner := r.schemas[node]; inner != nil {
			owner, after = inner, nil
		}
	}
	if owner.Dialect != s.Dialect || seen[node] {
		return
	}
	seen[node] = true
	d := diag.Diagnostic{Pos: node.Pos, Pointer: owner.DocPointer + strings.TrimPrefix(pointerOf(after), "#"), Message: leaf.Message}
	if len(after) > 0 {
		if k, ok := LookupKeyword(owner.Dialect, after[0]); ok {
			d.Message = fmt.Sprintf("%q must be %s; here is %s", k.Name, k.Wants, describeValue(node))
		}
	}
	r.errs.Add(d)
}

// describeValue is a value in a few words: scalars as they are written.
func describeValue(n *load.Node) string {
	const most = 40
	switch n.Kind {
	case load.Number, load.Bool:
		return n.Text
	case load.String:
		if len(n.Text) <= most {
			return fmt.Sprintf("%q", n.Text)
		}
	}
	return describe(n)
}
