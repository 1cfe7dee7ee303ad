package citations

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean is text of a record for showing it in one line, where it must not pass for anything else. Line ends and other control
// characters become spaces where they are white space and U+FFFD where not, as do the characters that change the direction of
// text and those that cannot be seen: a name cannot break out of its line, nor look like another one. Joiners stay between
// letters of scripts that need them.
func Clean(s string) string {
	var b strings.Builder
	previous := ' '
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(validRune(r)):])
		shown := visible(r, previous, next)
		if shown == ' ' && previous == ' ' {
			continue
		}
		b.WriteRune(shown)
		previous = shown
	}
	return strings.TrimRight(b.String(), " ")
}

// validRune is a rune as long as what it was read from: what is not UTF-8 is one byte.
func validRune(r rune) rune {
	if r == utf8.RuneError {
		return 0
	}
	return r
}

func visible(r, previous, next rune) rune {
	switch {
	case unicode.IsSpace(r), unicode.In(r, unicode.Z):
		return ' '
	case (r == '\u200c' || r == '\u200d') && joins(previous) && joins(next):
		return r
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs), unseen(r):
		return utf8.RuneError
	}
	return r
}

// unseen tells of characters that show nothing, though they are no format characters.
func unseen(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return r >= 0xe0100 && r <= 0xe01ef
}

// joins tells whether a joiner beside a character means something.
func joins(r rune) bool {
	return r > 0x2ff && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Z, unicode.C) && r != utf8.RuneError
}

// maxField is how much of a field a statement shows, in characters.
const maxField = 120

// field is text of a record within a statement: clean, in quotation marks that it cannot close, and not too long.
func field(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"“”„‟«»″", r) {
			return '\''
		}
		return r
	}, Clean(s))
	if utf8.RuneCountInString(s) > maxField {
		s = string([]rune(s)[:maxField]) + "…"
	}
	return "“" + s + "”"
}

func fields(all []string) string {
	const most = 5
	quoted := make([]string, 0, most)
	for i, s := range all {
		if i == most {
			quoted = append(quoted, "and others")
			break
		}
		quoted = append(quoted, field(s))
	}
	return strings.Join(quoted, ", ")
}
