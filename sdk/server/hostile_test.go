package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// FuzzAgent holds that whatever an agent does, the reader gets a stream that it has nothing against, with an end.
func FuzzAgent(f *testing.F) {
	f.Add([]byte("abcdefghijklmnopqrstuvwxyz"), true)
	f.Add([]byte("aAbBcCaAAAbbBB"), false)
	f.Add([]byte{0, 1, 17, 33, 49, 65, 81, 97, 113, 129, 145, 161}, true)
	f.Fuzz(func(t *testing.T, script []byte, stubborn bool) {
		agent := func(_ context.Context, run *server.Run) error {
			scopes := []server.Scope{run.Scope}
			var subs []*server.Subagent
			var texts []*server.Text
			var calls []*server.ToolCall
			var steps []*server.Step
			for _, b := range script {
				s, id := scopes[int(b>>6)%len(scopes)], fmt.Sprint("id", b>>5)
				var err error
				switch b % 16 {
				case 0:
					texts = append(texts, s.Text(server.MessageID(id)))
				case 1:
					var c *server.ToolCall
					if c, err = s.ToolCall("tides", server.ToolCallID(id)); err == nil {
						calls = append(calls, c)
					}
				case 2:
					var sub *server.Subagent
					if sub, err = s.Subagent("helper", server.SubagentID(id)); err == nil {
						subs, scopes = append(subs, sub), append(scopes, sub.Scope)
					}
				case 3:
					var step *server.Step
					if step, err = s.Step(id); err == nil {
						steps = append(steps, step)
					}
				case 4:
					err = pick(texts, b, func(t *server.Text) error { return t.Write("x") })
				case 5:
					err = pick(texts, b, (*server.Text).Close)
				case 6:
					err = pick(calls, b, func(c *server.ToolCall) error { return c.Args("x") })
				case 7:
					err = pick(calls, b, func(c *server.ToolCall) error { return c.Result("x") })
				case 8:
					err = pick(steps, b, (*server.Step).Close)
				case 9:
					err = pick(subs, b, (*server.Subagent).Close)
				case 10:
					err = s.State().Patch(agui.NewAddOperation("/"+id, "1"))
				case 11:
					err = run.Send(&agui.TextMessageChunkEvent{MessageID: opt.Some("chunk" + id), Delta: opt.Some("x")})
				case 12:
					err = run.Send(&agui.TextMessageChunkEvent{Delta: opt.Some("x")})
				case 13:
					err = s.Reasoning(server.MessageID("g" + id)).Write("x")
				case 14:
					_, err = s.Interrupt(agui.Interrupt{ID: id, Reason: "ask"})
				case 15:
					_, err = s.Activity("plan", map[string]int{}, server.MessageID("v"+id))
				}
				if err != nil && !stubborn {
					return err
				}
			}
			return nil
		}
		x := serve(agent, server.Options{}, plain, transport.AcceptAny)
		x.accepted(t, plain)
		if x.ended != 1 || x.end.Outcome == "" || x.end.Outcome == server.OutcomeAbandoned {
			t.Errorf("the run ends %+v", x.end)
		}
	})
}

// pick does something with one of a list, if there is one.
func pick[T any](all []T, b byte, do func(T) error) error {
	if len(all) == 0 {
		return nil
	}
	return do(all[int(b>>4)%len(all)])
}

// TestManyOpen holds that what is open costs no more than its number.
func TestManyOpen(t *testing.T) {
	const many = 20000
	x := serve(func(_ context.Context, run *server.Run) error {
		texts := make([]*server.Text, many)
		for i := range texts {
			texts[i] = run.Text()
			must(texts[i].Write(""))
		}
		for _, t := range texts[:many/2] {
			must(t.Close())
		}
		return nil
	}, server.Options{}, plain, transport.AcceptAny)
	if n := len(x.events(t)); n != 2*many+2 {
		t.Errorf("there are %d events", n)
	}
}

// sink is a response writer that costs nothing.
type sink struct{ header http.Header }

func (s sink) Header() http.Header         { return s.header }
func (s sink) Write(b []byte) (int, error) { return len(b), nil }
func (s sink) WriteHeader(int)             {}
func (s sink) Flush()                      {}

// TestDeltaAllocs holds how much a text delta allocates on its whole way: the event alone.
func TestDeltaAllocs(t *testing.T) {
	for _, accept := range []string{transport.AcceptSSE, transport.AcceptAny} {
		agent := func(_ context.Context, run *server.Run) error {
			msg := run.Text()
			must(msg.Write("x"))
			if n := testing.AllocsPerRun(100, func() { must(msg.Write("High tide")) }); n > 1 {
				t.Errorf("with Accept: %s a delta takes %v allocations", accept, n)
			}
			return nil
		}
		server.New(agent, server.Options{}).ServeHTTP(sink{http.Header{}}, request(context.Background(), plain, accept))
	}
}

func BenchmarkDelta(b *testing.B) {
	for _, accept := range []string{transport.AcceptSSE, transport.AcceptAny} {
		b.Run(map[string]string{transport.AcceptSSE: "sse", transport.AcceptAny: "proto"}[accept], func(b *testing.B) {
			agent := func(_ context.Context, run *server.Run) error {
				msg := run.Text()
				b.ReportAllocs()
				for b.Loop() {
					if err := msg.Write("High tide"); err != nil {
						return err
					}
				}
				return nil
			}
			server.New(agent, server.Options{}).ServeHTTP(sink{http.Header{}}, request(context.Background(), plain, accept))
		})
	}
}

func BenchmarkRun(b *testing.B) {
	h := server.New(func(context.Context, *server.Run) error { return nil }, server.Options{})
	b.ReportAllocs()
	for b.Loop() {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, request(context.Background(), plain, transport.AcceptSSE))
	}
}
