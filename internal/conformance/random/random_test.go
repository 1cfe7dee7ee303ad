package random

import (
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

var schemaFile = flag.String("schema", "../../../schema/agui/schema.json", "the schema `file` to make documents for")

func load(t *testing.T) (*Schema, []byte) {
	t.Helper()
	data, err := os.ReadFile(*schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return s, data
}

// TestDocumentsAreValid asks another validator about documents for every definition.
func TestDocumentsAreValid(t *testing.T) {
	s, data := load(t)
	c := jsonschema.NewCompiler()
	if err := c.AddResource(s.ID, strings.NewReader(string(data))); err != nil {
		t.Fatal(err)
	}
	for _, def := range s.Defs {
		validator, err := c.Compile(s.ID + "#/$defs/" + def)
		if err != nil {
			t.Fatal(err)
		}
		for i := range uint64(60) {
			doc := s.Generate(def, 1, i)
			if err := validator.Validate(decode(t, doc.Compact())); err != nil {
				t.Fatalf("%s: %v\n%s", def, err, doc.Compact())
			}
		}
	}
}

func decode(t *testing.T, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return v
}

// TestTheSeedDecides makes the same documents twice, and others for another seed.
func TestTheSeedDecides(t *testing.T) {
	s, _ := load(t)
	for i := range uint64(200) {
		a, b, c := s.Generate("Event", 7, i).Compact(), s.Generate("Event", 7, i).Compact(), s.Generate("Event", 8, i).Compact()
		if a != b {
			t.Fatalf("document %d differs from itself:\n%s\n%s", i, a, b)
		}
		if a == c {
			t.Errorf("document %d is the same for two seeds: %s", i, a)
		}
	}
}

// TestWhatJavaScriptChangesIsAvoided looks for it in many documents, and for the edges that must be there.
func TestWhatJavaScriptChangesIsAvoided(t *testing.T) {
	s, _ := load(t)
	seen := make(map[string]bool)
	for i := range uint64(3000) {
		inspect(t, s.Generate("Event", 2, i).Value, 0, seen)
	}
	for _, edge := range []string{"", "long text", "astral text", "control", "empty key", "constructor", "deep", "null",
		"1.7976931348623157e308", "5e-324", "9007199254740991"} {
		if !seen[edge] {
			t.Errorf("never came up: %q", edge)
		}
	}
}

func inspect(t *testing.T, v *Value, depth int, seen map[string]bool) {
	switch v.Kind {
	case Null:
		seen["null"] = true
	case Number:
		f, err := strconv.ParseFloat(v.Text, 64)
		if err != nil || f == 0 && math.Signbit(f) {
			t.Errorf("number %s", v.Text)
		}
		seen[v.Text] = true
	case String:
		if !utf8.ValidString(v.Text) {
			t.Errorf("text %q", v.Text)
		}
		seen["long text"] = seen["long text"] || len(v.Text) > 16000
		seen["astral text"] = seen["astral text"] || strings.ContainsFunc(v.Text, func(c rune) bool { return c > 0xffff })
		seen["control"] = seen["control"] || strings.ContainsFunc(v.Text, func(c rune) bool { return c < 0x20 })
		seen[v.Text] = true
	}
	seen["deep"] = seen["deep"] || depth > 40
	for _, item := range v.Items {
		inspect(t, item, depth+1, seen)
	}
	names := make(map[string]bool)
	for _, m := range v.Members {
		if names[m.Name] || ownWay(m.Name) {
			t.Errorf("key %q", m.Name)
		}
		names[m.Name] = true
		seen["empty key"] = seen["empty key"] || m.Name == ""
		seen["constructor"] = seen["constructor"] || m.Name == "constructor"
		inspect(t, m.Value, depth+1, seen)
	}
}

// TestSpellings reads what Spelled and Compact write: the same value, in texts that differ often.
func TestSpellings(t *testing.T) {
	s, _ := load(t)
	r := rand.New(rand.NewPCG(3, 3))
	others := 0
	for i := range uint64(1000) {
		doc := s.Generate("Event", 3, i)
		for _, written := range []string{doc.Compact(), doc.Spelled(r)} {
			back, err := Parse([]byte(written))
			if err != nil {
				t.Fatalf("%v\n%s", err, written)
			}
			if !doc.Value.equal(back) {
				t.Fatalf("not the value that was written:\n%s\n%s", doc.Compact(), written)
			}
			if written != doc.Compact() {
				others++
			}
		}
	}
	if others < 900 {
		t.Errorf("only %d of 1000 texts are not compact", others)
	}
}

// TestSpoiltDocuments tells how many of them are still valid: neither all nor none, or the oracle has nothing to say.
func TestSpoiltDocuments(t *testing.T) {
	s, data := load(t)
	validator, err := jsonschema.CompileString(s.ID, string(data))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(4, 4))
	valid, rounds := 0, 2000
	for i := range rounds {
		doc := s.Generate("Event", 4, uint64(i))
		s.Spoil(r, doc.Value)
		if validator.Validate(decode(t, doc.Compact())) == nil {
			valid++
		}
	}
	if valid < rounds/20 || valid > rounds*4/5 {
		t.Errorf("%d of %d spoilt events are valid", valid, rounds)
	}
}

func TestLoadRefusesWhatItDoesNotHeed(t *testing.T) {
	for _, tt := range []struct{ schema, want string }{
		{`{}`, "no $defs"},
		{`{"$defs":{"A":{"type":"object","patternProperties":{}}}}`, "#/$defs/A/patternProperties: unknown keyword"},
		{`{"$defs":{"A":{"items":{"uniqueItems":true}}}}`, "#/$defs/A/items/uniqueItems: unknown keyword"},
		{`{"$defs":{"A":{"not":{"type":"string"}}}}`, `#/$defs/A/not: only null can be ruled out, not {"type":"string"}`},
		{`{"$defs":{"A":{"$ref":"#/$defs/B"}}}`, `#/$defs/A/$ref: "#/$defs/B" leads to no definition of this file`},
		{`{"$defs":{"A":{"properties":{"p":{"anyOf":[]}}}}}`, "#/$defs/A/properties/p/anyOf: unknown keyword"},
		{`{`, "EOF"},
	} {
		if _, err := Load([]byte(tt.schema)); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.schema, err, tt.want)
		}
	}
}

func TestOwnWay(t *testing.T) {
	for key, want := range map[string]bool{"": false, "0": true, "7": true, "10": true, "01": false, "00": false, "-1": false,
		"1.5": false, "1e3": false, "k1": false, "__proto__": true, "proto": false} {
		if ownWay(key) != want {
			t.Errorf("%q: %v", key, !want)
		}
	}
}

func TestMatching(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, pattern := range []string{`^(/([^/~]|~[01])*)*$`, `^[a-f]+x?(y|zz)$`, `^$`} {
		for range 100 {
			got, err := matching(r, pattern)
			if err != nil {
				t.Fatal(err)
			}
			if !regexp.MustCompile(pattern).MatchString(got) {
				t.Errorf("%s does not match %q", pattern, got)
			}
		}
	}
	if _, err := matching(r, `a\b`); err == nil {
		t.Error(`a\b: no error for a construct it does not know`)
	}
}
