package demo

import (
	"crypto/rand"
	"sync"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// maxSessions bounds what is remembered: the session that was not used for the longest time makes room for a new one.
const maxSessions = 64

// sessions are the conversations of all pages. The zero value has none.
type sessions struct {
	mu   sync.Mutex
	all  map[string]*session
	uses int // how often one was used
}

// session is the conversation of one page, known by an id that cannot be guessed.
type session struct {
	id   string
	used int // the number of its last use, guarded by the sessions

	// For the run under way:
	names map[string]string   // of subagents, by their ids
	cited *citations.Observer // what the answers cite
	warn  func(pipeline.Warning)

	mu      sync.Mutex
	thread  *client.Thread // as the last run has left it, nil before
	running bool
	run     *agui.RunAgentInput // the one under way, nil until it has started
	cancel  bool                // it is to be cancelled once it has started
}

// find is the session of an id, nil for one that is not known any more.
func (s *sessions) find(id string) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.all[id]
	if found != nil {
		s.use(found)
	}
	return found
}

// create makes a session. It is nil where there are too many, all of them busy.
func (s *sessions) create() *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.room() {
		return nil
	}
	made := &session{id: rand.Text(), names: map[string]string{}}
	s.use(made)
	made.cited = citations.NewObserver(citations.ObserverOptions{OnWarning: func(w pipeline.Warning) { made.warn(w) }})
	if s.all == nil {
		s.all = map[string]*session{}
	}
	s.all[made.id] = made
	return made
}

func (s *sessions) use(one *session) {
	s.uses++
	one.used = s.uses
}

// room makes room for a session, and tells whether there is any.
func (s *sessions) room() bool {
	if len(s.all) < maxSessions {
		return true
	}
	var oldest *session
	for _, one := range s.all {
		if !one.busy() && (oldest == nil || one.used < oldest.used) {
			oldest = one
		}
	}
	if oldest == nil {
		return false
	}
	delete(s.all, oldest.id)
	return true
}

func (s *session) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running
}

// begin takes the session for a run, which one run at a time can do. The thread is nil for the first.
func (s *session) begin() (thread *client.Thread, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running {
		return nil, false
	}
	s.running = true
	return s.thread, true
}

// started notes the run that is under way.
func (s *session) started(input *agui.RunAgentInput, agent *server.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.run = input
	if s.cancel {
		agent.Cancel(input.ThreadID, input.RunID, nil)
	}
}

// stop cancels the run that is under way, at its start if it has not started, and tells whether there is one.
func (s *session) stop(agent *server.Handler) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running {
		s.cancel = true
		if s.run != nil {
			agent.Cancel(s.run.ThreadID, s.run.RunID, nil)
		}
	}
	return s.running
}

// end gives the session back, with the thread to go on from.
func (s *session) end(thread *client.Thread) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.thread, s.running, s.run, s.cancel = thread, false, nil, false
}
