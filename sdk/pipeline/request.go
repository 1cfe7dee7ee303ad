package pipeline

import (
	"errors"
	"slices"
	"strconv"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// PrepareInput makes of an input what is sent and what the consumer holds.
//
// Both have retired shapes translated and unknown material stripped, with warnings. What is held is for [Options.Input].
// What is sent has no activity messages, declares [ProtocolVersion] unless the input declares another, and is brought down
// to what the peer of the options understands. The error is a [*ProtocolError]: what is known in the input and malformed
// must not be sent.
func PrepareInput(text jsonx.Raw, o Options) (held, send *agui.RunAgentInput, err error) {
	r := &request{env: newEnv(o), text: text}
	for _, shape := range Registry() {
		if shape.input != nil && shape.about(o.Peer) && r.err == nil {
			shape.input(r)
		}
	}
	if !o.Peer.within(beforeVersions) && r.outgoing() && !r.send.ProtocolVersion.IsSet() {
		r.send.ProtocolVersion = opt.Some(ProtocolVersion)
	}
	if r.outgoing(); r.err != nil {
		return nil, nil, r.env.fail(StageRequest, RuleInput, r.err)
	}
	return r.held, r.send, nil
}

// request is an input on its way out: a text, then what the consumer holds, then what is sent.
type request struct {
	env  *env
	text jsonx.Raw
	held *agui.RunAgentInput
	send *agui.RunAgentInput
	err  error
}

// nulls leaves out what is null where that once meant that there is no value.
func (r *request) nulls() { r.text, _ = dropNulls(r.env, StageRequest, r.text, inputNulls) }

// read makes the input of the text, and tells whether it can be.
func (r *request) read() bool {
	if r.held != nil || r.err != nil {
		return r.err == nil
	}
	input := new(agui.RunAgentInput)
	err := input.UnmarshalJSON([]byte(r.text))
	var refused *violation.Error
	if errors.As(err, &refused) {
		r.held, r.err = r.strip(r.text)
		return r.err == nil
	}
	r.held, r.err = input, err
	return err == nil
}

// strip is the input of a text without what the schema does not know.
func (r *request) strip(text jsonx.Raw) (*agui.RunAgentInput, error) {
	s := &stripper{schema: agui.RunAgentInputSchema, teller: teller{env: r.env, stage: StageRequest}}
	rest, err := s.strip(text)
	if err != nil {
		return nil, err
	}
	input := new(agui.RunAgentInput)
	return input, input.UnmarshalJSON([]byte(rest))
}

// binary upgrades the retired binary parts.
func (r *request) binary() {
	if r.read() {
		r.held.Messages, _ = upgrade.messages(r.held.Messages)
	}
}

// outgoing makes what is sent of what is held, and tells whether it can be sent.
func (r *request) outgoing() bool {
	if r.send != nil || !r.read() {
		return r.err == nil
	}
	if r.held.Validate() != nil {
		text, err := r.held.AppendJSON(nil)
		if err == nil {
			r.held, err = r.strip(jsonx.Raw(text))
		}
		if r.err = err; err != nil {
			return false
		}
	}
	send := *r.held
	send.Messages = make([]agui.Message, 0, len(r.held.Messages))
	for _, m := range r.held.Messages {
		if _, ok := m.(*agui.ActivityMessage); !ok {
			send.Messages = append(send.Messages, cloneMessage(m))
		}
	}
	r.send = &send
	return true
}

// predate takes out what a peer before versions does not know, at no loss: who is whose subagent is the consumer's to know.
func (r *request) predate() {
	if !r.outgoing() {
		return
	}
	r.send.ProtocolVersion = opt.None[string]()
	for _, m := range r.send.Messages {
		if at := ownerOf(m); at != nil {
			*at = opt.None[string]()
		}
	}
}

// flatten makes text of lists of parts, for a peer that knows only text.
func (r *request) flatten() {
	if !r.outgoing() {
		return
	}
	for i, m := range r.send.Messages {
		switch m := m.(type) {
		case *agui.UserMessage:
			m.Content = r.flat(i, m.Content)
		case *agui.ToolMessage:
			m.Content = r.flat(i, m.Content)
		}
	}
}

// flat is the text of a message's text parts, joined as they are.
func (r *request) flat(message int, content agui.TextOrContentPartList) agui.TextOrContentPartList {
	parts, ok := content.(agui.ContentPartList)
	if !ok {
		return content
	}
	var text []byte
	lost := slices.ContainsFunc(parts, func(p agui.ContentPart) bool { return p.Type() != "text" })
	for _, p := range parts {
		if t, ok := p.(*agui.TextPart); ok {
			text = append(text, t.Text...)
		}
	}
	why := "flattened to text, for a peer up to " + beforeParts.String() + " knows no lists of parts; upgrade it to have them sent"
	if lost {
		why = "parts that are not text are lost: " + why
	}
	r.env.warn(StageRequest, "/messages/"+strconv.Itoa(message)+"/content", why)
	return agui.Text(text)
}
