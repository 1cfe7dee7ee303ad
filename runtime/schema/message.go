package schema

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// maxExcerpt limits what a message quotes of the document, and maxList what it says of the schema, in bytes.
const (
	maxExcerpt = 60
	maxList    = 1200
)

// describe is the value at hand, as [describe] has it.
func (e *Eval) describe() string {
	if e.mode&isName != 0 {
		return quote(e.name)
	}
	return describe(e.value)
}

// describe is a value in a few words: a string, number, boolean or null as it is, anything else by its type.
func describe(v jsonx.Value) string {
	switch v.Kind() {
	case jsonx.KindString:
		return quote(v.Text())
	case jsonx.KindArray:
		return "an array"
	case jsonx.KindObject:
		return "an object"
	}
	return shorten(string(v.Raw()), maxExcerpt)
}

// quote is a string of the document in quotes, with what cannot be seen escaped, and cut short if it is long.
func quote(s string) string {
	short := shorten(s, maxExcerpt)
	if len(short) < len(s) {
		return strconv.Quote(strings.TrimSuffix(short, "…")) + "…"
	}
	return strconv.Quote(s)
}

// schemaText is a text of the schema as it is, unless there is something in it that cannot be seen.
func schemaText(s string) string {
	s = shorten(s, maxList)
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// shorten cuts a text that is longer than a limit, and ends it with an ellipsis.
func shorten(s string, limit int) string {
	if len(s) <= limit {
		return strings.Clone(s) // it may be cut from the document
	}
	for !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…"
}

func asItIs(s string) string { return s }

// join joins words: "a", "a or b", "a, b or c".
func join(words []string, conjunction string, form func(string) string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i == 0:
		case b.Len() > maxList:
			return b.String() + ", … (" + strconv.Itoa(len(words)-i) + " more)"
		case i == len(words)-1:
			b.WriteString(" " + conjunction + " ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(form(w))
	}
	return b.String()
}

// count is "1 item" or "3 items".
func count(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.FormatUint(n, 10) + " " + what + "s"
}

// words is "a string", "a string or null".
func (t Types) words() string {
	var words []string
	for i, w := range []string{"null", "a boolean", "an integer", "a number", "a string", "an array", "an object"} {
		if t&(1<<i) != 0 {
			words = append(words, w)
		}
	}
	return join(words, "or", asItIs)
}

// atLeastOne is "at least one of 3 schemas".
func atLeastOne(n int) string {
	if n == 1 {
		return "a schema"
	}
	return "at least one of " + strconv.Itoa(n) + " schemas"
}

// indexes is "0, 2 and 5 (counted from 0)".
func indexes(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return join(words, "and", asItIs) + " (counted from 0)"
}
