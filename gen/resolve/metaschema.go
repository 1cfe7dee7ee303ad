package resolve

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
)

// metaschemas are the compiled metaschemas, which the library brings along.
var metaschemas = func() map[Dialect]func() (*jsonschema.Schema, error) {
	all := map[Dialect]func() (*jsonschema.Schema, error){}
	for _, d := range Dialects() {
		all[d] = sync.OnceValues(func() (*jsonschema.Schema, error) { return jsonschema.NewCompiler().Compile(d.URI()) })
	}
	return all
}()

// checkMetaschema holds a schema against the metaschema of its dialect. It is judged alone, with true in the place of
// each subschema: that is what judging whole files comes to, but finds each mistake once, in the schema that makes it and
// by the dialect of that schema, and takes no longer for a schema that stands deep.
func (r *resolver) checkMetaschema(s *Schema) {
	if s.Node.Kind != load.Object || s.res.broken {
		return
	}
	leaves, err := judge(s.Dialect, r.shallow(s))
	if err != nil {
		r.errs.Addf(s.Pos, s.DocPointer, "cannot be held against the metaschema of %s: %v", s.Dialect, err)
		return
	}
	for _, f := range faultsOf(leaves) {
		r.errs.Add(s.faulty(f))
	}
}

// shallow is what a schema says as the library takes values, without its subschemas and without what the dialect ignores
// or this package has refused.
func (r *resolver) shallow(s *Schema) map[string]any {
	out := map[string]any{}
	for _, m := range s.Node.Members {
		if _, known := LookupKeyword(s.Dialect, m.Key); known && !r.refused[m.Value] && s.Keyword(m.Key) != nil {
			out[m.Key] = r.plain(m.Value)
		}
	}
	return out
}

// plain is a value as encoding/json has it, with true for a schema.
func (r *resolver) plain(n *load.Node) any {
	if r.schemas[n] != nil {
		return true
	}
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
			items[i] = r.plain(item)
		}
		return items
	case load.Object:
		members := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			members[m.Key] = r.plain(m.Value)
		}
		return members
	}
	return nil
}

// judge runs the library, whose panics are its own affair and no user's. The errors are those without a cause of their
// own.
func judge(d Dialect, value any) (leaves []*jsonschema.ValidationError, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the validator failed: %v", p)
		}
	}()
	meta, err := metaschemas[d]()
	if err != nil {
		return nil, err
	}
	verdict := meta.Validate(value)
	if verdict == nil {
		return nil, nil
	}
	invalid, ok := verdict.(*jsonschema.ValidationError)
	if !ok {
		return nil, verdict
	}
	var collect func(e *jsonschema.ValidationError)
	collect = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			collect(cause)
		}
		if len(e.Causes) == 0 {
			leaves = append(leaves, e)
		}
	}
	collect(invalid)
	return leaves, nil
}

// fault is a value that a keyword does not want, its own or one inside it.
type fault struct {
	tokens []string // from the schema to the value, the keyword first
	kind   bool     // it is not of the right kind, as opposed to not having the right size or items
}

// faultsOf are the values that the library's errors are about. Where errors stand on one way down, as those of the
// branches of an "anyOf" do, the deepest counts. What a regular expression may be is judged where patterns are
// translated, not by the library.
func faultsOf(leaves []*jsonschema.ValidationError) []fault {
	var all []fault
	for _, leaf := range leaves {
		if f := (fault{tokens: instanceTokens(leaf.InstanceLocation)}); len(f.tokens) > 0 && !strings.HasSuffix(leaf.Message, "is not valid 'regex'") {
			keyword := leaf.KeywordLocation[strings.LastIndexByte(leaf.KeywordLocation, '/')+1:]
			f.kind = keyword == "type" || keyword == "enum"
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b fault) int { return slices.Compare(a.tokens, b.tokens) })
	var out []fault
	for _, f := range all {
		last := len(out) - 1
		switch {
		case last >= 0 && slices.Equal(out[last].tokens, f.tokens):
			out[last].kind = out[last].kind && f.kind
		case last >= 0 && len(out[last].tokens) < len(f.tokens) && slices.Equal(out[last].tokens, f.tokens[:len(out[last].tokens)]):
			out[last] = f
		default:
			out = append(out, f)
		}
	}
	return out
}

// instanceTokens takes the library's location of a value apart, which percent-encodes its tokens.
func instanceTokens(location string) []string {
	if plain, err := url.PathUnescape(location); err == nil {
		location = plain
	}
	tokens, err := load.SplitPointer(location)
	if err != nil {
		return nil
	}
	return tokens
}

// faulty is the diagnostic for a fault: what the keyword wants, at the value that is something else.
func (s *Schema) faulty(f fault) diag.Diagnostic {
	node := s.Node
	for _, token := range f.tokens {
		if next := node.Step(token); next != nil {
			node = next
		}
	}
	k, _ := LookupKeyword(s.Dialect, f.tokens[0])
	message := fmt.Sprintf("%q must be %s", k.Name, k.Wants)
	if k.Place.schemasAt(len(f.tokens) - 1) {
		message = "a schema must be an object or a boolean"
	}
	if f.kind || node.Kind == load.Number || node.Kind == load.String || len(node.Items)+len(node.Members) == 0 {
		message += ", not " + describe(node)
	}
	d := diag.Diagnostic{Pos: node.Pos, Pointer: s.DocPointer + pointerOf(f.tokens)[1:], Message: message}
	if k.Name == "type" && node.Kind == load.String {
		d.Hint = didYouMean(node.Text, typeNames)
	}
	return d
}

var typeNames = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// schemasAt tells whether what is so many steps below a keyword's value can only be a schema.
func (p Place) schemasAt(depth int) bool {
	switch p {
	case Whole:
		return depth == 0
	case Each, WholeOrEach, Named:
		return depth == 1
	}
	return false
}

// describe names a value in a few words: scalars as they are written.
func describe(n *load.Node) string {
	const most = 40
	switch n.Kind {
	case load.Object, load.Array:
		if len(n.Members)+len(n.Items) == 0 {
			return "an empty " + n.Kind.String()
		}
		return "an " + n.Kind.String()
	case load.String:
		if len(n.Text) <= most {
			return fmt.Sprintf("%q", n.Text)
		}
		return "a long string"
	case load.Number:
		if len(n.Text) > most {
			return "a long number"
		}
	}
	return n.Text
}
