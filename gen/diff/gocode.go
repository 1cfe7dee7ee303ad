package diff

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
)

// compareGo finds what breaks Go code that uses the generated package: it compares the exported declarations of the two
// packages as they are emitted, so that it knows no rule that the emitter does not follow. As with the Go 1 promise,
// what is added breaks nobody: struct literals are taken to name their fields, and nobody else implements the sealed
// interfaces.
func compareGo(b *book) {
	was, now := apiOf(b.before.Go), apiOf(b.after.Go)
	old, fresh := goPlaces(b.before), goPlaces(b.after)
	for _, name := range was.order {
		before := was.decls[name]
		after, ok := now.decls[name]
		if ok && now.plain(before) == now.plain(after) {
			continue
		}
		from := old[name]
		change := &Change{Kind: GoChanged, Subject: name, Old: from.place, New: fresh[name].place,
			Advice: "change the Go code that uses it, and release it as a new major version"}
		in := inNew
		switch owner := cmp.Or(from.owner, was.owners[name]); {
		case ok:
			change.Message = fmt.Sprintf("%s was %s and is %s", name, before, after)
			change.Effects = []Effect{{GoCode, Break, Differs, change.Message}}
		case owner != "" && now.decls[owner] == "":
			continue // it went with its type, which is told
		default:
			in, change.Message = inOld, name+" is gone"
			if _, member, _ := strings.Cut(name, "."); strings.HasPrefix(member, "(") {
				union := strings.Trim(member, "()")
				if now.decls[union] == "" {
					continue
				}
				change.Message = owner + " is no member of " + union + " any more"
			}
			change.Effects = []Effect{{GoCode, Break, Loses, change.Message}}
			if from.place == nil {
				change.Old = old[owner].place
			}
		}
		if to := b.within(change.Old, change.New); ok && from.owner != "" && to != nil && b.at(in, change) == nil {
			to.take(change) // a constructor changes with the members that are required
			continue
		}
		b.attach(in, change, false)
	}
	for _, name := range now.order {
		if owner := fresh[name].owner; owner != "" && was.decls[owner] == "" {
			continue // it came with its type, which is told
		}
		if _, ok := was.decls[name]; !ok && fresh[name].place != nil {
			b.attach(inNew, &Change{Kind: GoChanged, Subject: name, New: fresh[name].place, Effects: []Effect{{GoCode, Safe, Gains, name + " is new"}}}, false)
		}
	}
}

// goPlace is where a name of Go comes from in the schema, and the type that it is made for, empty for a type itself.
type goPlace struct {
	place *Place
	owner string
}

// goPlaces are the names that the schema's definitions and members have in Go.
func goPlaces(s *Side) map[string]goPlace {
	out := map[string]goPlace{}
	for _, d := range s.Model.Defs {
		typ := s.Names.Type(d)
		place := s.placeOf(d.Pos, d.Pointer)
		out[typ] = goPlace{place: place}
		out[s.Names.Schema(d)] = goPlace{place, typ}
		switch t := d.Type.(type) {
		case *model.Object:
			out[s.Names.New(d)] = goPlace{place, typ}
			unions := names.UnionsOf(s.Model, d)
			for _, p := range t.Properties {
				if !names.Implied(p, unions) {
					out[typ+"."+s.Names.Field(d, p.Name)] = goPlace{s.placeOf(p.Pos, p.Pointer), typ}
				}
			}
		case *model.Enum:
			for i, v := range t.Values {
				out[s.Names.Const(d, v.Value)] = goPlace{s.valuePlace(d, v, i), typ}
			}
		case *model.Union:
			out[s.Names.Unknown(d)], out[s.Names.Box(d)], out[s.Names.Equal(d)] = goPlace{place, typ}, goPlace{place, typ}, goPlace{place, typ}
			if m := s.Names.Malformed(d); m != "" {
				out[m] = goPlace{place, typ}
			}
		case *model.KindUnion:
			out[s.Names.Box(d)], out[s.Names.Equal(d)] = goPlace{place, typ}, goPlace{place, typ}
		}
	}
	return out
}
