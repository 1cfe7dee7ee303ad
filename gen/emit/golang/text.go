package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// quote is a text as a JSON string, escaped as the runtime and JSON.stringify do.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case strings.IndexByte("\b\t\n\f\r", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte("btnfr"[strings.IndexByte("\b\t\n\f\r", c)])
		case c < ' ':
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// literal is a Go string literal: between back quotes where that shows the text as it is.
func literal(s string) *jen.Statement {
	if !strings.ContainsAny(s, "\"\\") || !strconv.CanBackquote(s) {
		return jen.Lit(s)
	}
	for _, r := range s {
		if !strconv.IsPrint(r) {
			return jen.Lit(s)
		}
	}
	return jen.Id("`" + s + "`")
}

// nested is the name of a variable at some depth of nesting: item, item2, item3.
func nested(name string, depth int) string {
	if depth == 0 {
		return name
	}
	if name == "i" && depth == 1 {
		return "j"
	}
	return name + strconv.Itoa(depth+1)
}
