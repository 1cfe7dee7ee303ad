package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// boundary is the first stage: it translates the shapes of the [Registry], and leaves all else as it is.
type boundary struct {
	env    *env
	shapes []func(*boundary, agui.Event) agui.Event
	next   Handler
	run    string // the run that began last, for minted ids
	mint   mint
}

func newBoundary(e *env, peer *Release, next Handler) *boundary {
	b := &boundary{env: e, next: next}
	for _, r := range Registry() {
		if r.event != nil && r.about(peer) {
			b.shapes = append(b.shapes, r.event)
		}
	}
	return b
}

func (b *boundary) handle(ev agui.Event) error {
	for _, translate := range b.shapes {
		if ev = translate(b, ev); ev == nil {
			return nil
		}
	}
	if start, ok := ev.(*agui.RunStartedEvent); ok {
		b.run, b.mint = start.RunID, mint{}
	}
	return b.next(ev)
}

// subagents drops what announces and ends subagents: peers that old have no such events, and what their agents send of
// them may break rules that they never had.
func (b *boundary) subagents(ev agui.Event) agui.Event {
	switch ev.EventType() {
	case agui.EventTypeSubagentStarted, agui.EventTypeSubagentFinished, agui.EventTypeSubagentError:
		b.env.warn(StageBoundary, "", "dropping "+string(ev.EventType())+": a peer up to "+beforeVersions.String()+" has no subagents; upgrade it to have them shown")
		return nil
	}
	return ev
}

// decode reads a translated event. It is malformed where the original was.
func decode(text jsonx.Raw, original agui.Event) agui.Event {
	ev, err := agui.DecodeJSON([]byte(text))
	if err != nil { // a translation of JSON is JSON
		return original
	}
	return ev
}
