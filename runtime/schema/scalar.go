package schema

import (
	"strconv"
	"unicode/utf8"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Types is a set of JSON types, as "type" names them.
type Types uint8

// The types. Integer is part of Number: every number without a fraction, also one that is written 1.0 or 1e3.
const (
	Null Types = 1 << iota
	Boolean
	Integer
	Number
	String
	Array
	Object
)

var typesOf = [...]Types{
	jsonx.KindNull: Null, jsonx.KindBoolean: Boolean, jsonx.KindNumber: Number,
	jsonx.KindString: String, jsonx.KindArray: Array, jsonx.KindObject: Object,
}

func typeOf(k jsonx.Kind) Types { return typesOf[k] }

// Type is "type": the value must be of one of the types.
func (e *Eval) Type(t Types) {
	if e.stop || e.kind&t != 0 || e.kind == Number && t&Integer != 0 && integer(e.value.Number()) {
		return
	}
	if e.fail() {
		e.add("type", "must be ", t.words(), ", but is ", e.describe())
	}
}

// Const is "const": the value must be equal to one that is given as JSON text.
func (e *Eval) Const(json string) {
	if !e.stop && !e.equals(json) && e.fail() {
		e.add("const", "must be ", schemaText(json), ", but is ", e.describe())
	}
}

// ConstString is [Eval.Const] for a string, which is given as it is.
func (e *Eval) ConstString(s string) {
	if !e.stop && (e.kind != String || e.text() != s) && e.fail() {
		e.add("const", "must be ", strconv.Quote(s), ", but is ", e.describe())
	}
}

// Enum is "enum": the value must be equal to one of those that are given as JSON texts.
func (e *Eval) Enum(json ...string) {
	if e.stop {
		return
	}
	for _, text := range json {
		if e.equals(text) {
			return
		}
	}
	if e.fail() {
		e.add("enum", "must be ", join(json, "or", schemaText), ", but is ", e.describe())
	}
}

// EnumStrings is [Eval.Enum] for strings, which are given as they are.
func (e *Eval) EnumStrings(values ...string) {
	if e.stop {
		return
	}
	if e.kind == String {
		text := e.text()
		for _, s := range values {
			if s == text {
				return
			}
		}
	}
	if e.fail() {
		e.add("enum", "must be ", join(values, "or", strconv.Quote), ", but is ", e.describe())
	}
}

// MinLength is "minLength", in code points.
func (e *Eval) MinLength(limit uint64) {
	if !e.stop && e.kind == String && e.length() < limit && e.fail() {
		e.tooFew("minLength", limit, "character")
	}
}

// MaxLength is "maxLength", in code points.
func (e *Eval) MaxLength(limit uint64) {
	if !e.stop && e.kind == String && e.length() > limit && e.fail() {
		e.tooMany("maxLength", limit, "character")
	}
}

// Pattern is "pattern": the regular expression must match somewhere in the string.
func (e *Eval) Pattern(re *Regexp) {
	if !e.stop && e.kind == String && !re.Matches(e.text()) && e.fail() {
		e.add("pattern", "must match the regular expression ", schemaText(re.Source), ", but is ", e.describe())
	}
}

func (e *Eval) tooFew(keyword string, limit uint64, what string) {
	e.add(keyword, "must have at least ", count(limit, what), ", but has ", strconv.FormatUint(e.length(), 10))
}

func (e *Eval) tooMany(keyword string, limit uint64, what string) {
	e.add(keyword, "must have at most ", count(limit, what), ", but has ", strconv.FormatUint(e.length(), 10))
}

// text is a string, or the name that is being judged.
func (e *Eval) text() string {
	if e.mode&isName != 0 {
		return e.name
	}
	return e.value.Text()
}

// length is how many code points, members or items the value has.
func (e *Eval) length() uint64 {
	if e.mode&isName != 0 {
		return uint64(utf8.RuneCountInString(e.name))
	}
	return uint64(e.value.Len())
}

// equals tells whether the value is equal to a JSON text.
func (e *Eval) equals(json string) bool {
	raw := jsonx.Raw(json)
	switch kind := typeOf(raw.Kind()); {
	case kind != e.kind:
		return false
	case kind == Null:
		return true
	case kind == Boolean:
		return e.value.Bool() == (json[0] == 't')
	case kind == Number:
		return jsonx.CompareNumbers(e.value.Number(), json) == 0
	case kind == String:
		s, ok := raw.Text()
		return ok && e.text() == s
	}
	doc, err := jsonx.Parse(json)
	return err == nil && e.value.Equal(doc.Root())
}
