package pipeline

import (
	"slices"

	"github.com/agui-gen/agui-gen/runtime/opt"
)

// tracker is the set of open items of one kind, with their owners.
type tracker struct {
	owners map[string]opt.Opt[string]
}

// first are some ids of the set, in their order.
func (t *tracker) first(most int) []string {
	ids := make([]string, 0, len(t.owners))
	for id := range t.owners {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids[:min(most, len(ids))]
}

// begin opens an item.
func (v *verifier) begin(kind item, id string, owner opt.Opt[string]) error {
	t := &v.open[kind]
	if _, ok := t.owners[id]; ok {
		return v.broken(RuleOpen, "%s %s is started and active already", kind, quote(id))
	}
	if t.owners == nil {
		t.owners = map[string]opt.Opt[string]{}
	}
	t.owners[id] = owner
	return nil
}

// goOn judges what continues an item.
func (v *verifier) goOn(kind item, id string, tag opt.Opt[string]) error {
	owner, ok := v.open[kind].owners[id]
	if !ok {
		return v.broken(RuleOpen, "no %s %s is active; start it first", kind, quote(id))
	}
	return v.attribution(kind.String(), id, tag, owner)
}

// finish closes an item.
func (v *verifier) finish(kind item, id string, tag opt.Opt[string]) error {
	if err := v.goOn(kind, id, tag); err != nil {
		return err
	}
	delete(v.open[kind].owners, id)
	return nil
}

// attribution judges the tag of what continues an item: it may be absent, and must else be the owner's.
func (v *verifier) attribution(what, id string, tag, owner opt.Opt[string]) error {
	t, ok := tag.Get()
	if !ok || tag == owner {
		return nil
	}
	if o, ok := owner.Get(); ok {
		return v.broken(RuleAttribution, "an event of subagent %s continues %s %s, which is subagent %s's", quote(t), what, quote(id), quote(o))
	}
	return v.broken(RuleAttribution, "an event of subagent %s continues %s %s, which is the parent agent's", quote(t), what, quote(id))
}
