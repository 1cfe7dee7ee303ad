package schema

// Any is the schema true.
func Any(*Eval) {}

// Never is the schema false.
func Never(e *Eval) {
	if e.stop || !e.fail() || e.mode&muted != 0 {
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
	e.each("allOf", schemas)
}

// AnyOf is "anyOf": at least one schema must take the value. If none does, what each has against it follows.
func (e *Eval) AnyOf(schemas ...Func) {
	if e.stop {
		return
	}
	taken := false
	for _, f := range schemas {
		if e.takes("anyOf", f) {
			taken = true
			if e.set < 0 {
				return // only who tracks needs to know what the others evaluate
			}
		}
		if e.stop {
			return
		}
	}
	if !taken && e.fail() {
		e.add("anyOf", "must fit ", atLeastOne(len(schemas)), ", but ", e.describe(), " fits none")
		e.each("anyOf", schemas)
	}
}

// OneOf is "oneOf": exactly one schema must take the value. If none does, what each has against it follows.
func (e *Eval) OneOf(schemas ...Func) {
	if e.stop {
		return
	}
	var taken []int
	var few [4]int
	taken = few[:0]
	for i, f := range schemas {
		if e.takes("oneOf", f) {
			taken = append(taken, i)
		}
		if e.stop || e.quick && len(taken) > 1 {
			break
		}
	}
	if len(taken) == 1 || e.stop || !e.fail() {
		return
	}
	must := "must fit exactly one of " + count(uint64(len(schemas)), "schema")
	if len(taken) > 0 {
		e.add("oneOf", must, ", but fits ", indexes(taken))
		return
	}
	e.add("oneOf", must, ", but ", e.describe(), " fits none")
	e.each("oneOf", schemas)
}

// each judges the value by every schema of a list, all of which must take it.
func (e *Eval) each(keyword string, schemas []Func) {
	for i, f := range schemas {
		if e.stop {
			return
		}
		e.enterIndex(keyword, i)
		e.must(f)
		e.exit()
	}
}

// Not is "not": the schema must not take the value.
func (e *Eval) Not(f Func) {
	if e.stop {
		return
	}
	set := e.set
	e.set = -1 // what is evaluated in there never counts
	taken := e.takes("not", f)
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
	if e.takes("if", condition) {
		keyword, f = "then", then
	}
	if f != nil && !e.stop {
		e.enter(keyword)
		e.must(f)
		e.exit()
	}
}
