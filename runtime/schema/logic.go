package schema

import (
	"strconv"
)

// Any is the schema true.
func Any(*Eval) {}

// Never is the schema false.
func Never(e *Eval) {
	if e.stop || !e.fail() || !e.admits() {
		return
	}
	// What is wrong is the place that the value is at; that is a matter of the keyword that led to it.
	v := e.violation("", "is not allowed: the schema takes no value here")
	v.Keyword = "false"
	for i := len(e.path) - 1; i >= 0; i-- {
		if keyword := e.path[i].keyword; keyword != "" {
			v.Keyword = keyword
			break
		}
	}
	switch v.Keyword {
	case "additionalProperties", "unevaluatedProperties":
		v.Message = "is not allowed: the schema knows no such member"
	case "items", "additionalItems", "unevaluatedItems":
		v.Message = "is not allowed: the schema takes no item here"
	}
	e.keep(v)
}

// AllOf is "allOf": every schema must take the value.
func (e *Eval) AllOf(schemas ...Func) {
	for i, f := range schemas {
		if e.stop {
			return
		}
		e.enterIndex("allOf", i)
		e.must(f)
		e.exit()
	}
}

// AnyOf is "anyOf": at least one schema must take the value. If none does, what each has against it follows.
func (e *Eval) AnyOf(schemas ...Func) {
	if e.stop {
		return
	}
	c := e.choose()
	for i, f := range schemas {
		if c.taken > 0 && e.set < 0 {
			break // only who tracks needs to know what the others evaluate
		}
		if e.alternative(&c, "anyOf", i, f); e.refused {
			return
		}
	}
	if e.chosen(&c); c.taken == 0 && e.fail() {
		e.addAbove(c.draft, "anyOf", "must fit ", atLeastOne(len(schemas)), ", but ", e.describe(), " fits none")
	}
}

// OneOf is "oneOf": exactly one schema must take the value. If none does, what each has against it follows.
func (e *Eval) OneOf(schemas ...Func) {
	if e.stop {
		return
	}
	c := e.choose()
	for i, f := range schemas {
		if c.taken > 1 && e.quick {
			break
		}
		if e.alternative(&c, "oneOf", i, f); e.refused {
			return
		}
	}
	if e.chosen(&c); c.taken == 1 || !e.fail() {
		return
	}
	if c.taken == 0 {
		e.addAbove(c.draft, "oneOf", "must fit exactly one of ", count(uint64(len(schemas)), "schema"), ", but ", e.describe(), " fits none")
		return
	}
	fits := list(c.which, "and", asItIs)
	e.add("oneOf", "must fit exactly one of ", count(uint64(len(schemas)), "schema"), ", but fits ", fits, " (counted from 0)")
}

func atLeastOne(n int) string {
	if n == 1 {
		return "a schema"
	}
	return "at least one of " + strconv.Itoa(n) + " schemas"
}

// choice is the state of trying alternatives.
type choice struct {
	draft draft
	taken int      // how many take the value
	which []string // their indexes; only where violations are worded
	lost  int32    // the set of what has been evaluated in vain, -1 where nobody asks
	sets  int
}

func (e *Eval) choose() choice {
	c := choice{draft: e.draft(), lost: -1, sets: len(e.sets)}
	if e.set >= 0 && !e.quick {
		c.lost = e.openSet()
	}
	return c
}

func (e *Eval) alternative(c *choice, keyword string, i int, f Func) {
	e.enterIndex(keyword, i)
	if e.try(f, c.lost) {
		c.taken++
		if !e.quick {
			c.which = append(c.which, strconv.Itoa(i))
		}
	}
	e.exit()
}

// chosen ends a choice. Once an alternative has taken the value, what the others have against it is of no interest.
// Where none has, what they evaluated counts, as it does in must.
func (e *Eval) chosen(c *choice) {
	if c.taken > 0 {
		e.discard(c.draft)
	} else if c.lost >= 0 {
		e.sets[e.set].addSet(&e.sets[c.lost])
	}
	e.sets = e.sets[:c.sets]
}

// Not is "not": the schema must not take the value.
func (e *Eval) Not(f Func) {
	if e.stop {
		return
	}
	set := e.set
	e.set = -1 // what is evaluated in there never counts
	taken := e.probe("not", f)
	e.set = set
	if taken && e.fail() {
		e.add("not", "is ", e.describe(), ", which the schema excludes")
	}
}

// If is "if", with "then" and "else", either of which may be nil: if the condition takes the value, then must too,
// otherwise otherwise must.
func (e *Eval) If(condition, then, otherwise Func) {
	if e.stop {
		return
	}
	keyword, f := "else", otherwise
	if e.probe("if", condition) {
		keyword, f = "then", then
	}
	if f != nil && !e.stop {
		e.enter(keyword)
		e.must(f)
		e.exit()
	}
}
