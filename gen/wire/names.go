package wire

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// The styles in which a text of the schema becomes a protobuf name.
const (
	styleAsIs       = "as_is"
	styleLowerSnake = "lower_snake"
	styleUpperSnake = "upper_snake"
)

// snakeCase is a name in lower_snake_case: "parcelId" and "PARCEL_ID" become parcel_id, "HTTPServer" http_server,
// "text/plain" text_plain. What is neither letter nor digit parts words; letters beyond ASCII are left out, since
// protobuf has none.
func snakeCase(s string) string {
	var b strings.Builder
	runes := []rune(s)
	gap := false
	for i, r := range runes {
		if !isWordRune(r) {
			gap = gap || b.Len() > 0
			continue
		}
		if b.Len() > 0 && isUpper(r) && i > 0 {
			prev := runes[i-1]
			nextLower := i+1 < len(runes) && isLower(runes[i+1])
			if isLower(prev) || isDigit(prev) || isUpper(prev) && nextLower {
				gap = true
			}
		}
		if gap {
			b.WriteByte('_')
			gap = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// pascalCase is a name in PascalCase that keeps the capitals it has: "ParcelSize" stays, "parcel_size", "parcel-size" and
// "parcel.size" become ParcelSize.
func pascalCase(s string) string {
	var b strings.Builder
	start := true
	for _, r := range s {
		if !isWordRune(r) {
			start = true
			continue
		}
		if start {
			r = unicode.ToUpper(r)
			start = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// protoJSONName is the JSON name that protobuf gives a field by itself.
func protoJSONName(field string) string {
	var b strings.Builder
	up := false
	for _, r := range field {
		switch {
		case r == '_':
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func inStyle(style, s string) string {
	switch style {
	case styleLowerSnake:
		return snakeCase(s)
	case styleUpperSnake:
		return strings.ToUpper(snakeCase(s))
	}
	return s
}

func isUpper(r rune) bool    { return 'A' <= r && r <= 'Z' }
func isLower(r rune) bool    { return 'a' <= r && r <= 'z' }
func isDigit(r rune) bool    { return '0' <= r && r <= '9' }
func isWordRune(r rune) bool { return isUpper(r) || isLower(r) || isDigit(r) }

// nameForm is a form that names must have. It returns what is wrong with a name, as the rest of a sentence that begins
// with it, or nothing.
type nameForm func(string) string

var (
	identifierPattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	fieldPattern      = regexp.MustCompile(`^[a-z][A-Za-z0-9_]*$`)
	typePattern       = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)
	messagePattern    = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*(\.[A-Z][A-Za-z0-9_]*)*$`)
	packagePattern    = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$`)
	filePattern       = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]*\.proto$`)
	slotPattern       = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)
)

func matching(pattern *regexp.Regexp, why string) nameForm {
	return func(s string) string {
		if pattern.MatchString(s) {
			return ""
		}
		return why
	}
}

// Types begin with a capital letter, fields and oneofs with a small one. It is what everybody writes, no keyword of
// protobuf begins with a capital letter, and it lets wire.lock tell Message.oneof.arm from Outer.Inner.field.
var (
	identifierForm = matching(identifierPattern, "is no protobuf name: letters, digits and underscores, a letter first")
	fieldForm      = matching(fieldPattern, "is no field name: letters, digits and underscores, a small letter first")
	typeForm       = matching(typePattern, "is no type name: letters, digits and underscores, a capital letter first")
	messageForm    = matching(messagePattern, "is no message name: letters, digits and underscores, a capital letter first; Outer.Inner nests")
	packageForm    = matching(packagePattern, "is no package: small letters, digits and underscores, with dots between names")
	fileForm       = matching(filePattern, "is no .proto file name: letters, digits, dots, dashes and underscores, and no folder")
	slotForm       = matching(slotPattern, "is no name out of wire.lock: Message, Message.field, Message.oneof.arm or Enum.VALUE")
)

// quote is a text in double quotes for a message.
func quote(s string) string { return strconv.Quote(s) }

// StringLiteral is a text as a string literal of .proto text. Whatever is not plain ASCII is written as octal bytes, which every
// compiler understands.
func StringLiteral(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20 || c > 0x7e:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// suggest is the nearest of some names as a question, or else what is said where none is near.
func suggest(name string, known []string, otherwise string) string {
	if best := diag.Nearest(name, slices.Sorted(slices.Values(known))); best != "" {
		return "did you mean " + best + "?"
	}
	return otherwise
}
