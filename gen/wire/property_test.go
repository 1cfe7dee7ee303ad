package wire_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

// TestLegalEdits makes a thousand random edits to a schema, one build after each, and holds that no number is ever moved or
// given twice: added and removed fields, messages, arms and enum values, names that come back and types that change with a
// declaration, renames with a declaration, any reordering, and branches that are merged.
func TestLegalEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a thousand schemas; not with -short")
	}
	w := newWorld(rand.New(rand.NewPCG(1, 1)))
	made := map[string]int{}
	for step := range 1000 {
		what := "merge two branches"
		if w.rnd.IntN(25) == 0 && w.file != "" {
			w.merge(t)
		} else {
			what = w.edit()
		}
		made[what]++
		w.build(t)
		if err := w.check(); err != nil {
			t.Fatalf("step %d (%s): %v\n%s", step, what, err, w.file)
		}
	}
	for _, what := range kindsOfEdits {
		if made[what] < 5 {
			t.Errorf("%s: made %d times", what, made[what])
		}
	}
}

var kindsOfEdits = []string{"add an object", "remove an object", "add a field", "remove a field", "take a field up again", "add a value", "remove a value",
	"take a value up again", "reorder", "rename a field", "rename a value", "rename an object and its arm", "change a type", "merge two branches"}

// build builds the schema as it is, and keeps the ledger.
func (w *world) build(t *testing.T) {
	t.Helper()
	l, err := wire.ParseLock("wire.lock", []byte(w.file))
	if err != nil {
		t.Fatal(err)
	}
	_, l, err = wire.Build(config(t, w.config()), l, wiretest.Model(t, "s.json", w.schema()))
	if err != nil {
		t.Fatalf("%v\n%s\n%s\n%s", err, w.config(), w.schema(), w.file)
	}
	w.file = string(l.Format())
	w.renamed, w.retired = nil, nil
}

// merge has one branch make an edit of any kind and the other add things, and merges them, the first being this world.
func (w *world) merge(t *testing.T) {
	t.Helper()
	base := w.file
	theirs := w.additions()
	theirs.build(t)
	for range 3 {
		w.edit()
		w.build(t)
		if err := w.check(); err != nil {
			t.Fatal(err)
		}
	}
	b, err := wire.NewBranches("wire.lock", []byte(base), []byte(w.file), []byte(theirs.file))
	if err != nil {
		t.Fatal(err)
	}
	l, moved, err := b.Resolve()
	if err != nil {
		t.Fatalf("%v\n%s\n%s\n%s", err, base, w.file, theirs.file)
	}
	w.file = string(l.Format())
	for _, m := range moved {
		if !strings.HasPrefix(m.Slot[strings.LastIndex(m.Slot, ".")+1:], "b") {
			t.Fatalf("%s was on the first branch and has moved", m.Slot)
		}
	}
	w.adopt(theirs)
}

// additions is a branch of the world in which things were added, all with names that begin with b.
func (w *world) additions() *world {
	theirs := &world{rnd: w.rnd, file: w.file, typed: w.typed}
	for _, o := range w.objects {
		o2 := *o
		o2.fields = append([]*thing(nil), o.fields...)
		o2.was = o
		if w.rnd.IntN(2) == 0 {
			w.next++
			o2.fields = append(o2.fields, &thing{name: fmt.Sprintf("b%d", w.next), added: true})
		}
		theirs.objects = append(theirs.objects, &o2)
	}
	w.next++
	theirs.values = append(append(theirs.values, w.values...), &thing{name: fmt.Sprintf("b%d", w.next), added: true})
	return theirs
}

// adopt takes up what another branch has added to what is still there.
func (w *world) adopt(theirs *world) {
	for _, o2 := range theirs.objects {
		for _, o := range w.objects {
			if o != o2.was {
				continue
			}
			for _, f := range o2.fields {
				if f.added {
					f.added = false
					o.fields = append(o.fields, f)
				}
			}
		}
	}
	v := theirs.values[len(theirs.values)-1]
	v.added = false
	w.values = append(w.values, v)
}

