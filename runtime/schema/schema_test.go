package schema_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

const root = "https://example.com/s"

// verdict is a schema, a document, and all that the schema has against it.
type verdict struct {
	name   string
	schema schema.Func
	doc    string
	want   []violation.Violation
}

// broken is a violation whose keyword stands at the same place in the schema as on the way to it, as it does where
// there are no references.
func broken(keyword, instance, at, message string) violation.Violation {
	return violationAt(keyword, instance, at, root+"#"+at, message)
}

func violationAt(keyword, instance, at, absolute, message string) violation.Violation {
	return violation.Violation{
		Keyword: keyword, InstanceLocation: instance, KeywordLocation: at, AbsoluteKeywordLocation: absolute, Message: message,
	}
}

func all(v ...violation.Violation) []violation.Violation { return v }

func judge(t *testing.T, cases []verdict) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Helper()
			s := schema.Schema{Location: root, Eval: c.schema}
			if diff := cmp.Diff(c.want, violations(t, s, c.doc)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.doc, diff)
			}
			if got := s.ValidRaw(jsonx.Raw(c.doc)); got != (c.want == nil) {
				t.Errorf("%s: ValidRaw is %v", c.doc, got)
			}
		})
	}
}

// violations are what a schema has against a document, which must be JSON.
func violations(t *testing.T, s schema.Schema, doc string) []violation.Violation {
	t.Helper()
	err := s.ValidateJSON([]byte(doc))
	if err == nil {
		return nil
	}
	var v *violation.Error
	if !errors.As(err, &v) {
		t.Fatalf("%s: %v", doc, err)
	}
	if len(v.Violations) == 0 {
		t.Fatalf("%s: an error without a violation", doc)
	}
	return v.Violations
}

func isString(e *schema.Eval)  { e.Type(schema.String) }
func isInteger(e *schema.Eval) { e.Type(schema.Integer) }

// members is a lookup in a list of names and schemas.
func members(pairs ...any) func(string) schema.Func {
	return func(name string) schema.Func {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] != name {
				continue
			}
			switch f := pairs[i+1].(type) {
			case func(*schema.Eval):
				return f
			case schema.Func:
				return f
			}
		}
		return nil
	}
}

func TestNotJSON(t *testing.T) {
	s := schema.Schema{Location: root, Eval: schema.Any}
	for _, text := range []string{"", "{", `{"a":1,"a":2}`, "1 2", "\"\xff\"", `"\ud800"`} {
		var syntax *jsonx.SyntaxError
		if err := s.ValidateJSON([]byte(text)); !errors.As(err, &syntax) {
			t.Errorf("ValidateJSON(%q): %v, want a syntax error", text, err)
		}
		if err := s.ValidateRaw(jsonx.Raw(text)); !errors.As(err, &syntax) {
			t.Errorf("ValidateRaw(%q): %v, want a syntax error", text, err)
		}
		if s.ValidJSON([]byte(text)) || s.ValidRaw(jsonx.Raw(text)) {
			t.Errorf("%q is said to be valid", text)
		}
	}
}

func TestZeroSchemaTakesAll(t *testing.T) {
	if err := (schema.Schema{}).ValidateJSON([]byte(`{"a":[1]}`)); err != nil {
		t.Error(err)
	}
}

// TestNothingIsKeptOfTheInput overwrites the document after it has been judged.
func TestNothingIsKeptOfTheInput(t *testing.T) {
	s := schema.Schema{Location: root, Eval: func(e *schema.Eval) {
		e.Members(members("known", isString), nil, schema.Never)
		e.Const(`"x"`)
	}}
	doc := []byte(`{"known":123456,"unknown/member":1,"tag":"value"}`)
	err := s.ValidateJSON(doc)
	before := err.Error()
	for i := range doc {
		doc[i] = '#'
	}
	if after := err.Error(); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

func TestManyAtOnce(t *testing.T) {
	s := schema.Schema{Location: root, Eval: func(e *schema.Eval) { e.Items("items", isString) }}
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			bad := strings.Repeat("1,", n) + "1"
			for range 200 {
				var v *violation.Error
				if err := s.ValidateRaw(jsonx.Raw("[" + bad + "]")); !errors.As(err, &v) || len(v.Violations) != n+1 {
					t.Errorf("%d items: %v", n+1, err)
					return
				}
			}
		}()
	}
	wg.Wait()
}

// TestValidateWritten judges values that code has written: [1] and the like, with a failure in some places.
func TestValidateWritten(t *testing.T) {
	short := schema.Schema{Location: root, Eval: func(e *schema.Eval) { e.Type(schema.Array) }}
	write := func(failures ...error) *jsonx.Writer {
		w := jsonx.NewWhole(nil)
		w.Lit("[")
		for _, err := range failures {
			w.Comma()
			if err == nil {
				w.Lit("1")
			} else {
				w.Fail(err)
			}
		}
		w.Lit("]")
		return &w
	}
	absent := func(at string) violation.Violation {
		return violation.Violation{Keyword: "required", InstanceLocation: at, Message: "required value is absent"}
	}
	kept := violation.Violation{InstanceLocation: "/2", Message: "it came as protobuf, and what it would be in JSON is not known"}
	for _, tt := range []struct {
		name     string
		failures []error
		want     []violation.Violation
	}{
		{"valid", []error{nil}, nil},
		{"all that is absent, and all that is no JSON", []error{nil, jsonx.ErrAbsent, jsonx.ErrNoJSON, jsonx.ErrAbsent}, all(absent("/1"), kept, absent("/3"))},
		{"what comes later", []error{jsonx.ErrAbsent, jsonx.ErrUTF8, jsonx.ErrAbsent}, all(absent("/0"), absent("/2"))},
	} {
		var got *violation.Error
		err := short.ValidateWritten(write(tt.failures...))
		if errors.As(err, &got); tt.want == nil {
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		} else if diff := cmp.Diff(&violation.Error{Violations: tt.want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if err := short.ValidateWritten(write(jsonx.ErrUTF8, jsonx.ErrAbsent)); !errors.Is(err, jsonx.ErrUTF8) {
		t.Errorf("a part that has no JSON form: %v", err)
	}
	whole := jsonx.NewWhole(nil)
	whole.Lit("1")
	var refused *violation.Error
	if err := short.ValidateWritten(&whole); !errors.As(err, &refused) || refused.Violations[0].Keyword != "type" {
		t.Errorf("a value that is not valid: %v", err)
	}
}
