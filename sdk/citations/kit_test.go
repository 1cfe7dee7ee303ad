package citations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

const (
	reefs  = "https://reef.example/moca/reefs"
	digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	trust  = `{"status":"stable","declaredVerified":[],"attestedReviews":[],"stale":false,"inForce":true,"superseded":false,"contested":false}`
)

// node is what a record of these tests is about. What is empty has a value that will do.
type node struct {
	pkg, version, path, locale, title, text, span, trust, digest, more string
}

func (n node) ref() string { return n.id("@" + or(n.version, "1.0.0")) }

func (n node) id(version string) string { return or(n.pkg, reefs) + version + "#" + n.path }

func or(s, without string) string {
	if s == "" {
		return without
	}
	return s
}

// record is a node as a Reader's record.
func (n node) record() jsonx.Raw {
	member := func(name, value string) string {
		if value == "" {
			return ""
		}
		return `,"` + name + `":` + value
	}
	text := func(s string) string {
		if s == "" {
			return ""
		}
		return q(s)
	}
	return jsonx.Raw(fmt.Sprintf(`{"package":{"id":%s,"version":%s,"digest":%s,"signed":false},"node":{"id":%s,"ref":%s,"path":%s,"type":"Note"%s%s}%s%s,"trust":%s%s}`,
		q(or(n.pkg, reefs)), q(or(n.version, "1.0.0")), q(or(n.digest, digest)), q(n.id("")), q(n.ref()), q(n.path),
		member("locale", text(n.locale)), member("title", text(n.title)), member("span", n.span), member("text", text(n.text)), or(n.trust, trust), n.more))
}

