package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Producer is the same judgement from the other side: it holds the events of a stream that is being written against the
// rules of enforcement (L3), expansion (L4) and verification (L5), each before it is sent. It applies nothing and keeps no
// messages. It is for one goroutine at a time.
type Producer struct {
	env      *env
	expander *expander
	verifier *verifier
	// enforcer is for events of others. What they have of a later protocol is no fault, and nothing to warn of here.
	enforcer *enforcer
}

// NewProducer makes a Producer for one stream. Next gets the events that have passed, chunks as what they stand for, and
// may refuse them for reasons of its own. ActivityOwner tells who owns an activity, if there is one of that id.
func NewProducer(activityOwner func(id string) (opt.Opt[string], bool), next Handler) *Producer {
	e := newEnv(Options{})
	p := &Producer{env: e, verifier: newVerifier(e, Options{}, activityOwner, next)}
	p.expander = &expander{env: e, next: p.verifier.handle}
	p.enforcer = &enforcer{env: e, next: p.expander.handle}
	return p
}

// Check judges an event of one's own, which must be what the schema says, neither less nor more. The error is a
// [*ProtocolError], or that of next. After an error the stream is not to be gone on with: part of the event may be noted.
func (p *Producer) Check(ev agui.Event) error {
	p.begin(ev)
	if err := ev.Validate(); err != nil {
		return p.env.fail(StageEnforcement, ruleOf(err), err)
	}
	return p.expander.handle(ev)
}

// CheckRelayed judges an event of another producer, which may have in it, or be, what the schema does not know. That is
// passed over, as a reader does. Otherwise it is Check.
func (p *Producer) CheckRelayed(ev agui.Event) error {
	p.begin(ev)
	return p.enforcer.handle(ev)
}

func (p *Producer) begin(ev agui.Event) {
	p.env.event++
	p.env.kind = ev.EventType()
}

// Running tells whether a run is open.
func (p *Producer) Running() bool { return p.verifier.phase == running }

// Finished tells whether the last run has finished, so that only a new one, or a late RUN_ERROR, may follow.
func (p *Producer) Finished() bool { return p.verifier.phase == finished }

// Failed tells whether the last run has ended with RUN_ERROR, so that only a new one may follow.
func (p *Producer) Failed() bool { return p.verifier.phase == failed }

// AcceptInput makes of the text of a request what a producer works with: with retired shapes translated (L2.1, M11), and
// what is unrecognised stripped (M12), both with warnings, as for a consumer's version that is newer than this one (N3). The
// error is a [*ProtocolError], which wraps a *violation.Error where something known is malformed, and a
// [*jsonx.SyntaxError] where the text is not JSON.
func AcceptInput(text jsonx.Raw, o Options) (*agui.RunAgentInput, error) {
	r := &request{env: newEnv(o), text: text}
	for _, shape := range Registry() {
		if shape.input != nil && shape.about(nil) && r.err == nil {
			shape.input(r)
		}
	}
	if r.outgoing(); r.err != nil {
		return nil, r.env.fail(StageRequest, RuleInput, r.err)
	}
	checkVersion(r.env, StageRequest, "consumer", "producer", r.held.ProtocolVersion)
	return r.held, nil
}
