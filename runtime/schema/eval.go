package schema

import (
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// Eval is one validation under way: it stands on one value of the document, and each of its methods judges this value
// by one keyword. Only a [Func] ever sees one, and must not keep it.
type Eval struct {
	scope

	// quick asks for the verdict alone: no locations are kept, no violation is worded, and the first one ends it all.
	quick bool
	// failed tells that the schema at hand, or what it stands in, has been violated.
	failed bool
	// stop tells that the verdict on the schema at hand is in; every method returns at once.
	stop bool
	// over tells that nothing more is going to be judged: stop is never taken back.
	over bool
	// refusal is why there can be no verdict, until it has been reported.
	refusal string
	// depth is how many schemas are being evaluated inside each other.
	depth int

	// name is what is being judged where the mode is isName.
	name string

	sets []evaluated // a stack, see Track

	references
	report
}

// scope is what belongs to the value that an Eval stands on. It is saved and restored at every step down; with four
// fields it stays in registers.
type scope struct {
	value jsonx.Value
	kind  Types // one bit; Number for every number
	mode  mode
	// set is the place in Eval.sets of what has been evaluated of value, -1 where nobody asks.
	set int32
}

// mode is a set of exceptions.
type mode uint8

const (
	// isName: not the value itself is judged, but the name it has in its object, which is Eval.name.
	isName mode = 1 << iota
	// muted: nothing is to be reported of the value, see focus.
	muted
)

// maxDepth limits how many schemas may be evaluated inside each other: a document is at most [jsonx.MaxDepth] deep, but
// a schema can stack up any number of subschemas at each step. Each costs a few hundred bytes of stack.
const maxDepth = 400_000

// accepts judges a document, and nothing else.
func (e *Eval) accepts(s Schema, doc *jsonx.Document) bool {
	e.patience = patience(doc)
	e.evaluate(s, doc, true)
	return !e.failed
}

// explain judges a document that is known to be invalid again, and says why it is.
func (e *Eval) explain(s Schema, doc *jsonx.Document) []violation.Violation {
	e.location = s.Location
	e.evaluate(s, doc, false)
	return e.violations
}

func (e *Eval) evaluate(s Schema, doc *jsonx.Document, quick bool) {
	e.scope = scope{value: doc.Root(), kind: typeOf(doc.Root().Kind()), set: -1}
	e.quick = quick
	e.failed, e.stop, e.over = false, false, false
	e.sets = e.sets[:0]
	s.Eval(e)
}

// reset makes e ready for another document, and lets go of the one it has judged.
func (e *Eval) reset() {
	e.scope, e.name, e.depth, e.refusal = scope{}, "", 0, ""
	e.references.reset()
	e.report.reset()
}

// fail notes a violation. It tells whether to word it.
func (e *Eval) fail() bool {
	e.failed = true
	if e.quick {
		e.stop = true
		return false
	}
	return true
}

// refuse gives up on the whole document, because of a keyword.
func (e *Eval) refuse(keyword, why string) {
	e.over, e.stop, e.failed = true, true, true
	e.refusal = "cannot be judged: " + why
	e.reportRefusal(keyword)
}

// reportRefusal reports why there can be no verdict, unless this still is inside of a schema whose locations are not kept.
func (e *Eval) reportRefusal(keyword string) {
	if e.refusal != "" && !e.quick {
		e.add(keyword, e.refusal)
		e.refusal = ""
	}
}

// descend judges the child that a cursor stands on by f.
func (e *Eval) descend(c *jsonx.Cursor, f Func) {
	outer, sets := e.scope, len(e.sets)
	e.enterChild(c)
	v := c.Value()
	e.scope = scope{value: v, kind: typeOf(v.Kind()), set: -1}
	if outer.mode&muted != 0 && v.ID() != e.focus.value {
		e.mode = muted
	}
	e.call(f)
	e.scope, e.sets = outer, e.sets[:sets]
	e.exitChild()
}

// descendName judges the name of the member that a cursor stands on by f.
func (e *Eval) descendName(c *jsonx.Cursor, f Func) {
	outer, sets := e.scope, len(e.sets)
	e.enterChild(c)
	e.name = c.Key()
	e.scope = scope{value: c.Value(), kind: String, mode: isName | outer.mode&muted, set: -1}
	e.call(f)
	e.scope, e.sets = outer, e.sets[:sets]
	e.exitChild()
}

// must judges the same value by f, which has to take it. What f has evaluated counts even if it does not: the value
// is then invalid all the same, and to call what f knows unevaluated would only confuse.
func (e *Eval) must(f Func) {
	set, sets := e.set, len(e.sets)
	e.call(f)
	e.closeSet(set, set)
	e.sets = e.sets[:sets]
}

// takes tells whether f takes the same value, and reports nothing. What f has evaluated counts if it does. The keyword is
// what asks.
func (e *Eval) takes(keyword string, f Func) bool {
	quick, failed, set, sets := e.quick, e.failed, e.set, len(e.sets)
	e.quick, e.failed = true, false
	if set >= 0 {
		e.set = e.openSet()
	}
	e.call(f)
	taken := !e.failed
	if taken {
		e.closeSet(set, set)
	} else {
		e.closeSet(set, -1)
	}
	e.sets = e.sets[:sets]
	e.quick, e.failed, e.stop = quick, failed || e.over, e.over
	e.reportRefusal(keyword)
	return taken
}

// call is f(e), unless that would go too deep.
func (e *Eval) call(f Func) {
	if e.depth++; e.depth <= maxDepth {
		f(e)
	} else {
		e.tooDeep()
	}
	e.depth--
}

func (e *Eval) tooDeep() { e.refuse("", "too many schemas apply inside each other") }
