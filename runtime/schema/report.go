package schema

import (
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// report is what an Eval that words its violations keeps besides.
type report struct {
	location   string  // of the schema that validation began at
	path       []step  // a stack: the way from there
	place      []child // a stack: the way from the document to the value at hand
	violations []violation.Violation
	size       int // of all texts in violations, in bytes
	focus      *focus
}

func (r *report) reset() {
	if r.location == "" && r.violations == nil {
		return // nothing has been reported
	}
	*r = report{path: emptied(r.path), place: emptied(r.place)}
}

// emptied is a stack to be used again, which holds on to nothing. One that has grown uncommonly high is given up.
func emptied[T any](stack []T) []T {
	const high = 256
	if cap(stack) > high {
		return nil
	}
	clear(stack[:cap(stack)])
	return stack[:0]
}

// focus restricts what is reported to what concerns one member of one object: to find fault with the rest would not
// help.
type focus struct {
	object int    // its ID
	member string // its name
	value  int    // its value's ID, -1 where it is absent
}

// maxReport limits the texts of all violations of a document, in bytes. A document of a megabyte may nest 10,000 deep
// and be wrong at every level; the pointers alone would take gigabytes.
const maxReport = 16 << 20

// enter steps into the subschema that is a keyword's value.
func (e *Eval) enter(keyword string) {
	if !e.quick {
		e.push(step{keyword: keyword})
	}
}

// enterName steps into the subschema that has a name under a keyword.
func (e *Eval) enterName(keyword, name string) {
	if !e.quick {
		e.push(step{keyword: keyword, holding: byName, name: name})
	}
}

// enterIndex steps into a subschema in a keyword's list.
func (e *Eval) enterIndex(keyword string, i int) {
	if !e.quick {
		e.push(step{keyword: keyword, holding: byIndex, index: i})
	}
}

// enterTarget steps into a schema elsewhere, through a keyword, or without one into an embedded resource.
func (e *Eval) enterTarget(keyword, location string) {
	if !e.quick {
		e.push(step{keyword: keyword, target: location})
	}
}

//go:noinline
func (e *Eval) push(s step) { e.path = append(e.path, s) }

// exit steps out again.
func (e *Eval) exit() {
	if !e.quick {
		e.path = e.path[:len(e.path)-1]
	}
}

// enterChild moves to a member or item.
func (e *Eval) enterChild(c *jsonx.Cursor) {
	if !e.quick {
		e.pushChild(c)
	}
}

//go:noinline
func (e *Eval) pushChild(c *jsonx.Cursor) {
	if e.kind == Object {
		e.place = append(e.place, child{name: c.Key(), index: -1})
	} else {
		e.place = append(e.place, child{index: c.Index()})
	}
}

func (e *Eval) exitChild() {
	if !e.quick {
		e.place = e.place[:len(e.place)-1]
	}
}

// add reports that the value breaks a keyword of the schema at hand.
func (e *Eval) add(keyword string, message ...string) {
	if e.mode&muted == 0 {
		e.keep(e.violation(keyword, strings.Join(message, "")))
	}
}

// violation is one of a keyword of the schema at hand, or of the schema itself.
func (e *Eval) violation(keyword, message string) violation.Violation {
	path := e.path
	if keyword != "" {
		path = append(path, step{keyword: keyword})
	}
	v := violation.Violation{
		Keyword:                 keyword,
		InstanceLocation:        string(appendPlace(nil, e.place)),
		KeywordLocation:         string(appendPath(nil, path)),
		AbsoluteKeywordLocation: string(appendAbsolute(nil, e.location, path)),
		Message:                 message,
	}
	if e.mode&isName != 0 {
		v.Message = "the name " + quote(e.name) + " " + v.Message
	}
	if e.focus != nil && e.focus.value >= 0 {
		v.Message += " (to fit the nearest alternative)"
	}
	return v
}

// keep adds a violation to the report. Once the report is full, that ends the validation.
func (e *Eval) keep(v violation.Violation) {
	e.violations = append(e.violations, v)
	e.size += len(v.InstanceLocation) + len(v.KeywordLocation) + len(v.AbsoluteKeywordLocation) + len(v.Message)
	if e.size > maxReport && !e.over {
		e.over, e.stop = true, true
		e.violations = append(e.violations, violation.Violation{Message: "has more violations than are listed here"})
	}
}
