package conformance

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/agui-gen/agui-gen/internal/conformance/random"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// TestEveryDefinitionHasItsSchema holds the list of generated schemas against the schema file.
func TestEveryDefinitionHasItsSchema(t *testing.T) {
	s := loadSchema(t)
	ours := schemasByDefinition(t)
	for _, def := range s.Defs {
		if _, ok := ours[def]; !ok {
			t.Errorf("%s: no schema in the list; run `go generate` in this folder", def)
		}
		delete(ours, def)
	}
	for def := range ours {
		t.Errorf("%s: a schema for a definition that the file does not have", def)
	}
}

// schemasByDefinition finds the generated schemas by the names that definitions have in $defs.
func schemasByDefinition(t *testing.T) map[string]schema.Schema {
	t.Helper()
	found := make(map[string]schema.Schema)
	for _, s := range aguiSchemas {
		location, err := url.Parse(s.Location)
		if err != nil {
			t.Fatal(err)
		}
		if def, ok := strings.CutPrefix(location.Fragment, "/$defs/"); ok && !strings.Contains(def, "/") {
			found[def] = s
		}
	}
	return found
}

// TestVerdictsAgree has random documents of every definition, valid ones and spoilt ones, judged here and by another
// validator. Which of them is wrong where they differ is for a person to say.
func TestVerdictsAgree(t *testing.T) {
	t.Parallel()
	s := loadSchema(t)
	ours := schemasByDefinition(t)
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(s.ID, strings.NewReader(string(readSchema(t)))); err != nil {
		t.Fatal(err)
	}
	for _, def := range s.Defs {
		theirs, err := compiler.Compile(s.ID + "#/$defs/" + def)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(def, func(t *testing.T) {
			judge{s, def, ours[def], theirs}.all(t, few(*documents))
		})
	}
}

type judge struct {
	schema *random.Schema
	def    string
	ours   schema.Schema
	theirs *jsonschema.Schema
}

func (j judge) all(t *testing.T, n int) {
	disagreements := 0
	for i := range uint64(n) {
		doc := j.schema.Generate(j.def, *seed, i)
		r := rand.New(rand.NewPCG(*seed, i))
		if !j.agree(t, doc.Spelled(r), true) {
			disagreements++
		}
		j.schema.Spoil(r, doc.Value)
		if !j.agree(t, doc.Compact(), false) {
			disagreements++
		}
		if disagreements >= 3 {
			t.Fatal("and so on")
		}
	}
}

// agree has one document judged by both. A document that was not spoilt must be valid, too.
func (j judge) agree(t *testing.T, text string, valid bool) bool {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	theirs := j.theirs.Validate(value)
	ours := j.ours.ValidateJSON([]byte(text))
	var violations *violation.Error
	switch {
	case ours != nil && !errors.As(ours, &violations):
		t.Errorf("ours: %v, where there is a verdict to give\n%s", ours, text)
	case j.ours.ValidJSON([]byte(text)) != (ours == nil):
		t.Errorf("ValidJSON and ValidateJSON differ: %v\n%s", ours, text)
	case (ours == nil) != (theirs == nil):
		t.Errorf("ours: %v\ntheirs: %v\n%s", ours, theirs, text)
	case valid && ours != nil:
		t.Errorf("both: invalid, though made to be valid: %v\n%s", ours, text)
	default:
		return true
	}
	return false
}
