package pipeline

import (
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// enforcer is the stage that lets nothing through but what the schema allows: it strips what the schema does not know,
// drops events of unknown type, and fails on known material that is malformed. An event that is valid passes untouched.
type enforcer struct {
	env  *env
	next Handler
}

func (f *enforcer) handle(ev agui.Event) error {
	f.env.kind = ev.EventType()
	if u, ok := ev.(*agui.UnknownEvent); ok {
		f.env.warn(StageEnforcement, "", "dropped "+nameOf(u)+": there is no such type of event in AG-UI "+ProtocolVersion)
		return nil
	}
	refused := ev.Validate()
	if refused == nil {
		return f.next(ev)
	}
	text, ok := f.text(ev)
	if !ok {
		err := fatal(refused)
		return f.env.fail(StageEnforcement, ruleOf(err), err)
	}
	s := &stripper{schema: agui.EventSchema, teller: teller{env: f.env, stage: StageEnforcement}}
	rest, err := s.strip(text)
	if err != nil {
		return f.env.fail(StageEnforcement, ruleOf(err), err)
	}
	if rest == "" {
		f.env.warn(StageEnforcement, "", "dropped the event: what was unrecognised in it is required")
		return nil
	}
	clean, err := agui.DecodeJSON([]byte(rest))
	if err == nil {
		err = clean.Validate()
	}
	if err != nil {
		return f.env.fail(StageEnforcement, RuleMalformed, err)
	}
	return f.next(clean)
}

// text is an event as JSON, whatever it came as, and whether it has such a form. Unknown protobuf fields have none and
// are gone, as the protocol has it.
func (f *enforcer) text(ev agui.Event) (jsonx.Raw, bool) {
	if m, ok := ev.(*agui.MalformedEvent); ok {
		return m.Raw, m.Raw != ""
	}
	b, err := standIns.event(ev).AppendJSON(nil)
	return jsonx.Raw(b), err == nil
}

// fatal is what is wrong with an event that has no form as JSON, without what would be stripped from it, and without the
// summary that it fits no type.
func fatal(refused error) error {
	var all *violation.Error
	if !errors.As(refused, &all) {
		return refused
	}
	var left []violation.Violation
	for _, v := range all.Violations {
		summary := v.Keyword == "oneOf" && v.InstanceLocation == ""
		if !summary && v.Keyword != "unevaluatedProperties" && v.Keyword != "additionalProperties" {
			left = append(left, v)
		}
	}
	if len(left) == 0 {
		return refused
	}
	return &violation.Error{Violations: left}
}

// nameOf names an event of unknown type. One from protobuf may have none.
func nameOf(u *agui.UnknownEvent) string {
	if u.Tag == "" {
		return "an event of unknown type"
	}
	return quote(string(u.Tag))
}

// ruleOf is the rule that an invalid event breaks.
func ruleOf(err error) Rule {
	var v *violation.Error
	if errors.As(err, &v) {
		for _, v := range v.Violations {
			if v.Keyword == "const" {
				return RuleConstant
			}
		}
	}
	return RuleMalformed
}

// stripper takes out of a text what its schema does not know.
type stripper struct {
	schema schema.Schema
	teller teller
}

// strip is the text without what the schema does not know, "" where nothing is left. Its error is a [*violation.Error]
// with what is known and malformed.
func (s *stripper) strip(text jsonx.Raw) (jsonx.Raw, error) {
	c, err := newCut(text)
	if err != nil {
		return "", err
	}
	gutted := map[int]bool{} // objects that lost a member which may have been required
	for {
		var refused *violation.Error
		switch err := s.schema.ValidateRaw(text); {
		case err == nil:
			return text, nil
		case !errors.As(err, &refused):
			return "", err
		}
		found := judge(refused.Violations, place(c, refused.Violations), gutted)
		if len(found.fatal) > 0 {
			return "", &violation.Error{Violations: found.fatal}
		}
		if len(found.removals) == 0 {
			return "", refused // cannot be: each violation is one or the other
		}
		for _, r := range found.removals {
			if r.at.ID() == c.doc.Root().ID() {
				return "", nil
			}
			s.teller.tell(r.at, r.why)
			c.remove(r.at)
			if r.parent != noValue {
				gutted[r.parent.ID()] = true
			}
		}
		text = c.text()
	}
}

var noValue jsonx.Value

// removal is a value to take out, and why. The parent is the object it is a member of if it may be required there.
type removal struct {
	at, parent jsonx.Value
	why        string
}

func unknownValue(v violation.Violation) string {
	return fmt.Sprintf("removed, for AG-UI %s has no such value: %s", ProtocolVersion, v.Message)
}
