package names

import (
	"go/token"
	"slices"
	"strings"
	"unicode"
)

// initialisms are written in one case, as Go does: ID, not Id.
var initialisms = map[string]bool{
	"ACL": true, "AI": true, "API": true, "ASCII": true, "CPU": true, "CSS": true, "CSV": true, "DNS": true, "EOF": true,
	"GUID": true, "HTML": true, "HTTP": true, "HTTPS": true, "ID": true, "IO": true, "IP": true, "IRI": true, "JSON": true,
	"JWT": true, "LLM": true, "MCP": true, "MIME": true, "OS": true, "PDF": true, "QPS": true, "RAM": true, "RPC": true,
	"SDK": true, "SHA": true, "SLA": true, "SMTP": true, "SQL": true, "SSE": true, "SSH": true, "TCP": true, "TLS": true,
	"TTL": true, "UDP": true, "UI": true, "UID": true, "UUID": true, "URI": true, "URL": true, "URN": true, "UTC": true,
	"UTF8": true, "VM": true, "XML": true, "XSRF": true, "XSS": true, "YAML": true,
}

// symbols say aloud what an identifier cannot hold. They are asked for only where a name would otherwise be empty or
// taken: "$ref" is Ref, and DollarRef beside "ref".
var symbols = map[rune]string{
	'$': "Dollar", '@': "At", '#': "Hash", '%': "Percent", '&': "And", '!': "Not", '?': "Question", '+': "Plus", '-': "Minus",
	'*': "Star", '/': "Slash", '\\': "Backslash", '.': "Dot", ',': "Comma", ':': "Colon", ';': "Semicolon", '=': "Equal",
	'<': "Less", '>': "Greater", '|': "Bar", '~': "Tilde", '^': "Caret", '(': "Open", ')': "Close", '[': "OpenBracket",
	']': "CloseBracket", '{': "OpenBrace", '}': "CloseBrace", '\'': "Quote", '"': "DoubleQuote", '`': "Backquote",
	'_': "Underscore", ' ': "Space",
}

// Exported is the exported Go identifier that reads like s: "messageId" is MessageID, "TEXT_START" TextStart, "x-y" XY,
// "1st" X1st, and the empty string Empty.
func Exported(s string) string { return exported(words(s), s) }

// spelled is like [Exported], with symbols said aloud.
func spelled(s string) string {
	var b strings.Builder
	for _, r := range s {
		if name, ok := symbols[r]; ok {
			b.WriteString(" " + name + " ")
		} else {
			b.WriteRune(r)
		}
	}
	return exported(words(b.String()), s)
}

func exported(ws []string, s string) string {
	if len(ws) == 0 {
		if s == "" {
			return "Empty"
		}
		if t := words(spellable(s)); len(t) > 0 {
			ws = t
		} else {
			return "Symbol"
		}
	}
	var b strings.Builder
	for i, w := range ws {
		if i > 0 && isDigit(lastRune(ws[i-1])) && isDigit(firstRune(w)) {
			b.WriteByte('_') // 1.0 and 10 are two names
		}
		b.WriteString(title(w))
	}
	name := b.String()
	if !unicode.IsUpper(firstRune(name)) {
		name = "X" + name
	}
	return name
}

func spellable(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteString(symbols[r] + " ")
	}
	return b.String()
}

// unexported is the Go identifier for a parameter that reads like s: "messageId" is messageID, "URL" url. It is never a
// keyword, a predeclared identifier or the name of a package that generated code imports.
func unexported(s string) string {
	ws := words(s)
	if len(ws) == 0 {
		ws = words(Exported(s))
	}
	var b strings.Builder
	for i, w := range ws {
		switch {
		case i == 0:
			b.WriteString(strings.ToLower(w))
		case isDigit(lastRune(ws[i-1])) && isDigit(firstRune(w)):
			b.WriteString("_" + w)
		default:
			b.WriteString(title(w))
		}
	}
	name := b.String()
	if r := firstRune(name); !unicode.IsLetter(r) || unicode.IsUpper(r) { // some capitals have no small letter
		name = "x" + name
	}
	if token.IsKeyword(name) || slices.Contains(predeclared, name) || slices.Contains(Imports, name) {
		name += "Value"
	}
	return name
}

// title is a word as it stands inside an identifier.
func title(w string) string {
	upper := strings.ToUpper(w)
	if initialisms[upper] {
		return upper
	}
	if stem, ok := strings.CutSuffix(upper, "S"); ok && initialisms[stem] {
		return stem + "s"
	}
	r := firstRune(w)
	return string(unicode.ToUpper(r)) + w[len(string(r)):]
}

// words takes a name apart where a person would: at everything that is no letter or digit, before a capital that follows
// a small letter or a digit, and before the last capital of several that a small letter follows. A name without any
// small letter is in capitals for emphasis only, and so are its words.
func words(s string) []string {
	rs := []rune(s)
	shout := !slices.ContainsFunc(rs, unicode.IsLower)
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			w := string(word)
			if shout {
				w = strings.ToLower(w)
			}
			out = append(out, w)
			word = nil
		}
	}
	for i, r := range rs {
		switch {
		case unicode.IsMark(r):
			continue // an accent written apart: no identifier may hold it, yet it parts no words
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0:
			prev := rs[i-1]
			next := rune(0)
			if i+1 < len(rs) {
				next = rs[i+1]
			}
			if unicode.IsLower(prev) || unicode.IsDigit(prev) && !shout || unicode.IsUpper(prev) && unicode.IsLower(next) {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return out
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

func lastRune(s string) (last rune) {
	for _, r := range s {
		last = r
	}
	return last
}

func isDigit(r rune) bool { return unicode.IsDigit(r) }

// predeclared are the identifiers of the universe block, which a parameter had better not hide.
var predeclared = []string{
	"any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex64", "complex128", "copy", "delete",
	"error", "false", "float32", "float64", "imag", "int", "int8", "int16", "int32", "int64", "iota", "len", "make", "max", "min",
	"new", "nil", "panic", "print", "println", "real", "recover", "rune", "string", "true", "uint", "uint8", "uint16", "uint32",
	"uint64", "uintptr",
}
