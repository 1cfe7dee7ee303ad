// Package random makes random JSON documents that a JSON Schema takes, and spoils them. It reads the schema alone and
// knows no protocol, so a schema that gains a definition needs no change here.
//
// What it makes is the same for the same seed. It avoids what JavaScript changes on the way from JSON text to protobuf,
// so that its documents can be shown to an encoder written in it: keys of digits alone, __proto__, a key twice, lone
// surrogates, numbers beyond a double, minus zero.
package random

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Schema makes documents for the definitions of one schema file.
type Schema struct {
	// ID is the file's $id.
	ID string
	// Defs are the names of its definitions, in the order of the file.
	Defs []string

	defs  map[string]*Value
	words []string // the constants and enumerated texts of the whole file, for spoiling
}

// Keywords that say something about a value, and those that do not. Any other is an error, so that nothing that a valid
// document must heed is overlooked.
var (
	asserting = words("$ref oneOf allOf not const enum type properties required items minItems minimum maximum pattern " +
		"additionalProperties unevaluatedProperties")
	annotating = words("$schema $id $anchor $comment $defs title description default examples contentEncoding format deprecated")
)

func words(list string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// Load reads a schema file. An error names what in it this package cannot make documents for.
func Load(data []byte) (*Schema, error) {
	root, err := Parse(data)
	if err != nil {
		return nil, err
	}
	s := &Schema{defs: make(map[string]*Value)}
	if id := root.Get("$id"); id != nil {
		s.ID = id.Text
	}
	defs := root.Get("$defs")
	if defs == nil {
		return nil, fmt.Errorf("no $defs")
	}
	for _, d := range defs.Members {
		s.Defs = append(s.Defs, d.Name)
		s.defs[d.Name] = d.Value
	}
	for _, d := range defs.Members {
		if err := s.check("#/$defs/"+d.Name, d.Value); err != nil {
			return nil, err
		}
	}
	slices.Sort(s.words)
	s.words = slices.Compact(s.words)
	return s, nil
}

// check walks a subschema for keywords that nobody here heeds, and notes its words.
func (s *Schema) check(at string, schema *Value) error {
	if schema.Kind == Bool {
		return nil
	}
	for _, m := range schema.Members {
		if err := s.checkKeyword(at+"/"+m.Name, m.Name, m.Value); err != nil {
			return err
		}
	}
	return nil
}

func (s *Schema) checkKeyword(at, keyword string, v *Value) error {
	switch keyword {
	case "$ref":
		if _, err := s.target(v.Text); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	case "properties":
		for _, p := range v.Members {
			if err := s.check(at+"/"+p.Name, p.Value); err != nil {
				return err
			}
		}
	case "oneOf", "allOf":
		for i, sub := range v.Items {
			if err := s.check(at+"/"+strconv.Itoa(i), sub); err != nil {
				return err
			}
		}
	case "items", "additionalProperties", "unevaluatedProperties":
		return s.check(at, v)
	case "not":
		if v.Compact() != `{"type":"null"}` {
			return fmt.Errorf("%s: only null can be ruled out, not %s", at, v.Compact())
		}
	case "const":
		s.words = append(s.words, v.Text)
	case "enum":
		for _, item := range v.Items {
			s.words = append(s.words, item.Text)
		}
	default:
		if !asserting[keyword] && !annotating[keyword] {
			return fmt.Errorf("%s: unknown keyword", at)
		}
	}
	return nil
}

func (s *Schema) target(ref string) (*Value, error) {
	name, ok := strings.CutPrefix(ref, "#/$defs/")
	if d := s.defs[name]; ok && d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("%q leads to no definition of this file", ref)
}
