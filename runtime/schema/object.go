package schema

import (
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// Dependency is a member of an object and those that must be there with it.
type Dependency struct {
	Name  string
	Needs []string
}

// NamedSchema is a schema that has a name.
type NamedSchema struct {
	Name string
	Eval Func
}

// PatternProperty is a schema for the members whose names a regular expression matches.
type PatternProperty struct {
	Pattern *Regexp
	Eval    Func
}

// MinProperties is "minProperties".
func (e *Eval) MinProperties(limit uint64) {
	if !e.stop && e.kind == Object && e.length() < limit && e.fail() {
		e.tooFew("minProperties", limit, "member")
	}
}

// MaxProperties is "maxProperties".
func (e *Eval) MaxProperties(limit uint64) {
	if !e.stop && e.kind == Object && e.length() > limit && e.fail() {
		e.tooMany("maxProperties", limit, "member")
	}
}

// Required is "required": the object must have all these members.
func (e *Eval) Required(names ...string) {
	if e.stop || e.kind != Object {
		return
	}
	found := 0
	c := e.value.Children()
	for found < len(names) && c.Next() {
		if c.Key() == names[found] { // as it is where members come in the schema's order
			found++
		}
	}
	for i, name := range names[found:] {
		if _, ok := e.value.Lookup(name); !ok {
			if e.fail() {
				e.addMissing("required", names[found+i:], "")
			}
			return
		}
	}
}

// DependentRequired is "dependentRequired", or "dependencies" with lists: an object that has one member must have others.
func (e *Eval) DependentRequired(keyword string, on ...Dependency) {
	if e.stop || e.kind != Object {
		return
	}
	for _, d := range on {
		if _, ok := e.value.Lookup(d.Name); !ok {
			continue
		}
		for i, name := range d.Needs {
			if _, ok := e.value.Lookup(name); ok {
				continue
			}
			if !e.fail() {
				return
			}
			e.addMissing(keyword, d.Needs[i:], ", because it has "+strconv.Quote(d.Name))
			break
		}
	}
}

// addMissing reports all of names that the object lacks.
func (e *Eval) addMissing(keyword string, names []string, because string) {
	var missing []string
	for _, name := range names {
		if _, ok := e.value.Lookup(name); !ok && (e.mode&muted == 0 || e.focus.object == e.value.ID() && e.focus.member == name) {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return // muted, all of them
	}
	what := "must have the member "
	if len(missing) > 1 {
		what = "must have the members "
	}
	mode := e.mode
	e.mode &^= muted
	e.add(keyword, what, join(missing, "and", strconv.Quote), because)
	e.mode = mode
}

// Properties is "properties", where the schema has neither patternProperties nor additionalProperties: named gives the
// schema for a member's name, or nil for those it says nothing of.
func (e *Eval) Properties(named func(name string) Func) {
	if e.stop || e.kind != Object {
		return
	}
	c := e.value.Children() // as the loop's own variable it would be copied for each member
	for c.Next() {
		if f := named(c.Key()); f != nil {
			e.mark(c.Index())
			e.enterName("properties", c.Key())
			e.descend(&c, f)
			e.exit()
			if e.stop {
				return
			}
		}
	}
}

// Members is "properties", "patternProperties" and "additionalProperties" of one schema, any of which may be nil. The
// last is for members that the first two say nothing of.
func (e *Eval) Members(named func(name string) Func, patterns []PatternProperty, additional Func) {
	if e.stop || e.kind != Object {
		return
	}
	c := e.value.Children()
	for c.Next() && !e.stop {
		name := c.Key()
		known := false
		if named != nil {
			if f := named(name); f != nil {
				known = true
				e.member(&c, "properties", name, f)
			}
		}
		for i := range patterns {
			if p := &patterns[i]; p.Pattern.Matches(name) {
				known = true
				e.member(&c, "patternProperties", p.Pattern.Source, p.Eval)
			}
		}
		if !known && additional != nil {
			known = true
			e.child(&c, "additionalProperties", additional)
		}
		if known {
			e.mark(c.Index())
		}
	}
}

// member judges a member by a schema that has a name under a keyword.
func (e *Eval) member(c *jsonx.Cursor, keyword, name string, f Func) {
	e.enterName(keyword, name)
	e.descend(c, f)
	e.exit()
}

// child judges a member or item by the schema under a keyword.
func (e *Eval) child(c *jsonx.Cursor, keyword string, f Func) {
	e.enter(keyword)
	e.descend(c, f)
	e.exit()
}

// Quick tells whether only the verdict is wanted, so that [Eval.Flat] will do.
func (e *Eval) Quick() bool { return e.quick }

// Flat is what "type" (object), "properties", "required", "unevaluatedProperties" (false) and the same keywords of schemas
// that are taken in by "allOf" and "$ref" come to together, in one go over the members. It does not say why an object is
// invalid, and so is for where [Eval.Quick] is true.
//
// member gives, for a member's name, its number and the schema for its value, or a negative number for a member that
// nothing is said of. required has a bit for the number of each member that must be there; closed tells that there must be
// none that nothing is said of.
func (e *Eval) Flat(required uint64, closed bool, member func(name string) (int, Func)) {
	if e.stop {
		return
	}
	if e.kind != Object {
		e.fail()
		return
	}
	c := e.value.Children()
	for c.Next() {
		i, f := member(c.Key())
		if i < 0 {
			if closed {
				e.fail()
				return
			}
			continue
		}
		required &^= 1 << i
		e.mark(c.Index())
		e.descend(&c, f)
		if e.stop {
			return
		}
	}
	if required != 0 {
		e.fail()
	}
}

// PropertyNames is "propertyNames": the schema must take the name of each member. What it has against a name is
// reported at the member.
func (e *Eval) PropertyNames(f Func) {
	if e.stop || e.kind != Object {
		return
	}
	e.enter("propertyNames")
	c := e.value.Children()
	for c.Next() && !e.stop {
		e.descendName(&c, f)
	}
	e.exit()
}

// DependentSchemas is "dependentSchemas", or "dependencies" with schemas: an object that has a member must fit the
// schema that goes with it.
func (e *Eval) DependentSchemas(keyword string, on ...NamedSchema) {
	if e.stop || e.kind != Object {
		return
	}
	for _, d := range on {
		if _, ok := e.value.Lookup(d.Name); ok && !e.stop {
			e.enterName(keyword, d.Name)
			e.must(d.Eval)
			e.exit()
		}
	}
}

// UnevaluatedProperties is "unevaluatedProperties": the schema is for members that nothing since [Eval.Track] has
// evaluated.
func (e *Eval) UnevaluatedProperties(f Func) {
	if e.stop || e.kind != Object {
		return
	}
	e.rest("unevaluatedProperties", f)
}

// rest judges the members or items that nothing has evaluated.
func (e *Eval) rest(keyword string, f Func) {
	if e.set >= 0 && e.sets[e.set].hasAll(e.value.Len()) {
		return
	}
	e.enter(keyword)
	c := e.value.Children()
	for c.Next() && !e.stop {
		if e.unevaluated(c.Index()) {
			e.descend(&c, f)
		}
	}
	e.exit()
	e.markAll()
}
