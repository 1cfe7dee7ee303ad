package demo

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// update is one line of what the page is told: what has changed since the line before. What has not is absent. All text
// in it is to be shown as text.
type update struct {
	Session string `json:"session,omitempty"`
	Run     *facts `json:"run,omitempty"`
	Event   *event `json:"event,omitempty"`
	// Items are those that are new or have changed, whole, by their id.
	Items []json.RawMessage `json:"items,omitempty"`
	// Order are the ids of all items, if that has changed; those that are not in it are gone.
	Order []string `json:"order,omitempty"`
	State string   `json:"state,omitempty"`
	// Doing is what is going on, such as open steps; "" with an event is nothing.
	Doing   *string  `json:"doing,omitempty"`
	Warning *warning `json:"warning,omitempty"`
	End     *ending  `json:"end,omitempty"`
}

// warning is a warning of the pipeline.
type warning struct {
	// About is the event, and the place in it.
	About string `json:"about"`
	Text  string `json:"text"`
}

// warningOf leaves out the index of the event, which is that of the stream and not that of the list on the page.
func warningOf(w pipeline.Warning) *warning {
	about := string(w.Type)
	if about == "" {
		about = string(w.Stage)
	}
	if w.Pointer != "" {
		about += " " + w.Pointer
	}
	return &warning{about, w.Message}
}

// facts are what is known of a run when it starts.
type facts struct {
	Thread  string `json:"thread"`
	Run     string `json:"run"`
	Binding string `json:"binding"`
}

// updates writes updates, each as a line of JSON and at once.
type updates struct {
	w       *json.Encoder
	flusher *http.ResponseController
	err     error // the reader has gone

	sent    map[string]string // the items that the page has
	order   []string
	state   string
	doing   string
	steps   []string
	session *session
	clock   func() time.Time
}

// writeTimeout is how long the page may take for one update.
const writeTimeout = 30 * time.Second

// newUpdates makes a writer of updates about a session, for the run under way.
func newUpdates(w http.ResponseWriter, s *session, clock func() time.Time) *updates {
	return &updates{w: json.NewEncoder(w), flusher: http.NewResponseController(w), sent: map[string]string{}, session: s, clock: clock}
}

// open begins the answer.
func (u *updates) open(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/x-ndjson; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	u.send(&update{Session: u.session.id})
}

// send sends an update. After the first error it does nothing: the context of the request then ends, and the run with it.
func (u *updates) send(v *update) {
	if u.err != nil {
		return
	}
	if u.err = u.flusher.SetWriteDeadline(time.Now().Add(writeTimeout)); u.err != nil {
		return
	}
	if u.err = u.w.Encode(v); u.err == nil {
		u.err = u.flusher.Flush()
	}
}

// event sends what an event has changed.
func (u *updates) event(run *client.Run, ev agui.Event) error {
	if err := u.session.cited.Deliver(ev); err != nil {
		return err
	}
	v := u.changes(run)
	v.Event = eventOf(ev)
	if start, ok := ev.(*agui.RunStartedEvent); ok {
		v.Run = &facts{Thread: start.ThreadID, Run: start.RunID, Binding: run.Header().Get("Content-Type")}
	}
	if doing := u.follow(ev); doing != u.doing {
		u.doing, v.Doing = doing, &doing
	}
	u.send(v)
	return u.err
}

// changes are those of messages and state.
func (u *updates) changes(run *client.Run) *update {
	v := &update{}
	if state := pretty(string(run.State())); state != u.state {
		u.state, v.State = state, state
	}
	var order []string
	for _, one := range itemsOf(run.Messages(), u.session.names, u.session.cited, u.clock()) {
		order = append(order, one.ID)
		text, err := json.Marshal(one)
		if err == nil && string(text) != u.sent[one.ID] {
			u.sent[one.ID] = string(text)
			v.Items = append(v.Items, text)
		}
	}
	if !slices.Equal(order, u.order) {
		u.order, v.Order = order, order
	}
	return v
}

// follow notes names and steps, and tells what is going on.
func (u *updates) follow(ev agui.Event) string {
	switch ev := ev.(type) {
	case *agui.SubagentStartedEvent:
		u.session.names[ev.SubagentRunID] = ev.Name
	case *agui.StepStartedEvent:
		u.steps = append(u.steps, ev.StepName)
	case *agui.StepFinishedEvent:
		if i := slices.Index(u.steps, ev.StepName); i >= 0 {
			u.steps = slices.Delete(u.steps, i, i+1)
		}
	case *agui.RunFinishedEvent, *agui.RunErrorEvent:
		u.steps = nil
	}
	return strings.Join(u.steps, ", ")
}

// end sends how the run has ended, which is the last update.
func (u *updates) end(run *client.Run, thread *client.Thread, err error) {
	v := &update{}
	if run.Input() != nil {
		v = u.changes(run)
	}
	last, _ := run.Last()
	v.End = endingOf(last, thread.Interrupts(), err)
	u.send(v)
}
