package schema

import (
	"unsafe"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Ref is "$ref", or another keyword that refers to a schema, with the absolute location of what it refers to.
func (e *Eval) Ref(keyword, location string, f Func) {
	if e.stop {
		return
	}
	if e.patience--; e.patience < 0 && e.set < 0 {
		e.recall(keyword, location, f)
		return
	}
	e.follow(keyword, location, f)
}

// Resource judges the value by a subschema that is a resource of its own, with an "$id", and the location this gives it.
func (e *Eval) Resource(location string, f Func) {
	if !e.stop {
		e.enterTarget("", location)
		e.must(f)
		e.exit()
	}
}

func (e *Eval) follow(keyword, location string, f Func) {
	trail := len(e.trail)
	if e.following++; e.following > maxFollowing && e.circular(location) {
		e.refuse(keyword, "the schema refers to itself without end")
	} else {
		e.enterTarget(keyword, location)
		e.must(f)
		e.exit()
	}
	e.following--
	e.trail = e.trail[:trail]
}

// references is what an Eval knows of the references it follows. Whatever has no end goes through a reference, for a
// schema is a finite text; so it is here that the end is seen to.
type references struct {
	// following is how many are being followed inside each other, and trail is those of them past maxFollowing.
	following int
	trail     []footprint
	// patience is how many more may be followed before verdicts are remembered, and verdicts are those.
	patience int
	verdicts map[question]verdict
}

func (r *references) reset() {
	*r = references{trail: r.trail[:0]}
}

// maxFollowing is how many references may be followed inside each other before anybody begins to wonder whether there is
// an end to them. maxRepeats is how often one may then come up again for the same value: once would prove that there is
// none, but where references are dynamic a location may have more than one meaning.
const (
	maxFollowing = 64
	maxRepeats   = 32
)

// footprint is a reference that is being followed, and for which value.
type footprint struct {
	location string
	value    jsonx.Value
	mode     mode
}

// circular notes a reference and, now and then, tells whether they lead in a circle.
func (e *Eval) circular(location string) bool {
	e.trail = append(e.trail, footprint{location, e.value, e.mode})
	if len(e.trail)%maxFollowing != 0 {
		return false
	}
	repeats := 0
	for i := len(e.trail) - 1; i >= 0; i-- {
		f := &e.trail[i]
		if f.value != e.value || f.mode != e.mode {
			break // from here on, up to the root, it is about other values
		}
		if f.location == location {
			repeats++
		}
	}
	return repeats > maxRepeats
}

// A schema may refer to itself twice at each step down, so that the work doubles at each step: a document of fifty
// brackets would keep it busy for years. Once that much has been asked that questions must be coming up again, verdicts
// are remembered. A document that is judged once through never comes to that.

// patience is how many references may be followed before verdicts are remembered.
func patience(doc *jsonx.Document) int { return 4096 + 16*doc.Size() }

// question is whether a function takes a value, or its name.
type question struct {
	function unsafe.Pointer
	value    jsonx.Value
	mode     mode
}

type verdict struct {
	taken bool
	// function keeps what question.function points to from being another function one day.
	function Func
}

// recall is follow, but asks no question twice. Nobody may want to know what the schema evaluates.
func (e *Eval) recall(keyword, location string, f Func) {
	q := question{*(*unsafe.Pointer)(unsafe.Pointer(&f)), e.value, e.mode & isName}
	v, known := e.verdicts[q]
	switch {
	case known && v.taken:
	case known && e.quick:
		e.fail()
	case known:
		e.follow(keyword, location, f) // to report why
	default:
		failed := e.failed
		e.failed = false
		e.follow(keyword, location, f)
		if e.verdicts == nil {
			e.verdicts = map[question]verdict{}
		}
		if !e.over {
			e.verdicts[q] = verdict{!e.failed, f}
		}
		e.failed = e.failed || failed
	}
}
