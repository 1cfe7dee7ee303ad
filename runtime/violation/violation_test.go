package violation_test

import (
	"encoding/json"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/violation"
)

func TestErrorText(t *testing.T) {
	const uri = "https://example.com/schema.json#/$defs/A/required"
	for _, c := range []struct {
		violations []violation.Violation
		want       string
	}{
		{nil, "no violations"},
		{[]violation.Violation{{Message: "is null, must be an object"}}, "the document: is null, must be an object"},
		{[]violation.Violation{{Keyword: "type", InstanceLocation: "/a", Message: "m"}}, "/a: m (type)"},
		{[]violation.Violation{{Keyword: "type", InstanceLocation: "/a", KeywordLocation: "/$ref/type", Message: "m"}}, "/a: m (/$ref/type)"},
		{[]violation.Violation{
			{Keyword: "required", KeywordLocation: "/$ref/required", AbsoluteKeywordLocation: uri, Message: `lacks "a"`},
			{Keyword: "type", InstanceLocation: "/b/0", Message: "m"},
		}, `the document: lacks "a" (` + uri + ")\n/b/0: m (type)"},
	} {
		err := &violation.Error{Violations: c.violations}
		if got := err.Error(); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
		if len(c.violations) == 1 && c.violations[0].String() != c.want {
			t.Errorf("%s, want %s", c.violations[0], c.want)
		}
	}
}

func TestJSON(t *testing.T) {
	b, err := json.Marshal(violation.Violation{
		Keyword: "k", InstanceLocation: "/i", KeywordLocation: "/l", AbsoluteKeywordLocation: "u#/l", Message: "m",
	})
	const want = `{"keyword":"k","instanceLocation":"/i","keywordLocation":"/l","absoluteKeywordLocation":"u#/l","message":"m"}`
	if err != nil || string(b) != want {
		t.Errorf("%s %v, want %s", b, err, want)
	}
}
