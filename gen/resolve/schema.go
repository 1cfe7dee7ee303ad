package resolve

import (
	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
)

// Graph is a schema with everything it refers to, linked.
type Graph struct {
	// Root is the schema of the whole file that [Resolve] was asked for.
	Root *Schema
	// Files are that file and then each other one that a reference led to, in the order in which they were reached.
	Files []*File
}

// File is one file of a graph.
type File struct {
	// Name is the file's path as messages show it.
	Name string
	// Root is the schema of the whole file.
	Root *Schema

	path string // in the schema's folder, "" for a file outside it
	uri  string // that led to it
	// guessed tells that there is no "$schema" and the dialect is that of the schema that led to it.
	guessed bool
}

// Schema is one schema object, or one of the booleans true and false that stand for one.
type Schema struct {
	Node *load.Node
	Pos  diag.Pos
	File *File
	// Base is the canonical URI of the resource it belongs to, without a fragment: the resource's "$id" made absolute,
	// or the file's path in the schema's folder where there is none ("shop.json", "common/money.json").
	Base string
	// Pointer is where it stands inside that resource, as a URI fragment: "#", "#/$defs/Event".
	Pointer string
	// DocPointer is where it stands inside its file, which differs from Pointer below an embedded resource.
	DocPointer string
	Dialect    Dialect
	// Parent is the schema that it is a part of, nil for the schema of a whole file. Only the target of a reference into
	// the value of an unknown keyword, which is a schema for no other reason, is not among its parent's Subs.
	Parent *Schema
	// Subs are its direct subschemas, those under "$defs" included, in the order of the text.
	Subs []Sub
	// Refs are the references it carries, in the order of the text. A schema holds at most one of each keyword.
	Refs []Ref

	res *resource
	// loose tells that it is a schema only because a reference leads there: it is under an unknown keyword.
	loose bool
}

// Sub is a direct subschema and where its parent has it.
type Sub struct {
	Keyword string
	// Name is the member name under the keyword ("properties"), or the decimal index in its array ("allOf"), or empty
	// where the keyword's value is the schema ("not").
	Name   string
	Schema *Schema
}

// Ref is a reference and what it leads to.
type Ref struct {
	// Keyword is $ref, $dynamicRef or $recursiveRef.
	Keyword string
	Pos     diag.Pos
	// Target is never nil in a graph that [Resolve] returned without an error. For a $dynamicRef or $recursiveRef whose
	// target the way to it may decide (JSON Schema 2020-12, section 8.2.3.2) it is what the reference leads to initially.
	Target *Schema
}

// Keyword is the value of a keyword, nil where the schema does not have it. Beside a draft-07 "$ref", every keyword but
// "definitions" and "$schema" is nil, for that draft says that they are ignored; s.Node still has them.
func (s *Schema) Keyword(name string) *load.Node {
	if s.RefOnly() && !besideRef(name) {
		return nil
	}
	return s.Node.Get(name)
}

// RefOnly tells whether the schema is a draft-07 one with a "$ref", whose other keywords that draft ignores.
func (s *Schema) RefOnly() bool {
	return s.Dialect == Draft7 && s.Node.Get("$ref") != nil
}

// Sub is the schema that is the value of the keyword itself ("not", "items"), nil where there is none.
func (s *Schema) Sub(keyword string) *Schema {
	value := s.Keyword(keyword)
	for _, sub := range s.Subs {
		if sub.Keyword == keyword && sub.Schema.Node == value { // a property may have the empty name, too
			return sub.Schema
		}
	}
	return nil
}

// SubsOf are the subschemas under one keyword, in the order of the text.
func (s *Schema) SubsOf(keyword string) []Sub {
	var out []Sub
	for _, sub := range s.Subs {
		if sub.Keyword == keyword {
			out = append(out, sub)
		}
	}
	return out
}

// Ref is the schema that the reference of that keyword leads to, nil where there is none.
func (s *Schema) Ref(keyword string) *Schema {
	for _, r := range s.Refs {
		if r.Keyword == keyword {
			return r.Target
		}
	}
	return nil
}

func besideRef(name string) bool {
	return name == "$ref" || name == "definitions" || name == "$schema"
}
