package citations

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean is text of a record for showing it in one line, where it must not pass for anything else. Line ends and other control
// characters become spaces where they are white space and U+FFFD where not, as do the characters that change the direction of
// text and those that cannot be seen: a name cannot break out of its line, nor look like another one that differs in them.
// Joiners and variation selectors stay in scripts that need them, and in emoji. Accents need a letter before them, and of many
// the first six stay, so that they do not cover other lines.
func Clean(s string) string {
	var b strings.Builder
	previous, accents := ' ', 0
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(validRune(r)):])
		shown := visible(r, previous, next)
		switch {
		case shown == ' ' && previous == ' ':
			continue
		case !unicode.Is(unicode.M, shown):
			accents = 0
		case previous == ' ':
			shown = utf8.RuneError
		default:
			if accents++; accents > maxAccents {
				continue
			}
		}
		b.WriteRune(shown)
		previous = shown
	}
	return strings.TrimRight(b.String(), " ")
}

// maxAccents is how many combining characters there are on one letter; no script in use needs more.
const maxAccents = 6

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
	case r == '\u200c' && joins(previous) && joins(next), r == '\u200d' && (joins(previous) && joins(next) || symbol(previous) && symbol(next)):
		return r
	case unicode.Is(unicode.Variation_Selector, r):
		if varies(previous) {
			return r
		}
		return utf8.RuneError
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Other_Default_Ignorable_Code_Point), r == '\u2800':
		return utf8.RuneError
	}
	return r
}

// joins tells whether a joiner beside a letter can mean something.
func joins(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko, unicode.Mongolian, unicode.Phags_Pa,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
		unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Tibetan, unicode.Myanmar, unicode.Khmer, unicode.Balinese, unicode.Javanese)
}

// symbol tells whether a character can be a part of an emoji.
func symbol(r rune) bool { return unicode.In(r, unicode.So, unicode.Sk) && r > 0x2000 || r == '\ufe0f' }

// varies tells whether a variation selector behind a character can mean something.
func varies(r rune) bool {
	return symbol(r) && r != '\ufe0f' || unicode.In(r, unicode.Han, unicode.Mongolian, unicode.Phags_Pa, unicode.Myanmar)
}

// maxField is how much of a field a statement shows, in characters.
const maxField = 120

// maxPassage is how much is shown of what is long by nature, in characters.
const maxPassage = 600

// quotationMarks are what could be taken for the marks around a field.
const quotationMarks = "\"“”„‟«»″‴‶‷⁗ʺ˝ˮ˵˶״〝〞〟〃＂❝❞❠⹂\U0001f676\U0001f677\U0001f678"

// field is text of a record within a statement: clean, in quotation marks that it cannot close, and not too long.
func field(s string) string { return quoted(s, maxField) }

// passage is field for what is long by nature: passages, notes and references.
func passage(s string) string { return quoted(s, maxPassage) }

func quoted(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(quotationMarks, r) {
			return '\''
		}
		return r
	}, Clean(s))
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
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
