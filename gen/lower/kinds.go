package lower

import (
	"math/bits"

	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// kindSet is a set of kinds of JSON values that have none in common: numbers are whole or have a fraction.
type kindSet uint8

const (
	nullKind kindSet = 1 << iota
	boolKind
	wholeKind
	fractionKind
	stringKind
	arrayKind
	objectKind

	noKinds    kindSet = 0
	allKinds           = nullKind | boolKind | wholeKind | fractionKind | stringKind | arrayKind | objectKind
	numberKind         = wholeKind | fractionKind
)

// typeKinds are the names that "type" has for kinds.
var typeKinds = map[string]kindSet{
	"null": nullKind, "boolean": boolKind, "integer": wholeKind, "number": numberKind, "string": stringKind,
	"array": arrayKind, "object": objectKind,
}

// families are the kinds that one Go type each can hold, in the order of [model.Kind].
var families = []kindSet{nullKind, boolKind, numberKind, stringKind, arrayKind, objectKind}

// familiesIn are those that a set has anything of.
func familiesIn(k kindSet) []kindSet {
	var out []kindSet
	for _, f := range families {
		if k&f != 0 {
			out = append(out, k&f)
		}
	}
	return out
}

func (k kindSet) isOneFamily() bool {
	return k != noKinds && (bits.OnesCount8(uint8(k)) == 1 || k == numberKind)
}

// modelKind is a family as the model has it.
func (k kindSet) modelKind() model.Kind {
	switch k {
	case nullKind:
		return model.KindNull
	case boolKind:
		return model.KindBoolean
	case wholeKind:
		return model.KindInteger
	case stringKind:
		return model.KindString
	case arrayKind:
		return model.KindArray
	case objectKind:
		return model.KindObject
	}
	return model.KindNumber
}

// kindOf is the kind of one value.
func kindOf(n *load.Node) kindSet {
	switch n.Kind {
	case load.Null:
		return nullKind
	case load.Bool:
		return boolKind
	case load.String:
		return stringKind
	case load.Array:
		return arrayKind
	case load.Object:
		return objectKind
	}
	if r := rational(n); r != nil && !r.IsInt() {
		return fractionKind
	}
	return wholeKind
}

// kindsOf are the kinds of values that a schema can take: every value that it takes is of one of them.
func (l *lowerer) kindsOf(s *resolve.Schema) kindSet {
	if k, ok := l.kinds[s]; ok {
		return k
	}
	l.kinds[s] = allKinds // for a schema that leads back to itself
	k := l.findKinds(s)
	l.kinds[s] = k
	return k
}

func (l *lowerer) findKinds(s *resolve.Schema) kindSet {
	if s.Node.Kind == load.Bool {
		if s.Node.Text == "true" {
			return allKinds
		}
		return noKinds
	}
	k := allKinds
	if t := s.Keyword("type"); t != nil {
		k &= namedKinds(t)
	}
	if v := s.Keyword("const"); v != nil {
		k &= kindOf(v)
	}
	if e := s.Keyword("enum"); e != nil {
		var any kindSet
		for _, v := range e.Items {
			any |= kindOf(v)
		}
		k &= any
	}
	for _, target := range l.followed(s) {
		k &= l.kindsOf(target)
	}
	for _, sub := range s.SubsOf("allOf") {
		k &= l.kindsOf(sub.Schema)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if s.Keyword(keyword) != nil {
			var any kindSet
			for _, sub := range s.SubsOf(keyword) {
				any |= l.kindsOf(sub.Schema)
			}
			k &= any
		}
	}
	if not := s.Sub("not"); not != nil {
		k &^= l.whollyTaken(not)
	}
	return k & l.conditionalKinds(s)
}

// conditionalKinds are those that if, then and else leave.
func (l *lowerer) conditionalKinds(s *resolve.Schema) kindSet {
	cond := s.Sub("if")
	if cond == nil {
		return allKinds
	}
	yes, no := l.kindsOf(cond), allKinds&^l.whollyTaken(cond)
	if then := s.Sub("then"); then != nil {
		yes &= l.kindsOf(then)
	}
	if otherwise := s.Sub("else"); otherwise != nil {
		no &= l.kindsOf(otherwise)
	}
	return yes | no
}

// whollyTaken are the kinds of which a schema certainly takes every value. Only schemas that say nothing but a type are
// looked at.
func (l *lowerer) whollyTaken(s *resolve.Schema) kindSet {
	if s.Node.Kind == load.Bool {
		return l.kindsOf(s)
	}
	k := allKinds
	for _, m := range s.Node.Members {
		if s.Keyword(m.Key) == nil || !asserts(s.Dialect, m.Key) {
			continue
		}
		switch m.Key {
		case "type":
			k &= namedKinds(m.Value)
		case "const":
			k &= wholeKindOf(m.Value)
		case "enum":
			var any kindSet
			for _, v := range m.Value.Items {
				any |= wholeKindOf(v)
			}
			k &= any
		default:
			return noKinds
		}
	}
	return k
}

// wholeKindOf is the kind of which a value is the only one.
func wholeKindOf(n *load.Node) kindSet { return kindOf(n) & nullKind }

// namedKinds are the kinds that the value of "type" names.
func namedKinds(t *load.Node) kindSet {
	if t.Kind == load.String {
		return typeKinds[t.Text]
	}
	var k kindSet
	for _, name := range t.Items {
		k |= typeKinds[name.Text]
	}
	return k
}

// never tells whether a schema takes no value at all, so far as that can be told from kinds.
func (l *lowerer) never(s *resolve.Schema) bool { return s != nil && l.kindsOf(s) == noKinds }
