package conformance

import (
	"encoding/json"
	"testing"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
)

// agent is the published client, an HttpAgent of @ag-ui/client. See agent.mjs for what its lines are.
type agent struct {
	t    *testing.T
	peer *peer.Peer
}

func startAgent(t *testing.T) agent {
	t.Helper()
	return agent{t, peer.Script(t, "agent.mjs")}
}

type thread struct {
	ThreadID string            `json:"threadId"`
	Messages []json.RawMessage `json:"messages"`
	State    any               `json:"state,omitempty"`
}

type request struct {
	URL        string            `json:"url"`
	Accept     string            `json:"accept"`
	Thread     *thread           `json:"thread,omitempty"`
	ThreadID   string            `json:"threadId,omitempty"`
	Add        []json.RawMessage `json:"add,omitempty"`
	Run        map[string]any    `json:"run,omitempty"`
	AbortAfter int               `json:"abortAfter,omitempty"`
}

// conclusion is what the client holds when a run is over.
type conclusion struct {
	Outcome            string
	PendingToolCallIDs []string `json:"pendingToolCallIds"`
	Result             json.RawMessage
	RunError           *string
	Error              *struct {
		Message string
		Status  int
		Payload json.RawMessage
	}
	Messages, State, Interrupts json.RawMessage
	Warnings                    []string
}

// run runs the agent. As soon as the application there sees an event, seen gets its number from 0; nil for nobody.
func (a agent) run(r request, seen func(n int)) (events []string, end conclusion) {
	a.t.Helper()
	a.ask(r)
	for {
		var line struct {
			Event json.RawMessage
			End   *conclusion
		}
		if err := json.Unmarshal([]byte(a.peer.Line()), &line); err != nil {
			a.t.Fatal(err)
		}
		if line.End != nil {
			return events, *line.End
		}
		events = append(events, string(line.Event))
		if seen != nil {
			seen(len(events) - 1)
		}
	}
}

func (a agent) ask(r request) {
	a.t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		a.t.Fatal(err)
	}
	a.peer.Tell(string(text))
}

// clean fails where a client has not taken a stream without a word.
func (c conclusion) clean(t *testing.T) {
	t.Helper()
	if c.Error != nil || len(c.Warnings) > 0 {
		t.Errorf("the peer says: error %+v, warnings %q", c.Error, c.Warnings)
	}
}