// q is a string as JSON.
func q(s string) string {
	b, err := jsonx.AppendString(nil, s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// stream records what goes through a run's middleware.
type stream struct {
	t        *testing.T
	run      *citations.Run
	write    pipeline.Handler
	events   []agui.Event
	warnings []string
}

func newStream(t *testing.T, o citations.RunOptions) *stream {
	s := &stream{t: t}
	o.OnWarning = func(w pipeline.Warning) { s.warnings = append(s.warnings, w.String()) }
	if o.Clock == nil {
		o.Clock = func() time.Time { return time.Date(2026, 5, 6, 7, 8, 9, 0, time.FixedZone("", 3600)) }
	}
	s.run = citations.NewRun(o)
	s.write = s.run.Middleware()(func(ev agui.Event) error { s.events = append(s.events, ev); return nil })
	return s
}

func (s *stream) read(nodes ...node) (last citations.Key) {
	s.t.Helper()
	for _, n := range nodes {
		k, err := s.run.Returned(n.record())
		if err != nil {
			s.t.Fatal(err)
		}
		last = k
	}
	return last
}

// send writes events, given as JSON, one a line.
func (s *stream) send(lines string) {
	s.t.Helper()
	for _, ev := range decode(s.t, lines) {
		if err := s.write(ev); err != nil {
			s.t.Fatal(err)
		}
	}
}

func decode(t testing.TB, lines string) []agui.Event {
	t.Helper()
	var all []agui.Event
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		ev, err := agui.DecodeJSON([]byte(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, ev)
	}
	return all
}

// say writes a whole message.
func (s *stream) say(id, text string) {
	s.t.Helper()
	s.send(message(id, text))
}

func message(id, text string) string {
	return `{"type":"TEXT_MESSAGE_START","messageId":"` + id + `"}
		{"type":"TEXT_MESSAGE_CONTENT","messageId":"` + id + `","delta":` + q(text) + `}
		{"type":"TEXT_MESSAGE_END","messageId":"` + id + `"}
	`
}

// shape is what went out, a word an event: the type, and of citations their message, refs and markers.
func (s *stream) shape() []string {
	var all []string
	for _, ev := range s.events {
		word := string(ev.EventType())
		if c, ok := ev.(*agui.CustomEvent); ok && c.Name == citations.Name {
			word = summary(c)
			if owner, ok := c.SubagentRunID.Get(); ok {
				word += " for " + owner
			}
		}
		all = append(all, word)
	}
	return all
}

// cited is what went out of citations alone.
func (s *stream) cited() []string {
	return slices.DeleteFunc(s.shape(), func(w string) bool { return !strings.Contains(w, ":") })
}

// summary is "messageId: path path[marker]".
func summary(c *agui.CustomEvent) string {
	id, _ := c.Value.Lookup("messageId")
	name, _ := id.Text()
	word := name + ":"
	list, _ := c.Value.Lookup("citations")
	for e := range list.Elements() {
		rec, _ := e.Lookup("record")
		n, _ := rec.Lookup("node")
		path, _ := n.Lookup("path")
		text, _ := path.Text()
		word += " " + text
		if span, ok := rec.Lookup("span"); ok {
			start, _ := span.Lookup("start")
			word += "+" + string(start)
		}
		if locale, ok := n.Lookup("locale"); ok {
			l, _ := locale.Text()
			word += "/" + l
		}
		if marker, ok := e.Lookup("marker"); ok {
			m, _ := marker.Text()
			word += "=" + m
		}
	}
	return word
}

func (s *stream) want(want ...string) {
	s.t.Helper()
	if got := s.cited(); !slices.Equal(got, want) {
		s.t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

func (s *stream) wantShape(want ...string) {
	s.t.Helper()
	if got := s.shape(); !slices.Equal(got, want) {
		s.t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// client observes a stream through a whole pipeline.
type client struct {
	*citations.Observer
	t        *testing.T
	p        *pipeline.Pipeline
	warnings []string
}

func newClient(t *testing.T, o citations.ObserverOptions) *client {
	c := &client{t: t}
	o.OnWarning = func(w pipeline.Warning) { c.warnings = append(c.warnings, w.String()) }
	c.Observer = citations.NewObserver(o)
	var input *agui.RunAgentInput
	if o.Messages != nil {
		input = agui.NewRunAgentInput("t", "r", o.Messages)
	}
	c.p = pipeline.New(pipeline.Options{Deliver: c.Deliver, Input: input, OnWarning: func(w pipeline.Warning) { t.Logf("pipeline: %s", w) }})
	c.feed(`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`)
	return c
}

func (c *client) feed(lines string) {
	c.t.Helper()
	c.push(decode(c.t, lines)...)
}

func (c *client) push(events ...agui.Event) {
	c.t.Helper()
	for _, ev := range events {
		if err := c.p.Push(ev); err != nil {
			c.t.Fatal(err)
		}
	}
}

// cite is an event that cites nodes in a message; entries may also be given whole.
func cite(id string, entries ...string) *agui.CustomEvent {
	return agui.NewCustomEvent(citations.Name, jsonx.Raw(`{"version":1,"messageId":`+q(id)+`,"citations":[`+strings.Join(entries, ",")+`]}`))
}

func (n node) entry(marker string) string {
	if marker == "" {
		return `{"record":` + string(n.record()) + `}`
	}
	return `{"record":` + string(n.record()) + `,"marker":` + q(marker) + `}`
}

// one is the only citation of a message.
func (c *client) one(id string) citations.Citation {
	c.t.Helper()
	a, ok := c.Citations(id)
	if !ok || len(a.Citations) != 1 {
		c.t.Fatalf("message %s has %d citations, told: %v; warnings: %q", id, len(a.Citations), ok, c.warnings)
	}
	return a.Citations[0]
}

func (c *client) none(id string) {
	c.t.Helper()
	if a, ok := c.Citations(id); ok {
		c.t.Errorf("message %s has citations: %v", id, a)
	}
}

func (c *client) warned(want string) {
	c.t.Helper()
	if !slices.ContainsFunc(c.warnings, func(w string) bool { return strings.Contains(w, want) }) {
		c.t.Errorf("no warning has %q: %q", want, c.warnings)
	}
}

func kinds(all []citations.Statement) []citations.Kind {
	var k []citations.Kind
	for _, s := range all {
		k = append(k, s.Kind)
	}
	return k
}

func span(start, end int64) opt.Opt[citations.Span] {
	return opt.Some(citations.Span{Start: start, End: end})
}
