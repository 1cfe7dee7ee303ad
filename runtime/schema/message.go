package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// maxExcerpt limits what a message quotes of the document, and maxList what it lists of the schema, in bytes.
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
	return shorten(string(v.Raw()))
}

// quote is a string in quotes, with what cannot be seen escaped, and cut short if it is long.
func quote(s string) string {
	short := shorten(s)
	if len(short) < len(s) {
		return strconv.Quote(short[:len(short)-len("…")]) + "…"
	}
	return strconv.Quote(s)
}

func shorten(s string) string {
	if len(s) <= maxExcerpt {
		return strings.Clone(s) // s may be cut from the document
	}
	n := maxExcerpt
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

func asItIs(s string) string { return s }

// list joins words: "a", "a or b", "a, b or c".
func list(words []string, conjunction string, form func(string) string) string {
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
	return list(words, "or", asItIs)
}
