package prove

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

const schema = `{"$ref":"#/$defs/U","$defs":{
"U":{"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]},
"A":{"type":"object","properties":{"k":{"const":"a"},"e":{"enum":["x","y"]},"t":{"type":["string","array"],"items":{"type":"string"}},"l":{"type":"array","items":{"$ref":"#/$defs/E"}},"deep":{"$ref":"#/$defs/Deep"}},"required":["k"]},
"Deep":{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"$ref":"#/$defs/Deeper"}},"again":{"$ref":"#/$defs/Deep"}}},
"Deeper":{"type":"object","properties":{"d":{"enum":["here","there"]},"o":{"type":"string"}}},
"B":{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]},
"E":{"enum":["p","q"]},
"Alone":{"type":"object","properties":{"a":{"type":"string"}}},
"Text":{"type":"string"}}}`

func side(t *testing.T, schema string) *diff.Side {
	t.Helper()
	graph, err := resolve.Resolve("s.json", resolve.Options{FS: fstest.MapFS{"s.json": {Data: []byte(schema)}}})
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := lower.Lower(graph, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &diff.Side{Model: m}
}

// TestDocuments holds that what is proved is the root and what nothing else refers to, as far as both sides have it.
func TestDocuments(t *testing.T) {
	names := func(docs []document) string {
		var out []string
		for _, d := range docs {
			out = append(out, d.name)
		}
		return strings.Join(out, " ")
	}
	whole := side(t, schema)
	if got := names(documents(whole, whole)); got != "U Alone" {
		t.Errorf("the documents are %q", got)
	}
	without := side(t, strings.Replace(schema, `"Alone"`, `"Other"`, 1))
	if got := names(documents(without, whole)); got != "U" {
		t.Errorf("of two schemas the documents are %q", got)
	}
}

// TestSamples holds that each choice in a member is made in each way, and that no text is there twice.
func TestSamples(t *testing.T) {
	var b bytes.Buffer
	s := side(t, schema)
	samples(&b, "OldSamples", s.Model.Root)
	text := b.String()
	for _, want := range []string{
		"JSON: `{\"k\":\"a\"}`", "JSON: `{\"k\":\"b\"}`", `"e":"x"`, `"e":"y"`, `"t":"`, `"t":[`, `"l":["p","q"]`,
		`"m":{"key":{"d":"here","o":"o-1"}}`, `"m":{"key":{"d":"there","o":"o-1"}}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no sample has %s:\n%s", want, text)
		}
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	seen := map[string]bool{}
	for _, l := range lines {
		if seen[l] {
			t.Errorf("twice: %s", l)
		}
		seen[l] = true
	}
}

func TestNoModule(t *testing.T) {
	if _, err := moduleOf(t.TempDir()); err == nil || !strings.Contains(err.Error(), "there is no Go module here") {
		t.Errorf("without a module the error is %v", err)
	}
}
