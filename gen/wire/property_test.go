package wire_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/gen/wire/wiretest"
)

// TestLegalEdits makes random edits to a schema, one build after each, and holds that no number is ever moved or given
// twice: added and removed fields, messages, arms and enum values, renames with a declaration, and any reordering.
func TestLegalEdits(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWorld(rand.New(rand.NewPCG(seed, 1)))
			file := ""
			for step := range 150 {
				what := w.edit()
				l, err := wire.ParseLock("wire.lock", []byte(file))
				if err != nil {
					t.Fatalf("step %d (%s): %v", step, what, err)
				}
				_, l, err = wire.Build(config(t, w.config()), l, wiretest.Model(t, "s.json", w.schema()))
				if err != nil {
					t.Fatalf("step %d (%s): %v\n%s", step, what, err, w.schema())
				}
				file = string(l.Format())
				if err := w.check(file); err != nil {
					t.Fatalf("step %d (%s): %v\n%s", step, what, err, file)
				}
			}
		})
	}
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
	next    int
	objects []*thing // with their properties
	values  []*thing // of the enum
	gone    []string // what was removed, as the ledger has it
	renamed []string // the declarations of this edit
	numbers map[*thing]string
	given   map[slot]*thing // who has it
}

// thing is what has a slot, or holds others that have.
type thing struct {
	name   string
	fields []*thing
	arm    *thing // of an object: its arm in the union
}

func newWorld(rnd *rand.Rand) *world {
	w := &world{rnd: rnd, numbers: map[*thing]string{}, given: map[slot]*thing{}}
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
	w.renamed = nil
	pick := func(list []*thing) (*thing, int) { i := w.rnd.IntN(len(list)); return list[i], i }
	o, at := pick(w.objects)
	switch w.rnd.IntN(10) {
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
	}
	o.fields = append(o.fields, &thing{name: w.fresh("f")})
	return "add a field"
}

func (w *world) rename(scope string, f *thing, name string) {
	w.renamed = append(w.renamed, scope+"."+name+": "+scope+"."+f.name)
	f.name = name
}

func (w *world) config() string {
	return "version: 1\nenums: {K: {values: as_is}}\nrenamed_from: {" + strings.Join(w.renamed, ", ") + "}\n"
}

func (w *world) schema() string {
	var defs, members, values []string
	for _, o := range w.objects {
		props := []string{fmt.Sprintf(`"t": {"const": %q}`, o.arm.name)}
		for _, f := range o.fields {
			props = append(props, fmt.Sprintf(`%q: {"type": "string"}`, f.name))
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

// check holds a ledger against what every thing had before.
func (w *world) check(file string) error {
	have := map[string]string{}
	for _, line := range strings.Split(file, "\n") {
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
