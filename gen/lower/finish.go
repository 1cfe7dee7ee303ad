package lower

import "github.com/agui-gen/agui-gen/gen/model"

// finishDefinitions gives each definition its rule and the outline of its type, those included that turn up meanwhile.
func (l *lowerer) finishDefinitions() {
	for ; l.made < len(l.all); l.made++ {
		d := l.all[l.made]
		d.Rule = l.rule(d.schema, nil)
		if d.Rule.Def == nil {
			d.Rule.Def = d.Def
		}
		d.Type = d.make(d)
	}
}

// finishTypes puts together what needed the outlines of other types: objects take in their parts, and unions those of
// their members that are unions themselves.
func (l *lowerer) finishTypes() {
	for _, d := range l.all {
		l.joinParts(d)
	}
	for _, d := range l.all {
		l.joinUnion(d)
	}
	for _, d := range l.all {
		l.flatten(d)
	}
	for _, d := range l.all {
		if u, ok := d.Type.(*model.Union); ok {
			fixTags(u)
		}
	}
}

// follow is the definition that has the type itself, where one or more only refer to it.
func (l *lowerer) follow(d *model.Def) *definition {
	for seen := 0; seen < len(l.all); seen++ {
		r, ok := d.Type.(model.Ref)
		if !ok {
			break
		}
		d = r.Def
	}
	return l.byDef[d]
}
