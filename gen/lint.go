package gen

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/agui-gen/agui-gen/gen/model"
)

// LintReport says what a schema would give.
type LintReport struct {
	Definitions []LintDefinition `json:"definitions"`
	// Notes are keywords that only annotate, are kept as documentation, or are unknown; each by place.
	Notes []LintNote `json:"notes"`
	// Errors are what stands in the way of generating; empty when nothing does.
	Errors []Diagnostic `json:"errors"`
}

// LintDefinition is what one definition would become.
type LintDefinition struct {
	Name    string `json:"name"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Pointer string `json:"pointer"`
	Go      string `json:"go,omitempty"` // its Go type; empty where the names of the schema collide
	Shape   string `json:"shape"`
	Message string `json:"message,omitempty"` // its protobuf message or enum; empty where it is none
}

// LintNote is a remark about a keyword.
type LintNote struct {
	Diagnostic
	Kind string `json:"kind"`
}

// Lint goes as far as it can with a target's schema and reports all it finds, as if it were asked for everything that can
// be made. The error is that of [Generate], so that a caller can fail; the report holds it too.
func Lint(t Target) (*LintReport, error) {
	t.GoDir, t.ProtoDir, t.DocsDir = "lint", "lint", "lint" // nothing is written
	t.GoPackage, t.NewLock = "lint", true
	report := &LintReport{Definitions: []LintDefinition{}, Notes: []LintNote{}, Errors: []Diagnostic{}}
	r := generate([]Target{t})[0]
	err := r.faults.Err()
	if err != nil {
		report.Errors = Diagnostics(err)
	}
	for _, n := range r.Notes {
		report.Notes = append(report.Notes, LintNote{Diagnostic: diagnostic(n.Diagnostic), Kind: n.Kind.String()})
	}
	if r.Model != nil {
		for _, d := range r.Model.Defs {
			report.Definitions = append(report.Definitions, r.lint(d))
		}
	}
	return report, err
}

func (r *Result) lint(d *model.Def) LintDefinition {
	def := LintDefinition{Name: d.Key, File: d.Pos.File, Line: d.Pos.Line, Col: d.Pos.Col, Pointer: d.Pointer, Shape: shape(d.Type)}
	if r.Names != nil {
		def.Go = r.Names.Type(d)
	}
	if r.Wire != nil {
		def.Message = r.Wire.MessageOf(d)
	}
	return def
}

// Text is the report for people. Errors are not in it: they go where errors go.
func (r *LintReport) Text() string {
	var b strings.Builder
	if len(r.Definitions) > 0 {
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "DEFINITION\tGO\tPROTOBUF\tSHAPE")
		for _, d := range r.Definitions {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", d.Name, or(d.Go, "-"), or(d.Message, "-"), d.Shape)
		}
		w.Flush()
	}
	if len(r.Definitions) > 0 && len(r.Notes) > 0 {
		b.WriteByte('\n')
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s: %s", n.File, n.Line, n.Col, n.Pointer, n.Kind, n.Message)
		if n.Hint != "" {
			fmt.Fprintf(&b, "; %s", n.Hint)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// count is a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// shape names a type in a few words.
func shape(t model.Type) string {
	switch t := t.(type) {
	case model.Any:
		return "any JSON"
	case model.OpenObject:
		return "open object"
	case model.String:
		return "string"
	case model.Bool:
		return "boolean"
	case model.Int:
		return "integer"
	case model.Number:
		return "number"
	case model.Const:
		return fmt.Sprintf("constant %q", t.Value)
	case *model.Enum:
		return "one of " + count(len(t.Values), "string")
	case model.List:
		return "list of " + shape(t.Elem)
	case model.Map:
		return "map to " + shape(t.Elem)
	case model.Nullable:
		return shape(t.Elem) + " or null"
	case *model.Object:
		return "object of " + count(len(t.Properties), "member")
	case *model.Union:
		return fmt.Sprintf("one of %s, by %q", count(len(t.Members), "object"), t.Tag)
	case *model.KindUnion:
		kinds := make([]string, len(t.Members))
		for i, m := range t.Members {
			kinds[i] = m.Kind.String()
		}
		return strings.Join(kinds, " or ")
	case model.Ref:
		return t.Def.Key
	}
	panic(fmt.Sprintf("gen: no words for %T", t))
}
