package schema

import "github.com/agui-gen/agui-gen/runtime/jsonx"

// Ref is "$ref", or another keyword that refers to a schema, with the absolute location of what it refers to.
func (e *Eval) Ref(keyword, location string, f Func) {
	if e.stop {
		return
	}
	refs := len(e.refs)
	if e.follows++; e.follows > maxFollows && e.circular(location) {
		e.refuse(keyword, "the schema refers to itself without end")
		return
	}
	e.enterTarget(keyword, location)
	e.must(f)
	e.exit()
	e.refs = e.refs[:refs]
	e.follows--
}

// follow is a reference that is being followed.
type follow struct {
	location string
	value    jsonx.Value // that it was followed for
	mode     mode
}

// maxFollows is how many references may be followed inside each other before anybody begins to wonder whether there is
// an end to them. maxRepeats is how often one may then come up again for the same value: once would prove that there is
// none, but where references are dynamic a location may have more than one meaning.
const (
	maxFollows = 64
	maxRepeats = 32
)

// circular notes a reference and, now and then, tells whether they lead in a circle.
func (e *Eval) circular(location string) bool {
	e.refs = append(e.refs, follow{location, e.value, e.mode})
	if len(e.refs)%maxFollows != 0 {
		return false
	}
	repeats := 0
	for i := len(e.refs) - 1; i >= 0; i-- {
		r := &e.refs[i]
		if r.value != e.value || r.mode != e.mode {
			break // from here on, up to the root, it is about other values
		}
		if r.location == location {
			repeats++
		}
	}
	return repeats > maxRepeats
}

// Resource judges the value by a subschema that is a resource of its own, with an "$id", and the location this gives it.
func (e *Eval) Resource(location string, f Func) {
	if !e.stop {
		e.enterTarget("", location)
		e.must(f)
		e.exit()
	}
}
