package lower

import (
	"strings"
	"unicode"
)

// property reads what follows \p or \P: a Unicode property in braces, as in ECMA-262, section 22.2.2.
func (t *ecma) property(start int, negated bool) (charSet, error) {
	body, _, closed := strings.Cut(t.source[t.at:], "}")
	if !closed || !strings.HasPrefix(body, "{") {
		return charSet{}, t.errorf(start, `write \p{L}, \p{Letter} or \p{Script=Greek}`, "has a Unicode property without its name in braces")
	}
	t.unicode = true
	body = body[1:]
	t.at += len(body) + 2
	key, value, assigned := strings.Cut(body, "=")
	var set charSet
	var ok bool
	switch {
	case !assigned:
		set, ok = loneProperty(key, negated)
	case key == "General_Category" || key == "gc":
		set, ok = category(value, negated)
	case key == "Script" || key == "sc":
		set, ok = script(value, negated)
	}
	if !ok {
		return charSet{}, t.errorf(start, propertyHint(body), "has the property %s, which is not one that is supported", t.source[start:t.at])
	}
	return set, nil
}

func propertyHint(body string) string {
	if _, ok := script(body, false); ok {
		return `write \p{Script=` + body + `}`
	}
	return `supported are general categories (\p{Lu}, \p{Letter}), scripts by their long names (\p{Script=Greek}), ` +
		`and binary properties that Go's unicode package has`
}

// loneProperty is a property that is written without a value: a general category, or a binary property.
func loneProperty(name string, negated bool) (charSet, bool) {
	switch name {
	case "Any", "ASCII", "Assigned":
		return namedSet(name, negated), true
	}
	if set, ok := category(name, negated); ok {
		return set, true
	}
	if long, ok := binaryAliases[name]; ok {
		name = long
	}
	ranges, ok := binary(name)
	if ok && negated {
		ranges = complement(ranges)
	}
	return charSet{ranges: ranges}, ok
}

// category is a general category by one of its names.
func category(name string, negated bool) (charSet, bool) {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	_, ok := unicode.Categories[name]
	return namedSet(name, negated), ok
}

func script(name string, negated bool) (charSet, bool) {
	if long, ok := scriptAliases[name]; ok {
		name = long
	}
	_, ok := unicode.Scripts[name]
	return namedSet(name, negated), ok
}

// namedSet is a set that RE2 knows by name.
func namedSet(name string, negated bool) charSet {
	letter := `\p`
	if negated {
		letter = `\P`
	}
	text := letter + "{" + name + "}"
	return charSet{named: text, short: text}
}

// binary is a binary property, which RE2 has no name for, spelled out. Those that Unicode derives are put together as
// DerivedCoreProperties.txt says.
func binary(name string) ([]runeRange, bool) {
	letters := []*unicode.RangeTable{unicode.L, unicode.Nl, unicode.Other_ID_Start}
	marks := []*unicode.RangeTable{unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue}
	syntax := tables(unicode.Pattern_Syntax, unicode.Pattern_White_Space)
	switch name {
	case "Alphabetic":
		return tables(unicode.L, unicode.Nl, unicode.Other_Alphabetic), true
	case "Lowercase":
		return tables(unicode.Ll, unicode.Other_Lowercase), true
	case "Uppercase":
		return tables(unicode.Lu, unicode.Other_Uppercase), true
	case "Math":
		return tables(unicode.Sm, unicode.Other_Math), true
	case "ID_Start":
		return without(tables(letters...), syntax), true
	case "ID_Continue":
		return without(tables(append(letters, marks...)...), syntax), true
	}
	if !binaryProperties[name] {
		return nil, false
	}
	return tables(unicode.Properties[name]), true
}

// binaryProperties are those of ECMA-262, table 67, that unicode.Properties has as they are.
var binaryProperties = map[string]bool{
	"ASCII_Hex_Digit": true, "Bidi_Control": true, "Dash": true, "Deprecated": true, "Diacritic": true, "Extender": true,
	"Hex_Digit": true, "IDS_Binary_Operator": true, "IDS_Trinary_Operator": true, "Ideographic": true, "Join_Control": true,
	"Logical_Order_Exception": true, "Noncharacter_Code_Point": true, "Pattern_Syntax": true, "Pattern_White_Space": true,
	"Quotation_Mark": true, "Radical": true, "Regional_Indicator": true, "Sentence_Terminal": true, "Soft_Dotted": true,
	"Terminal_Punctuation": true, "Unified_Ideograph": true, "Variation_Selector": true, "White_Space": true,
}

var binaryAliases = map[string]string{
	"AHex": "ASCII_Hex_Digit", "Alpha": "Alphabetic", "Bidi_C": "Bidi_Control", "Dep": "Deprecated", "Dia": "Diacritic",
	"Ext": "Extender", "Hex": "Hex_Digit", "IDC": "ID_Continue", "IDS": "ID_Start", "IDSB": "IDS_Binary_Operator",
	"IDST": "IDS_Trinary_Operator", "Ideo": "Ideographic", "Join_C": "Join_Control", "LOE": "Logical_Order_Exception",
	"Lower": "Lowercase", "NChar": "Noncharacter_Code_Point", "Pat_Syn": "Pattern_Syntax", "Pat_WS": "Pattern_White_Space",
	"QMark": "Quotation_Mark", "RI": "Regional_Indicator", "STerm": "Sentence_Terminal", "SD": "Soft_Dotted",
	"Term": "Terminal_Punctuation", "UIdeo": "Unified_Ideograph", "Upper": "Uppercase", "VS": "Variation_Selector",
	"space": "White_Space",
}

// scriptAliases are the short names (ISO 15924) of scripts in wide use.
var scriptAliases = map[string]string{
	"Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Cyrl": "Cyrillic", "Deva": "Devanagari", "Ethi": "Ethiopic",
	"Geor": "Georgian", "Grek": "Greek", "Gujr": "Gujarati", "Guru": "Gurmukhi", "Hang": "Hangul", "Hani": "Han",
	"Hebr": "Hebrew", "Hira": "Hiragana", "Kana": "Katakana", "Khmr": "Khmer", "Knda": "Kannada", "Laoo": "Lao",
	"Latn": "Latin", "Mlym": "Malayalam", "Mong": "Mongolian", "Mymr": "Myanmar", "Sinh": "Sinhala", "Taml": "Tamil",
	"Telu": "Telugu", "Thai": "Thai", "Tibt": "Tibetan", "Zinh": "Inherited", "Zyyy": "Common",
}

// tables is the union of range tables.
func tables(all ...*unicode.RangeTable) []runeRange {
	var out []runeRange
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			out = append(out, runeRange{lo, hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			out = append(out, runeRange{r, r})
		}
	}
	for _, t := range all {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return tidy(out)
}

// without is what is in a and not in b.
func without(a, b []runeRange) []runeRange {
	return complement(append(complement(a), b...))
}
