package lower

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// role is where the model has a schema's words: its title, its description and so on.
type role uint8

const (
	asDefinition role = 1 << iota
	asProperty
)

// checkKeywords says of each keyword that asserts nothing what becomes of it, so that none is passed over in silence.
func (l *lowerer) checkKeywords() {
	seen := map[*resolve.Schema]bool{}
	var visit func(*resolve.Schema)
	visit = func(s *resolve.Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		l.checkSchema(s)
		for _, sub := range s.Subs {
			if s.File == l.graph.Root.File && sub.Keyword != "contentSchema" {
				visit(sub.Schema)
			}
		}
	}
	visit(l.graph.Root)
	for _, s := range l.judged {
		visit(s)
	}
}

func (l *lowerer) checkSchema(s *resolve.Schema) {
	for _, m := range s.Node.Members {
		k, known := resolve.LookupKeyword(s.Dialect, m.Key)
		switch {
		case s.Keyword(m.Key) == nil:
			l.note(Ignored, s, m.Key, fmt.Sprintf("%q beside \"$ref\" is ignored, as %s says", m.Key, s.Dialect),
				`put the reference into an "allOf" of its own`)
		case !known:
			l.checkForeign(s, m.Key)
		case k.Legacy:
			l.note(Kept, s, m.Key, fmt.Sprintf("%q is the name that %s has for what is %s in %s, and is read as there",
				m.Key, resolve.Draft7, newName(m.Key), s.Dialect), "")
		case meanings[m.Key] == annotation:
			l.checkAnnotation(s, m)
		default:
			l.checkEffect(s, m)
		}
	}
}

// newName is what newer drafts call a keyword.
func newName(keyword string) string {
	if keyword == "dependencies" {
		return `"dependentRequired" and "dependentSchemas"`
	}
	return `"$defs"`
}

// checkForeign is for keywords that the dialect does not define. JSON Schema has them ignored; where another draft
// would have them assert something that is refused, for then the schema says one thing and means another.
func (l *lowerer) checkForeign(s *resolve.Schema, keyword string) {
	others := resolve.Defining(keyword)
	switch {
	case len(others) == 0:
		l.unknown(diagnosticAt(s, keyword, fmt.Sprintf("%q is no keyword of JSON Schema", keyword), unknownHint(s.Dialect, keyword)))
	case meanings[keyword] == assertion:
		l.fault(s, keyword, fmt.Sprintf("%q is a keyword of %s and means nothing in %s", keyword, others[0], s.Dialect), foreignHint(s.Dialect, keyword, others))
	default:
		l.unknown(diagnosticAt(s, keyword, fmt.Sprintf("%q is a keyword of %s and means nothing in %s", keyword, others[0], s.Dialect),
			foreignHint(s.Dialect, keyword, others)))
	}
}

// unknown notes a keyword that the dialect does not define, or refuses it.
func (l *lowerer) unknown(d diag.Diagnostic) {
	if l.opts.Strict {
		l.faults.Add(d)
		return
	}
	l.notes = append(l.notes, Note{Kind: Unknown, Diagnostic: d})
}

// replacements are what other drafts call a keyword, or have instead.
var replacements = map[string]string{
	"additionalItems": `"items" beside "prefixItems"`,
	"$recursiveRef":   `"$dynamicRef"`, "$recursiveAnchor": `"$dynamicAnchor"`,
	"dependentRequired": `"dependencies"`, "dependentSchemas": `"dependencies"`,
	"prefixItems": `"items" with an array`, "$defs": `"definitions"`, "$anchor": `"$id" with a fragment`,
}

func foreignHint(d resolve.Dialect, keyword string, others []resolve.Dialect) string {
	declare := fmt.Sprintf(`declare "$schema": %q`, others[0].URI())
	if instead, ok := replacements[keyword]; ok {
		return fmt.Sprintf("%s has %s; use it, or %s", d, instead, declare)
	}
	return declare + " or take it out"
}

// checkAnnotation says what becomes of a keyword that asserts nothing anywhere.
func (l *lowerer) checkAnnotation(s *resolve.Schema, m load.Member) {
	at := l.documented[s]
	if s == l.graph.Root {
		at |= asDefinition
	}
	kept := false
	switch m.Key {
	case "title":
		kept = at&asDefinition != 0 || at&asProperty != 0 && text(s, "description") == ""
	case "description":
		kept = at != 0
	case "deprecated":
		kept = at != 0 || m.Value.Text == "false"
	case "default":
		if at&asProperty != 0 {
			l.note(Kept, s, m.Key, `"default" is kept as documentation: nobody fills it in`, "")
			return
		}
	case "format":
		l.note(Ignored, s, m.Key, fmt.Sprintf(`"format" is an annotation: no value is checked for being a %s`, m.Value.Text),
			`add a "pattern" where it matters`)
		return
	case "contentEncoding", "contentMediaType", "contentSchema":
		l.note(Ignored, s, m.Key, fmt.Sprintf("%q is an annotation: the text is not looked into", m.Key), "")
		return
	}
	if !kept {
		l.note(Ignored, s, m.Key, fmt.Sprintf("%q is an annotation that has no place in what is generated", m.Key), "")
	}
}

// checkEffect notes a keyword that has no effect because another one is missing.
func (l *lowerer) checkEffect(s *resolve.Schema, m load.Member) {
	missing := ""
	switch m.Key {
	case "then", "else":
		missing = "if"
	case "minContains", "maxContains":
		missing = "contains"
	case "additionalItems":
		if items := s.Keyword("items"); items == nil || items.Kind != load.Array {
			l.note(Ignored, s, m.Key, `"additionalItems" has no effect without "items" that is an array`, "")
		}
	case "if":
		if s.Dialect == resolve.Draft7 && s.Keyword("then") == nil && s.Keyword("else") == nil {
			l.note(Ignored, s, m.Key, `"if" has no effect without "then" or "else"`, "")
		}
	}
	if missing != "" && s.Keyword(missing) == nil {
		l.note(Ignored, s, m.Key, fmt.Sprintf("%q has no effect without %q", m.Key, missing), "")
	}
}
