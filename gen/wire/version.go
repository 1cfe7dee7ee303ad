package wire

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// aliases are the names in the ledger of what a version of a schema calls otherwise, because another version that shares
// the ledger has renamed it. Without other versions there are none.
type aliases struct {
	scopes []renameRule // of whole messages and enums, in the order in which they happened
	slots  []renameRule
}

func (a *aliases) scope(name string) string {
	for _, r := range a.scopes {
		name = r.scope(name)
	}
	return name
}

func (a *aliases) slot(name string) string {
	name = a.scope(name)
	for _, r := range a.slots {
		if r.before.Text == name {
			name = r.now.Text
		}
	}
	return name
}

// scope is a name under the renamed message or enum, or the name itself.
func (r renameRule) scope(name string) string {
	if rest, ok := strings.CutPrefix(name+".", r.before.Text+"."); ok {
		return strings.TrimSuffix(r.now.Text+"."+rest, ".")
	}
	return name
}

// follow takes over the renames that another version declares of what this one has under the former name.
func (b *builder) follow(other *builder) {
	under := func(names map[string]bool, scope string) bool {
		for name := range names {
			if strings.HasPrefix(name, scope+".") {
				return true
			}
		}
		return false
	}
	var whole []renameRule
	for _, r := range other.cfg.renamed {
		if !under(other.own, r.now.Text) {
			continue
		}
		whole = append(whole, r)
		if names := namesOf(b.wants); under(names, r.before.Text) && !under(names, r.now.Text) {
			b.aliases.scopes = append(b.aliases.scopes, r)
			for i := range b.wants {
				w := &b.wants[i]
				w.name = r.scope(w.name)
				if t, ok := parseWireType(w.typ); ok && t.name != "" {
					t.name = r.scope(t.name)
					w.typ = t.String()
				}
			}
		}
	}
	for _, r := range other.cfg.renamed {
		for _, w := range whole {
			r.before.Text = w.scope(r.before.Text)
		}
		if names := namesOf(b.wants); names[r.before.Text] && !names[r.now.Text] && other.own[r.now.Text] {
			b.aliases.slots = append(b.aliases.slots, r)
			for i := range b.wants {
				if b.wants[i].name == r.before.Text {
					b.wants[i].name = r.now.Text
				}
			}
		}
	}
}

// renames are the declarations of all versions, with the present names as the ledger has them.
func renames(versions []*builder) []renameRule {
	var out []renameRule
	for _, b := range versions {
		for _, r := range b.cfg.renamed {
			r.now.Text = b.aliases.slot(r.now.Text)
			out = append(out, r)
		}
	}
	return out
}

// retires tells whether a slot may give up its number: not while another version has it without saying so too.
func (b *builder) retires(r retireRule, versions []*builder, diags *diag.List) bool {
	for _, other := range versions {
		says := slices.ContainsFunc(other.cfg.retired, func(o retireRule) bool { return o.slot.Text == r.slot.Text && o.number == r.number })
		if other != b && !says && other.mine[r.slot.Text] {
			diags.Add(diag.Diagnostic{Pos: r.slot.Pos,
				Message: fmt.Sprintf("%s = %d cannot be retired: another version of the schema that shares the ledger still has it", r.slot.Text, r.number),
				Hint:    "give the field of this version another name under fields"})
			return false
		}
	}
	return true
}
