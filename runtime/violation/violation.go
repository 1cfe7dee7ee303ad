// Package violation is what a validator reports: every place where a JSON document breaks its schema, not only the
// first.
//
// The locations are those of JSON Schema 2020-12, Core, section 12.3.
package violation

import "strings"

// Violation is one place where a document breaks its schema.
type Violation struct {
	// Keyword is the schema keyword that was broken, such as "required".
	Keyword string `json:"keyword"`
	// InstanceLocation is the RFC 6901 pointer of the offending value in the document, "" for the whole document. For
	// additionalProperties and unevaluatedProperties it is the member that should not be there.
	InstanceLocation string `json:"instanceLocation"`
	// KeywordLocation is the RFC 6901 pointer of the keyword from the schema that validation started at, through every
	// reference on the way: "/oneOf/1/allOf/0/$ref/required".
	KeywordLocation string `json:"keywordLocation"`
	// AbsoluteKeywordLocation is the URI of the keyword itself, all references followed:
	// "https://example.com/schema.json#/$defs/BaseEvent/required".
	AbsoluteKeywordLocation string `json:"absoluteKeywordLocation"`
	// Message says what is wrong and what would be right, in one line, without a full stop.
	Message string `json:"message"`
}

// String is one line: the place in the document, what is wrong, and the keyword that says so.
func (v Violation) String() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v Violation) write(b *strings.Builder) {
	if v.InstanceLocation == "" {
		b.WriteString("the document")
	} else {
		b.WriteString(v.InstanceLocation)
	}
	b.WriteString(": ")
	b.WriteString(v.Message)
	switch {
	case v.AbsoluteKeywordLocation != "":
		b.WriteString(" (" + v.AbsoluteKeywordLocation + ")")
	case v.KeywordLocation != "":
		b.WriteString(" (" + v.KeywordLocation + ")")
	case v.Keyword != "":
		b.WriteString(" (" + v.Keyword + ")")
	}
}

// Error is a document's violations as an error. It is only ever returned with at least one.
type Error struct {
	Violations []Violation
}

// Error is one line a violation.
func (e *Error) Error() string {
	if len(e.Violations) == 0 {
		return "no violations"
	}
	var b strings.Builder
	for i, v := range e.Violations {
		if i > 0 {
			b.WriteByte('\n')
		}
		v.write(&b)
	}
	return b.String()
}