// slot is a number in a scope: an object, or the name of what all share. The object itself is kept, and not its address,
// which another might get when it is gone.
type slot struct {
	scope  any
	number string
}

// world is a schema that is edited: objects, one union of them, one enum. Every name in it is new.
type world struct {
	rnd     *rand.Rand
	file    string // the ledger
	next    int
	objects []*thing // with their properties
	values  []*thing // of the enum
	lost    []*thing // values that were removed
	gone    []string // what was removed, as the ledger has it
	renamed []string // the declarations of this edit
	retired []string
	typed   map[*thing]string // the types of those that are no string
	numbers map[*thing]string
	given   map[slot]*thing // who has it
}

// thing is what has a slot, or holds others that have.
type thing struct {
	name   string
	fields []*thing
	lost   []*thing // fields that were removed
	arm    *thing   // of an object: its arm in the union
	added  bool     // on another branch
	was    *thing   // before that branch
}

func newWorld(rnd *rand.Rand) *world {
	w := &world{rnd: rnd, typed: map[*thing]string{}, numbers: map[*thing]string{}, given: map[slot]*thing{}}
	w.addObject()
	w.addObject()
	w.values = append(w.values, &thing{name: w.fresh("V")})
	return w
}

func (w *world) fresh(prefix string) string {
	w.next++
	return fmt.Sprintf("%s%d", prefix, w.next)
}

func (w *world) addObject() {
	o := &thing{name: w.fresh("O")}
	o.arm = &thing{name: strings.ToLower(o.name)}
	o.fields = append(o.fields, &thing{name: w.fresh("f")})
	w.objects = append(w.objects, o)
}

func (w *world) bury(scope string, things ...*thing) {
	for _, f := range things {
		w.gone = append(w.gone, scope+"."+f.name)
	}
}

// edit makes one edit and says which.
func (w *world) edit() string {
	pick := func(list []*thing) (*thing, int) { i := w.rnd.IntN(len(list)); return list[i], i }
	o, at := pick(w.objects)
	switch w.rnd.IntN(13) {
	case 0:
		w.addObject()
		return "add an object"
	case 1:
		if len(w.objects) > 2 {
			w.objects = append(w.objects[:at:at], w.objects[at+1:]...)
			w.bury(o.name, o.fields...)
			w.bury("U.kind", o.arm)
			return "remove an object"
		}
	case 2:
		if len(o.fields) > 1 {
			f, i := pick(o.fields)
			o.fields = append(o.fields[:i:i], o.fields[i+1:]...)
			o.lost = append(o.lost, f)
			w.bury(o.name, f)
			return "remove a field"
		}
	case 3:
		w.values = append(w.values, &thing{name: w.fresh("V")})
		return "add a value"
	case 4:
		if len(w.values) > 1 {
			v, i := pick(w.values)
			w.values = append(w.values[:i:i], w.values[i+1:]...)
			if w.numbers[v] != "0" { // which stays in the .proto file, so that its name is not free
				w.lost = append(w.lost, v)
			}
			w.bury("K", v)
			return "remove a value"
		}
	case 5:
		w.rnd.Shuffle(len(w.objects), func(i, j int) { w.objects[i], w.objects[j] = w.objects[j], w.objects[i] })
		w.rnd.Shuffle(len(w.values), func(i, j int) { w.values[i], w.values[j] = w.values[j], w.values[i] })
		w.rnd.Shuffle(len(o.fields), func(i, j int) { o.fields[i], o.fields[j] = o.fields[j], o.fields[i] })
		return "reorder"
	case 6:
		f, _ := pick(o.fields)
		w.rename(o.name, f, w.fresh("f"))
		return "rename a field"
	case 7:
		v, _ := pick(w.values)
		w.rename("K", v, w.fresh("V"))
		return "rename a value"
	case 8:
		old, oldArm := o.name, o.arm.name
		o.name = w.fresh("O")
		o.arm.name = strings.ToLower(o.name)
		w.renamed = append(w.renamed, o.name+": "+old, "U.kind."+o.arm.name+": U.kind."+oldArm)
		for i, g := range w.gone {
			if rest, ok := strings.CutPrefix(g, old+"."); ok {
				w.gone[i] = o.name + "." + rest
			}
		}
		return "rename an object and its arm"
	case 9:
		if f, i := pick(o.fields); w.numbers[f] != "" {
			w.bury(o.name, f)
			o.fields[i] = w.again(o.name, f)
			if w.typed[f] == "" {
				w.typed[o.fields[i]] = "integer"
			}
			return "change a type"
		}
	case 10:
		if len(o.lost) > 0 {
			f, i := pick(o.lost)
			o.lost = append(o.lost[:i:i], o.lost[i+1:]...)
			o.fields = append(o.fields, w.again(o.name, f))
			return "take a field up again"
		}
	case 11:
		if len(w.lost) > 0 {
			v, i := pick(w.lost)
			w.lost = append(w.lost[:i:i], w.lost[i+1:]...)
			w.values = append(w.values, w.again("K", v))
			return "take a value up again"
		}
	}
	o.fields = append(o.fields, &thing{name: w.fresh("f")})
	return "add a field"
}

