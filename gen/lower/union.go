package lower

import (
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// unionBranch is one branch of a choice on its way to be a union's member.
type unionBranch struct {
	def *model.Def
	// value is the tag's, empty for a branch that is a union itself.
	value string
}

// union is a choice between objects that a required constant tells apart.
func (l *lowerer) union(c choice, tag string, values [][]string) plan {
	return plan{class: unionClass, own: true, make: func(d *definition) model.Type {
		for i, b := range c.branches {
			ref, ok := l.shapeAs(d, b, objectKind, d.Key+"."+values[i][0]).(model.Ref)
			if !ok {
				d.branches = nil
				return l.noUnion(d, c.at, c.keyword)
			}
			branch := unionBranch{def: ref.Def}
			if len(values[i]) == 1 {
				branch.value = values[i][0]
			}
			d.branches = append(d.branches, branch)
		}
		return &model.Union{Tag: tag}
	}}
}

// noUnion is the type of a choice whose branches turned out to be something else than objects.
func (l *lowerer) noUnion(d *definition, s *resolve.Schema, keyword string) model.Type {
	l.noteType(Undiscriminated, d, s, keyword, "not every branch is an object with named members, so that the type is an object of any members", "")
	return model.OpenObject{Choice: true}
}

// joinUnion gives a union its members. A branch that is a union by the same tag gives its own.
func (l *lowerer) joinUnion(d *definition) {
	u, ok := d.Type.(*model.Union)
	if !ok || len(u.Members) > 0 {
		return
	}
	branches := d.branches
	d.branches = nil // a union that leads back to itself adds nothing
	for _, b := range branches {
		to := l.follow(b.def)
		switch t := to.Type.(type) {
		case *model.Object:
			u.Members = append(u.Members, model.UnionMember{Def: to.Def, Value: b.value})
		case *model.Union:
			l.joinUnion(to)
			u.Members = append(u.Members, t.Members...)
		default:
			d.Type = l.noUnion(d, d.schema, "")
			return
		}
	}
}

// fixTags gives the tag of each member of a union a constant's type, where the member has it by a reference to an enum
// of one.
func fixTags(u *model.Union) {
	for _, m := range u.Members {
		o, ok := m.Def.Type.(*model.Object)
		if !ok {
			continue
		}
		if p := member(o, u.Tag); p != nil {
			if _, ok := model.Resolve(p.Type).(model.Const); !ok {
				p.Type = model.Const{Value: m.Value}
			}
		}
	}
}
