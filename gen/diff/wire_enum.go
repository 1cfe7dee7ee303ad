package diff

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/wire"
)

// enums compares two enums, by number.
func (w *wireComparer) enums(old, fresh *wire.Enum) {
	if w.seenEnums[[2]*wire.Enum{old, fresh}] {
		return
	}
	w.seenEnums[[2]*wire.Enum{old, fresh}] = true
	now := map[int]wire.EnumValue{}
	for _, v := range fresh.Values {
		now[v.Number] = v
	}
	had := map[int]bool{}
	for _, v := range old.Values {
		had[v.Number] = true
		name := old.Name + "." + v.Name
		was := cmp.Or(w.was.values[old][v.Text], w.was.places[old])
		fresher, ok := now[v.Number]
		switch {
		case ok && fresher.Name != v.Name:
			why := fmt.Sprintf("the value %d of %s was called %s and is %s", v.Number, fresh.Name, v.Name, fresher.Name)
			binary, advice := safe(Same, why+", which does not travel"), "where protobuf's JSON matters, keep the name: wire.yaml can call the value "+v.Name+" under the enum's names"
			if hasValueNamed(fresh, v.Name) || hasValueNamed(old, fresher.Name) {
				binary, advice = breaks(Differs, why+", which is another value: what one side means by it the other takes for something else"), "restore wire.lock from version control"
			}
			w.tell(inNew, fresh.Name+"."+fresher.Name, "name", why, was, w.now.places[fresh], advice, binary, breaks(Differs, why))
		case !ok:
			named := hasValueNamed(fresh, v.Name) ||
				!slices.Contains(fresh.Reserved.Names, v.Name) && !slices.Contains(fresh.Others.Names, v.Name)
			binary, json := gone(fmt.Sprintf("%s = %d is gone", name, v.Number), v.Number, fresh.Reserved, fresh.Others, named)
			w.tell(inOld, name, "", name+" is removed", was, w.now.places[fresh], "keep wire.lock, so that what is gone stays reserved", binary, json)
		}
	}
	for _, v := range fresh.Values {
		if !had[v.Number] {
			e := safe(Gains, fmt.Sprintf("%s.%s = %d is new, and kept by old readers", fresh.Name, v.Name, v.Number))
			if old.Reserved.Has(v.Number) {
				e = breaks(Differs, fmt.Sprintf("%s.%s has the number %d, which was reserved", fresh.Name, v.Name, v.Number))
			}
			w.tell(inNew, fresh.Name+"."+v.Name, "", fmt.Sprintf("%s.%s is added", fresh.Name, v.Name), w.was.places[old], cmp.Or(w.now.values[fresh][v.Text], w.now.places[fresh]), "give it another number", e, e)
		}
	}
	w.reserved(old.Name, old.Reserved, fresh.Reserved, w.was.places[old], w.now.places[fresh])
}

func hasValueNamed(e *wire.Enum, name string) bool {
	return slices.ContainsFunc(e.Values, func(v wire.EnumValue) bool { return v.Name == name })
}
