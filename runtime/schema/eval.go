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
	// refused tells that there can be no verdict: stop is never taken back.
	refused bool
	why     string // of refused, until it has been reported
	// depth is how many schemas are being evaluated inside each other.
	depth int

	// name is what is being judged where the mode is isName.
	name string

	sets []evaluated // a stack, see Track
	// follows is how many references are being followed inside each other, and refs are all but the first of them.
	follows int
	refs    []follow

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

func (e *Eval) begin(root jsonx.Value, location string, quick bool) {
	e.scope = scope{value: root, kind: typeOf(root.Kind()), set: -1}
	e.quick = quick
	e.failed, e.stop, e.refused, e.why = false, false, false, ""
	e.depth, e.follows = 0, 0
	e.sets, e.refs = e.sets[:0], e.refs[:0]
	if !quick {
		e.report = report{location: location, path: e.path[:0], place: e.place[:0]}
	}
}

// end is what there is to report.
func (e *Eval) end() []violation.Violation {
	list := e.finish()
	e.report = report{path: e.path[:0], place: e.place[:0]}
	return list
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
	e.refused, e.stop, e.failed = true, true, true
	e.why = "cannot be judged: " + why
	e.tellRefusal(keyword)
}

// tellRefusal makes the refusal all that is reported, once the keyword's location is known.
func (e *Eval) tellRefusal(keyword string) {
	if e.refused && !e.quick && e.why != "" {
		e.only(e.violation(keyword, e.why))
		e.why = ""
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

// try judges the same value by f and tells whether f takes it. What f has evaluated counts only if it does; if not, it
// is added to the set lost, unless that is -1.
func (e *Eval) try(f Func, lost int32) bool {
	failed, set, sets := e.failed, e.set, len(e.sets)
	e.failed = false
	if set >= 0 {
		e.set = e.openSet()
	}
	e.call(f)
	ok := !e.failed
	if ok {
		lost = set
	}
	e.closeSet(set, lost)
	e.sets = e.sets[:sets]
	e.failed = failed || e.refused
	e.stop = e.refused
	return ok
}

// probe is try without a trace, for a keyword: nothing that f finds wrong is reported.
func (e *Eval) probe(keyword string, f Func) bool {
	quick := e.quick
	e.quick = true
	ok := e.try(f, -1)
	e.quick = quick
	e.tellRefusal(keyword)
	return ok
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
