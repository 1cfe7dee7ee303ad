package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/sdk/server"
)

// waits is an agent that goes on until it is cancelled.
func waits(ctx context.Context, _ *server.Run) error {
	<-ctx.Done()
	return context.Cause(ctx)
}

// stream is the answer to a request of the page, line by line.
type stream struct {
	t     *testing.T
	resp  *http.Response
	lines *bufio.Scanner
}

func start(t *testing.T, address, body string) *stream {
	t.Helper()
	resp, err := http.Post(address+"/runs", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(resp.Body)
		t.Fatalf("status %d: %s", resp.StatusCode, text)
	}
	if got := resp.Header.Get("Content-Type"); got != "application/x-ndjson; charset=utf-8" {
		t.Errorf("Content-Type %q", got)
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	return &stream{t, resp, lines}
}

// next is the next update, nil at the end.
func (s *stream) next() *update {
	s.t.Helper()
	if !s.lines.Scan() {
		if err := s.lines.Err(); err != nil {
			s.t.Fatal(err)
		}
		return nil
	}
	u := new(update)
	if err := json.Unmarshal(s.lines.Bytes(), u); err != nil {
		s.t.Fatalf("%v: %s", err, s.lines.Bytes())
	}
	return u
}

// page is what a page shows after updates.
type page struct {
	session, state string
	items          map[string]item
	order          []string
	events         []string
	warnings       []warning
	end            *ending
	run            *facts
}

func (p *page) apply(t *testing.T, u *update) {
	t.Helper()
	if p.items == nil {
		p.items = map[string]item{}
	}
	if u.Session != "" {
		p.session = u.Session
	}
	if u.Run != nil {
		p.run = u.Run
	}
	for _, text := range u.Items {
		var one item
		if err := json.Unmarshal(text, &one); err != nil {
			t.Fatal(err)
		}
		p.items[one.ID] = one
	}
	if u.Order != nil {
		p.order = u.Order
	}
	if u.State != "" {
		p.state = u.State
	}
	if u.Event != nil {
		p.events = append(p.events, u.Event.Type)
	}
	if u.Warning != nil {
		p.warnings = append(p.warnings, *u.Warning)
	}
	p.end = u.End
}

// rest takes all updates up to the end.
func (s *stream) rest(p *page) *page {
	s.t.Helper()
	for u := s.next(); u != nil; u = s.next() {
		p.apply(s.t, u)
	}
	if p.end == nil {
		s.t.Fatal("the last update says no end")
	}
	return p
}

// texts are the messages as they are shown, in their order.
func (p *page) texts() string {
	var all []string
	for _, id := range p.order {
		all = append(all, p.items[id].Who+": "+p.items[id].Text)
	}
	return strings.Join(all, "\n")
}

func prompt(session, binding, text string) string {
	b, _ := json.Marshal(ask{Session: session, Binding: binding, Prompt: text})
	return string(b)
}
