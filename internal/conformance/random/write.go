package random

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf16"
)

// Compact writes v as JSON.stringify would, one line without white space.
func (v *Value) Compact() string {
	w := writer{}
	w.value(v)
	return w.out.String()
}

// Spelled writes v in one of the many other ways: with white space, escapes that are not needed, members in any order,
// and integers with a fraction or an exponent. What the text says is the same.
func (v *Value) Spelled(r *rand.Rand) string {
	w := writer{rand: r}
	w.space()
	w.value(v)
	w.space()
	return w.out.String()
}

type writer struct {
	out  strings.Builder
	rand *rand.Rand // nil for compact
}

func (w *writer) chance(percent int) bool { return w.rand != nil && w.rand.IntN(100) < percent }

func (w *writer) space() {
	for w.chance(20) {
		w.out.WriteByte(" \t\n\r"[w.rand.IntN(4)])
	}
}

func (w *writer) value(v *Value) {
	switch v.Kind {
	case Null:
		w.out.WriteString("null")
	case Bool:
		w.out.WriteString(v.Text)
	case Number:
		w.number(v.Text)
	case String:
		w.string(v.Text)
	case Array:
		w.list('[', ']', len(v.Items), func(i int) { w.value(v.Items[i]) })
	case Object:
		members := v.Members
		if w.chance(30) {
			members = slices.Clone(members)
			w.rand.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		}
		w.list('{', '}', len(members), func(i int) {
			w.string(members[i].Name)
			w.space()
			w.out.WriteByte(':')
			w.space()
			w.value(members[i].Value)
		})
	}
}

func (w *writer) list(open, end byte, n int, element func(i int)) {
	w.out.WriteByte(open)
	w.space()
	for i := range n {
		if i > 0 {
			w.out.WriteByte(',')
			w.space()
		}
		element(i)
		w.space()
	}
	w.out.WriteByte(end)
}

// number writes an integer in another form at times; other numbers stay as they are.
func (w *writer) number(literal string) {
	if strings.ContainsAny(literal, ".eE") || !w.chance(20) {
		w.out.WriteString(literal)
		return
	}
	digits := strings.TrimRight(literal, "0")
	switch {
	case literal == "0":
		w.out.WriteString([]string{"0.0", "0e5", "0E-2"}[w.rand.IntN(3)])
	case w.chance(40):
		w.out.WriteString(literal + ".000"[:2+w.rand.IntN(3)])
	case w.chance(50):
		fmt.Fprintf(&w.out, "%se+%d", digits, len(literal)-len(digits))
	default:
		w.out.WriteString(literal + "00E-2")
	}
}

func (w *writer) string(s string) {
	w.out.WriteByte('"')
	for _, c := range s {
		switch {
		case w.chance(4):
			w.escape(c)
		case c == '"', c == '\\':
			w.out.WriteByte('\\')
			w.out.WriteRune(c)
		case c < 0x20:
			w.control(c)
		default:
			w.out.WriteRune(c)
		}
	}
	w.out.WriteByte('"')
}

// control writes a control character as JSON.stringify does, with the short escape where there is one.
func (w *writer) control(c rune) {
	if i := strings.IndexRune("\b\t\n\f\r", c); i >= 0 {
		w.out.WriteByte('\\')
		w.out.WriteByte("btnfr"[i])
		return
	}
	fmt.Fprintf(&w.out, `\u%04x`, c)
}

// escape writes a character by its number, in either case, or a slash with a backslash.
func (w *writer) escape(c rune) {
	if c == '/' && w.chance(50) {
		w.out.WriteString(`\/`)
		return
	}
	format := `\u%04x`
	if w.chance(50) {
		format = `\u%04X`
	}
	if c > 0xffff {
		high, low := utf16.EncodeRune(c)
		fmt.Fprintf(&w.out, format+format, high, low)
		return
	}
	fmt.Fprintf(&w.out, format, c)
}
