package citations_test

import (
	"io"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

func FuzzObserver(f *testing.F) {
	f.Add("x [1]", string(cite("m1", a.entry("[1]")).Value))
	f.Fuzz(func(t *testing.T, text, value string) {
		if jsonx.Raw(value).Validate() != nil {
			return
		}
		c := newClient(t, citations.ObserverOptions{})
		_ = c.Deliver(agui.NewTextMessageStartEvent("m1"))
		_ = c.Deliver(agui.NewTextMessageContentEvent("m1", text))
		_ = c.Deliver(agui.NewTextMessageEndEvent("m1"))
		_ = c.Deliver(agui.NewCustomEvent(citations.Name, jsonx.Raw(value)))
		for _, answer := range c.Answers() {
			for _, v := range answer.Citations {
				for _, p := range v.Places {
					if p.Start < 0 || p.End > len(text) || p.Start >= p.End {
						t.Errorf("place %v in %q", p, text)
					}
				}
			}
			if err := answer.WriteHTML(io.Discard); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestBothWires holds that an event is the same behind either wire: the record's bytes on JSON, its value on protobuf.
func TestBothWires(t *testing.T) {
	n := node{path: "é.md", text: "T\u2028\n<b>", more: `,"score":0.25,"newer":[1,null,{"x":""}]`, trust: withTrust(`"generated":null`).trust}
	s := newStream(t, citations.RunOptions{})
	s.read(n)
	s.say("m1", n.ref())
	sent := s.events[3].(*agui.CustomEvent)
	for _, format := range []transport.Format{transport.JSON, transport.SSE, transport.Proto} {
		text, err := transport.AppendEvent(nil, format, sent)
		if err != nil {
			t.Fatal(err)
		}
		got, err := transport.NewEventReader(strings.NewReader(string(text)), format, 0).Next()
		if err != nil {
			t.Fatal(err)
		}
		if !got.(*agui.CustomEvent).Value.Equal(sent.Value) {
			t.Errorf("%s: got %s\nwant %s", format, got, sent.Value)
		}
		if format != transport.Proto && !strings.Contains(string(text), string(n.record())) {
			t.Errorf("%s: %s\nhas not %s", format, text, n.record())
		}
		c := newClient(t, citations.ObserverOptions{})
		c.feed(message("m1", "x"))
		c.push(got)
		if v := c.one("m1"); v.Key.Ref != n.ref() || !v.Raw.Equal(n.record()) {
			t.Errorf("%s: %+v", format, v)
		}
	}
}

func TestConsumeReportsCitations(t *testing.T) {
	n := node{path: "a.md", trust: withTrust(`"stale":true`).trust, more: `,"evidence":[{"source":{"resource":"https://a.example/é"}}]`}
	lines := `{"type":"RUN_STARTED","threadId":"t","runId":"r"}` + "\n" + message("m1", "é [1]")
	consume := func(input string, o pipeline.Options, events ...agui.Event) string {
		all := append(decode(t, lines), events...)
		all = append(all, decode(t, `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`)...)
		r := citations.Consume(func() (agui.Event, error) {
			if len(all) == 0 {
				return nil, io.EOF
			}
			ev := all[0]
			all = all[1:]
			return ev, nil
		}, jsonx.Raw(input), o)
		b, err := r.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, c := range []struct{ name, got, want string }{
		{"one", consume("", pipeline.Options{}, cite("m1", n.entry("[1]"))),
			`"citations":[{"messageId":"m1","ref":"` + n.ref() + `","digest":"` + digest + `","marker":"[1]","places":[3],"link":"https://a.example/%C3%A9",` +
				`"trust":[{"kind":"stale","text":"Stale: the author wanted it checked again."}]}]`},
		{"none", consume("", pipeline.Options{}), `"citations":[]`},
		{"a warning with its event", consume("", pipeline.Options{}, cite("mX")), `"warnings":["event 4: CUSTOM /value/messageId: citations of message \"mX\" are ignored: there is no such message"]`},
		{"no warnings", consume("", pipeline.Options{NoWarn: true}, cite("mX")), `"warnings":[]`},
		{"a message of the input", consume(`{"threadId":"t","runId":"r","messages":[{"id":"m0","role":"assistant","content":"x"}]}`, pipeline.Options{}, cite("m0", a.entry(""))),
			`"citations":[{"messageId":"m0","ref":"` + a.ref() + `","digest":"` + digest + `","places":[],"trust":[]}]`},
		{"a bad input", consume(`{`, pipeline.Options{}), `"outcome":"failed"`},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%s: %s\nhas not %s", c.name, c.got, c.want)
		}
	}
	delivered := 0
	var told []pipeline.Warning
	consume("", pipeline.Options{Deliver: func(agui.Event) error { delivered++; return nil }, OnWarning: func(w pipeline.Warning) { told = append(told, w) }}, cite("mX"))
	if delivered != 6 || len(told) != 1 || told[0].Stage != citations.Stage || told[0].Event != 4 {
		t.Errorf("%d events delivered, warnings: %v", delivered, told)
	}
}