// again is another thing of a name, which gives up the number it had.
func (w *world) again(scope string, f *thing) *thing {
	w.retired = append(w.retired, scope+"."+f.name+": "+w.numbers[f])
	return &thing{name: f.name}
}

func (w *world) rename(scope string, f *thing, name string) {
	w.renamed = append(w.renamed, scope+"."+name+": "+scope+"."+f.name)
	f.name = name
}

func (w *world) config() string {
	return "version: 1\nenums: {K: {values: as_is}}\nrenamed_from: {" + strings.Join(w.renamed, ", ") + "}\nretired: {" + strings.Join(w.retired, ", ") + "}\n"
}

func (w *world) schema() string {
	var defs, members, values []string
	for _, o := range w.objects {
		props := []string{fmt.Sprintf(`"t": {"const": %q}`, o.arm.name)}
		for _, f := range o.fields {
			typ := "string"
			if w.typed[f] != "" {
				typ = w.typed[f]
			}
			props = append(props, fmt.Sprintf(`%q: {"type": %q}`, f.name, typ))
		}
		defs = append(defs, fmt.Sprintf(`%q: {"properties": {%s}, "required": ["t"]}`, o.name, strings.Join(props, ", ")))
		members = append(members, fmt.Sprintf(`{"$ref": "#/$defs/%s"}`, o.name))
	}
	for _, v := range w.values {
		values = append(values, fmt.Sprintf("%q", v.name))
	}
	defs = append(defs, `"U": {"oneOf": [`+strings.Join(members, ", ")+`]}`, `"K": {"enum": [`+strings.Join(values, ", ")+`]}`)
	return `{"$defs": {` + strings.Join(defs, ",\n") + `}}`
}

// check holds the ledger against what every thing had before.
func (w *world) check() error {
	have := map[string]string{}
	for _, line := range strings.Split(w.file, "\n") {
		if name, number, ok := strings.Cut(line, " = "); ok {
			have[name] = number
		}
	}
	one := func(scope any, path string, f *thing) error {
		number, ok := have[path+"."+f.name]
		if !ok {
			return fmt.Errorf("%s.%s has no number", path, f.name)
		}
		if before, ok := w.numbers[f]; ok && before != number {
			return fmt.Errorf("%s.%s has the number %s and had %s", path, f.name, number, before)
		}
		w.numbers[f] = number
		if other := w.given[slot{scope, number}]; other != nil && other != f {
			return fmt.Errorf("%s.%s has the number %s, which was %s's", path, f.name, number, other.name)
		}
		w.given[slot{scope, number}] = f
		return nil
	}
	for _, o := range w.objects {
		for _, f := range o.fields {
			if err := one(o, o.name, f); err != nil {
				return err
			}
		}
		if err := one("U", "U.kind", o.arm); err != nil {
			return err
		}
	}
	for _, v := range w.values {
		if err := one("K", "K", v); err != nil {
			return err
		}
	}
	for _, g := range w.gone {
		if _, ok := have["# reserved "+g]; !ok {
			return fmt.Errorf("%s is gone and has no tombstone", g)
		}
	}
	return nil
}
