package demo

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

var errGone = &refusal{http.StatusNotFound, "This conversation is not known any more. Start a new one."}

// serveCancel cancels the run of a session. The page sees the outcome on the stream of the run.
func (d *Demo) serveCancel(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Session string `json:"session"`
	}
	if err := read(w, r, &body); err != nil {
		refuse(w, err)
		return
	}
	if s := d.sessions.find(body.Session); s == nil || !s.stop(d.agent) {
		refuse(w, &refusal{http.StatusNotFound, "There is nothing to cancel."})
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// serveRun runs the agent, and answers with updates until the run has ended.
func (d *Demo) serveRun(w http.ResponseWriter, r *http.Request) {
	var a ask
	if err := read(w, r, &a); err != nil {
		refuse(w, err)
		return
	}
	if err := d.run(w, r, &a); err != nil {
		refuse(w, err)
	}
}

// run answers a request with updates. It has answered nothing if it returns a refusal.
func (d *Demo) run(w http.ResponseWriter, r *http.Request, a *ask) *refusal {
	accept, bad := a.accept()
	if bad != nil {
		return bad
	}
	if a.Prompt == "" && len(a.Answers) == 0 {
		return &refusal{http.StatusBadRequest, "Say something first."}
	}
	s, bad := d.open(a.Session)
	if bad != nil {
		return bad
	}
	before, ok := s.begin()
	if !ok {
		return &refusal{http.StatusConflict, "A run is under way in this conversation. Cancel it first."}
	}
	after := before
	defer func() { s.end(after) }()

	u := newUpdates(w, s, d.clock)
	s.warn = func(w pipeline.Warning) { u.send(&update{Warning: warningOf(w)}) }
	c, err := client.New(agentURL(r), client.Options{
		HTTPClient: d.client, Accept: accept, Logger: slog.New(slog.DiscardHandler),
		OnWarning: s.warn,
	})
	if err != nil {
		return &refusal{http.StatusInternalServerError, err.Error()}
	}
	thread := takeUp(c, before)
	entries, bad := a.entries(thread.Interrupts())
	if bad != nil {
		return bad
	}
	if a.Prompt != "" {
		thread.Say(a.Prompt)
	}
	run := thread.Resume(entries...)
	u.open(w)
	err = run.Do(r.Context(), client.Callbacks{Event: func(ev agui.Event) error {
		if _, ok := ev.(*agui.RunStartedEvent); ok {
			s.started(run.Input(), d.agent)
		}
		return u.event(run, ev)
	}})
	if refused := (*client.InputError)(nil); !errors.As(err, &refused) {
		after = thread // with what has come, however it has ended
	}
	u.end(run, thread, err)
	return nil
}

// open finds or makes a session.
func (d *Demo) open(id string) (*session, *refusal) {
	if id == "" {
		if s := d.sessions.create(); s != nil {
			return s, nil
		}
		return nil, &refusal{http.StatusServiceUnavailable, "There are too many conversations with runs under way."}
	}
	if s := d.sessions.find(id); s != nil {
		return s, nil
	}
	return nil, errGone
}

// takeUp makes a thread that goes on from another, nil for none, with a client of its own.
func takeUp(c *client.Client, before *client.Thread) *client.Thread {
	if before == nil {
		return c.Thread(client.ThreadOptions{})
	}
	return c.Thread(client.ThreadOptions{ID: before.ID(), Messages: before.Messages(), State: before.State(), Interrupts: before.Interrupts()})
}

// agentURL is that of the agent for a request that has reached this server.
func agentURL(r *http.Request) string {
	return (&url.URL{Scheme: "http", Host: localAddr(r).String(), Path: "/agent"}).String()
}
