package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
)

// Reasoning writes a span of reasoning with one message in it, both under one id (section E).
type Reasoning struct {
	span    item
	message item
	start   agui.ReasoningMessageStartEvent
}

// Reasoning makes a writer. Nothing is sent before the first Write.
func (s Scope) Reasoning(options ...ReasoningOption) *Reasoning {
	r := &Reasoning{span: item{run: s.run, kind: reasoningSpan}, message: item{run: s.run, kind: reasoningMessage}}
	for _, o := range options {
		o.reasoning(&r.start)
	}
	r.start.SubagentRunID = s.owner
	r.start.MessageID = mint(r.start.MessageID)
	return r
}

// ID is the id of the message, and of the span.
func (r *Reasoning) ID() string { return r.start.MessageID }

// open sends the starts of the span and the message, once.
func (r *Reasoning) open() error {
	if r.message.begun {
		return r.message.usable(agui.EventTypeReasoningMessageContent)
	}
	if err := r.span.begin(&agui.ReasoningStartEvent{MessageID: r.ID(), SubagentRunID: r.start.SubagentRunID}, r.ID()); err != nil {
		return err
	}
	start := r.start
	return r.message.begin(&start, r.ID())
}

// Write sends a piece of the text. An empty piece is not sent.
func (r *Reasoning) Write(delta string) error {
	run := r.span.run
	run.mu.Lock()
	defer run.mu.Unlock()
	if err := r.open(); err != nil || delta == "" {
		return err
	}
	return run.send(&agui.ReasoningMessageContentEvent{MessageID: r.ID(), Delta: delta, SubagentRunID: r.start.SubagentRunID})
}

// Encrypted keeps an opaque value of the model's provider with the message, which may be empty otherwise (E3).
func (r *Reasoning) Encrypted(value string) error {
	run := r.span.run
	run.mu.Lock()
	defer run.mu.Unlock()
	if err := r.open(); err != nil {
		return err
	}
	return run.send(&agui.ReasoningEncryptedValueEvent{Subtype: agui.ReasoningEncryptedValueSubtypeMessage, EntityID: r.ID(),
		EncryptedValue: value, SubagentRunID: r.start.SubagentRunID})
}

// Close ends the message and the span. To close them again does nothing.
func (r *Reasoning) Close() error {
	run := r.span.run
	run.mu.Lock()
	defer run.mu.Unlock()
	if err := r.message.finish(&agui.ReasoningMessageEndEvent{MessageID: r.ID(), SubagentRunID: r.start.SubagentRunID}); err != nil {
		return err
	}
	return r.span.finish(&agui.ReasoningEndEvent{MessageID: r.ID(), SubagentRunID: r.start.SubagentRunID})
}
