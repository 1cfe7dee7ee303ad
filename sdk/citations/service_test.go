package citations_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/citations"
)

var a, b = node{path: "a.md"}, node{path: "b.md"}

func TestS1TheEventIsBetweenTheEndOfTheMessageAndThatOfTheRun(t *testing.T) {
	for name, c := range map[string]struct {
		events string
		want   []string
	}{
		"explicit": {message("m1", a.ref()) + `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`,
			[]string{"TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "m1: a.md", "RUN_FINISHED"}},
		"chunks up to the end of the run": {`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"https://reef.example/moca/reefs@1.0"}
			{"type":"TEXT_MESSAGE_CHUNK","delta":".0#a.md"}
			{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`,
			[]string{"TEXT_MESSAGE_CHUNK", "TEXT_MESSAGE_CHUNK", "m1: a.md", "RUN_FINISHED"}},
		"chunks up to an error": {`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
			{"type":"RUN_ERROR","message":"no"}`,
			[]string{"TEXT_MESSAGE_CHUNK", "m1:", "RUN_ERROR"}},
		"chunks of the next message": {`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
			{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","delta":"y"}
			{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f"}`,
			[]string{"TEXT_MESSAGE_CHUNK", "m1:", "TEXT_MESSAGE_CHUNK", "m2:", "TOOL_CALL_START"}},
		"chunks that a raw event leaves open": {`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
			{"type":"RAW","event":1}
			{"type":"TEXT_MESSAGE_CHUNK","delta":"y"}
			{"type":"STEP_STARTED","stepName":"s"}`,
			[]string{"TEXT_MESSAGE_CHUNK", "RAW", "TEXT_MESSAGE_CHUNK", "m1:", "STEP_STARTED"}},
		"chunks that an explicit end closes": {`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
			{"type":"MESSAGES_SNAPSHOT","messages":[]}`,
			[]string{"TEXT_MESSAGE_CHUNK", "m1:", "MESSAGES_SNAPSHOT"}},
		"a message that is not closed": {`{"type":"TEXT_MESSAGE_START","messageId":"m1"}
			{"type":"RUN_ERROR","message":"no"}`,
			[]string{"TEXT_MESSAGE_START", "RUN_ERROR"}},
		"other roles": {`{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"user"}
			{"type":"TEXT_MESSAGE_END","messageId":"m1"}
			{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","role":"developer","delta":"x"}
			{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`,
			[]string{"TEXT_MESSAGE_START", "TEXT_MESSAGE_END", "TEXT_MESSAGE_CHUNK", "RUN_FINISHED"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStream(t, citations.RunOptions{})
			s.read(a)
			s.send(c.events)
			s.wantShape(c.want...)
		})
	}
}

func TestS1LanesOfSubagents(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	s.read(a)
	s.send(`
		{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"x"}
		{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"parent"}
		{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","subagentRunId":"s1","delta":"` + a.ref() + `"}
		{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":" goes on"}
		{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
		{"type":"TEXT_MESSAGE_CHUNK","delta":" and on"}
		{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`)
	s.wantShape("SUBAGENT_STARTED", "TEXT_MESSAGE_CHUNK", "TEXT_MESSAGE_CHUNK", "TEXT_MESSAGE_CHUNK", "m2: a.md for s1", "SUBAGENT_FINISHED",
		"TEXT_MESSAGE_CHUNK", "m1:", "RUN_FINISHED")
}

// The end of a message need not be attributed, so that it may come while chunks are open in the message's own lane: the event
// would close those, and waits until they are closed.
func TestS1AnEventNeverClosesTheChunksOfAnotherItem(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	s.send(`
		{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
		{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"f","subagentRunId":"s1","delta":"{"}
		{"type":"TEXT_MESSAGE_END","messageId":"m1"}
		{"type":"TOOL_CALL_CHUNK","subagentRunId":"s1","delta":"}"}
		{"type":"STEP_STARTED","stepName":"other lane"}
		{"type":"TOOL_CALL_CHUNK","toolCallId":"d","toolCallName":"f","subagentRunId":"s1"}
		{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`)
	s.wantShape("TEXT_MESSAGE_START", "TOOL_CALL_CHUNK", "TEXT_MESSAGE_END", "TOOL_CALL_CHUNK", "STEP_STARTED", "m1: for s1", "TOOL_CALL_CHUNK", "RUN_FINISHED")
}

// Nothing new may be attributed to a subagent that has ended: the event is the parent agent's then, and waits for its chunks.
func TestS1TheEventOfASubagentThatHasEnded(t *testing.T) {
	for _, end := range []string{"SUBAGENT_FINISHED", `SUBAGENT_ERROR","message":"no`} {
		s := newStream(t, citations.RunOptions{})
		s.read(a, b)
		s.send(`
			{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"x"}
			{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
			{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"` + a.ref() + `"}
			{"type":"` + end + `","subagentRunId":"s1"}
			{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","delta":"x"}
			{"type":"TEXT_MESSAGE_END","messageId":"m1","subagentRunId":"s1"}
			{"type":"STEP_STARTED","stepName":"s"}
			{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","subagentRunId":"s1","content":"` + b.ref() + `"},{"id":"m2","role":"assistant","content":"x"}]}
			{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"x"}
			{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","subagentRunId":"s1","content":"` + a.ref() + `"},{"id":"m2","role":"assistant","content":"x"}]}`)
		kind, _, _ := strings.Cut(end, `"`)
		s.wantShape("SUBAGENT_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", kind, "TEXT_MESSAGE_CHUNK", "TEXT_MESSAGE_END",
			"m2:", "m1: a.md", "STEP_STARTED", "MESSAGES_SNAPSHOT", "m1: b.md", "SUBAGENT_STARTED", "MESSAGES_SNAPSHOT", "m1: a.md for s1")
	}
}

func TestS2OnlyWhatWasReadInThisRun(t *testing.T) {
	t.Run("real but unread node", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a)
		s.say("m1", b.ref()+" "+a.ref())
		s.want("m1: a.md")
	})
	t.Run("node read in an earlier run", func(t *testing.T) {
		for _, end := range []string{`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`, `{"type":"RUN_ERROR","message":"no"}`} {
			s := newStream(t, citations.RunOptions{})
			k := s.read(a)
			if err := s.run.Mark("[1]", k); err != nil {
				t.Fatal(err)
			}
			s.say("m1", a.ref())
			s.send(end + "\n" + `{"type":"RUN_STARTED","threadId":"t","runId":"r2"}`)
			if err := s.run.Cite("m3", k); err != nil {
				t.Fatal(err)
			}
			s.say("m2", a.ref()+" [1]")
			s.say("m3", "")
			s.want("m1: a.md", "m2:", "m3:")
		}
	})
	t.Run("after a resume", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a)
		s.send(`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"ask"}]}}
			{"type":"RUN_STARTED","threadId":"t","runId":"r2"}`)
		s.say("m1", a.ref())
		s.want("m1:")
	})
	t.Run("other version of a read node", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(node{path: "a.md", version: "2.0.0"})
		s.say("m1", a.ref())
		s.want("m1:")
	})
	t.Run("package that is not loaded any more", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{Loaded: func(id, version, d string) bool {
			return id == reefs && version == "1.0.0" && d == digest
		}})
		old := node{path: "a.md", version: "0.9.0"}
		s.read(a, old)
		s.say("m1", old.ref()+" "+a.ref())
		s.want("m1: a.md")
	})
	t.Run("returned after the message was closed", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.say("m1", a.ref())
		s.read(a)
		s.want("m1:")
	})
	t.Run("returned while its citations wait", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a)
		s.send(`{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
			{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"` + a.ref() + ` ` + b.ref() + `"}
			{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"f","subagentRunId":"s1"}
			{"type":"TEXT_MESSAGE_END","messageId":"m1"}`)
		s.read(b)
		s.send(`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`)
		s.want("m1: a.md for s1")
	})
	t.Run("replayed runs have no citations and forget nothing", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{RunID: "r2"})
		s.read(a)
		s.send(`{"type":"RUN_STARTED","threadId":"t","runId":"r1"}`)
		s.say("m1", a.ref())
		s.send(`{"type":"RUN_FINISHED","threadId":"t","runId":"r1"}
			{"type":"RUN_STARTED","threadId":"t","runId":"r2"}`)
		s.say("m2", a.ref())
		s.want("m2: a.md")
	})
}

func TestS3InventedReferencesAreLeftOut(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	k := s.read(a)
	invented := citations.Key{Ref: reefs + "@1.0.0#invented.md"}
	if err := s.run.Cite("m2", invented, k); err != nil {
		t.Fatal(err)
	}
	if err := s.run.Mark("[9]", invented); err != nil {
		t.Fatal(err)
	}
	s.say("m1", invented.Ref+" [9]")
	s.say("m2", "")
	s.want("m1:", "m2: a.md")
	if len(s.warnings) > 0 {
		t.Errorf("warnings: %q", s.warnings)
	}
}

func TestS4RecordsAreKeptByteForByte(t *testing.T) {
	odd := node{path: "a.md", text: "<b>T&é\u2028", more: `,"score":1.50e-1,"newer":{"b":1,"a":[null]},"evidence":[{"source":{"x":1.0},"more":null}]`,
		trust: strings.Replace(trust, `"stale"`, `"generated":null,"newer":1.0,"stale"`, 1)}
	s := newStream(t, citations.RunOptions{})
	s.read(odd)
	s.say("m1", odd.ref())
	out, err := s.events[3].AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), `{"record":`+string(odd.record())+`}`) {
		t.Errorf("got %s\nwant %s", out, odd.record())
	}
	if got := strings.Join(s.warnings, "\n"); strings.Count(got, "does not know") != 2 || !strings.Contains(got, "/newer:") || !strings.Contains(got, "/trust/newer:") {
		t.Errorf("warnings: %q", got)
	}
}

func TestS4OnlyTextMayBeLeftOut(t *testing.T) {
	n := node{path: "a.md", text: "T", more: `,"evidence":[{"source":{"text":"S"}}],"text2":"U"`}
	s := newStream(t, citations.RunOptions{OmitText: true})
	s.read(n)
	s.say("m1", n.ref())
	n.text = ""
	list, _ := s.events[3].(*agui.CustomEvent).Value.Lookup("citations")
	for e := range list.Elements() {
		if rec, _ := e.Lookup("record"); rec != n.record() {
			t.Errorf("got %s\nwant %s", rec, n.record())
		}
	}
}

func TestS5OrderIsThatOfTheFirstMention(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	s.read(a, b)
	s.say("m1", b.ref()+", "+a.ref()+", "+b.ref())
	s.want("m1: b.md a.md")
}

func TestS6OneEntryForARefAndSpan(t *testing.T) {
	first, second := node{path: "a.md", span: `{"start":1,"end":5}`}, node{path: "a.md", span: `{"start":5,"end":9}`}
	t.Run("same node, two spans", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		k := s.read(second, first, first)
		if err := s.run.Mark("[1]", k); err != nil {
			t.Fatal(err)
		}
		s.say("m1", a.ref()+" "+a.ref())
		s.say("m2", "only [1] [1]")
		s.want("m1: a.md+5 a.md+1", "m2: a.md+1=[1]")
	})
	t.Run("same ref in two languages", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		en := s.read(node{path: "a.md", locale: "en"})
		fr := s.read(node{path: "a.md", locale: "fr"})
		for m, k := range map[string]citations.Key{"[e]": en, "[f]": fr} {
			if err := s.run.Mark(m, k); err != nil {
				t.Fatal(err)
			}
		}
		s.say("m1", a.ref())
		s.say("m2", "[f] and [e]")
		s.say("m3", "[e] and [f]")
		s.say("m4", a.ref()+" [f]")
		s.want("m1: a.md/en", "m2: a.md/fr=[f]", "m3: a.md/en=[e]", "m4: a.md/en")
	})
	t.Run("a record that is read again is the newer one", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(node{path: "a.md", title: "old"}, node{path: "a.md", title: "new"})
		s.say("m1", a.ref())
		if v := s.events[3].(*agui.CustomEvent).Value; strings.Contains(string(v), "old") || !strings.Contains(string(v), "new") {
			t.Errorf("%s", v)
		}
	})
}

func TestS7AnEmptyListIsSentToo(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	s.say("m1", "nothing")
	if got := s.events[3].(*agui.CustomEvent).Value; got != `{"version":1,"messageId":"m1","citations":[]}` {
		t.Errorf("%s", got)
	}
	s = newStream(t, citations.RunOptions{OmitEmpty: true})
	s.read(a)
	s.say("m1", "nothing")
	s.say("m2", a.ref())
	s.want("m2: a.md")
}

func TestTheInstantIsTheReadersOwn(t *testing.T) {
	computedAt := func(ev agui.Event) string {
		v, _ := ev.(*agui.CustomEvent).Value.Lookup("computedAt")
		text, _ := v.Text()
		return text
	}
	now := time.Date(2026, 5, 6, 7, 8, 9, 5e6, time.FixedZone("", -3600))
	s := newStream(t, citations.RunOptions{Clock: func() time.Time { return now }})
	s.read(a)
	now = now.Add(time.Hour)
	s.say("m1", a.ref())
	if got := computedAt(s.events[3]); got != "2026-05-06T08:08:09.005Z" {
		t.Errorf("computed at %s", got)
	}
	if _, err := s.run.ReturnedAt(b.record(), time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	s.say("m2", a.ref()+" "+b.ref())
	if got := computedAt(s.events[7]); got != "2025-01-01T00:00:00Z" {
		t.Errorf("of two, computed at %s", got)
	}
	for _, at := range []time.Time{{}, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if _, err := s.run.ReturnedAt(a.record(), at); !errors.Is(err, citations.ErrInstant) {
			t.Errorf("%v: %v", at, err)
		}
	}
}

func TestTheAgentCannotWriteTheEventItself(t *testing.T) {
	forged := `{"type":"CUSTOM","name":"moca.citations","value":{"version":1,"messageId":"m1","citations":[]}}`
	// A reader may let the null pass, and find a good event.
	lenient := `{"type":"CUSTOM","name":"moc\u0061.citations","rawEvent":null,"value":{"version":1,"messageId":"m1","citations":[]}}`
	s := newStream(t, citations.RunOptions{})
	s.send(forged + "\n" + lenient + "\n" + `{"type":"CUSTOM","name":"other","value":1}` + "\n" + `{"type":"CUSTOM","name":"other","rawEvent":null,"value":1}`)
	s.wantShape("CUSTOM", "CUSTOM")
	if len(s.warnings) != 2 || !strings.Contains(s.warnings[0], "CUSTOM the agent wrote a moca.citations event") {
		t.Errorf("warnings: %q", s.warnings)
	}
	if err := s.write(&agui.MalformedEvent{Tag: agui.EventTypeCustom, Proto: "\x0a\x0emoca.citations"}); err != nil || len(s.events) != 2 {
		t.Errorf("malformed protobuf goes through: %v", s.shape())
	}
	if err := s.write(&agui.MalformedEvent{Tag: agui.EventTypeTextMessageContent, Proto: "\x0a\x0emoca.citations"}); err != nil || len(s.events) != 3 {
		t.Errorf("a text that names the event is removed: %v", s.shape())
	}
	// What no client takes for the event may pass.
	s = newStream(t, citations.RunOptions{})
	c := newClient(t, citations.ObserverOptions{})
	c.feed(message("m1", "x"))
	value := string(cite("m1", a.entry("")).Value)
	for _, other := range []string{
		`{"type":"RAW","event":{"type":"CUSTOM","name":"moca.citations","value":` + value + `}}`,
		`{"type":"RAW","source":"moca.citations","event":` + value + `}`,
		`{"type":"CUSTOM","name":"MOCA.citations","value":` + value + `}`,
		`{"type":"CUSTOM","name":"moca.citations ","value":` + value + `}`,
		`{"type":"CUSTOM","name":"moca.citations\u0000","value":` + value + `}`,
		`{"type":"CUSTOM","name":"m\u043eca.citations","value":` + value + `}`,
		`{"type":"CUSTOM","name":"x","value":{"type":"CUSTOM","name":"moca.citations","value":` + value + `}}`,
		`{"type":"STATE_SNAPSHOT","snapshot":{"moca.citations":` + value + `}}`,
		`{"type":"ACTIVITY_SNAPSHOT","messageId":"m9","activityType":"moca.citations","content":` + value + `}`,
		`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","content":"x","moca.citations":` + value + `}]}`,
		`{"type":"custom","name":"moca.citations","value":` + value + `}`,
	} {
		s.events = nil
		s.send(other)
		for _, ev := range s.events {
			_ = c.Deliver(ev)
		}
		c.none("m1")
	}
	s = newStream(t, citations.RunOptions{RunID: "r2"})
	s.send(`{"type":"RUN_STARTED","threadId":"t","runId":"r1"}` + "\n" + forged)
	s.wantShape("RUN_STARTED") // nor with a run that is replayed
	s = newStream(t, citations.RunOptions{Relay: true})
	s.read(a)
	s.send(forged)
	s.say("m1", "nothing of ours")
	s.say("m2", a.ref())
	s.want("m1:", "m2: a.md")
	if len(s.warnings) > 0 {
		t.Errorf("warnings: %q", s.warnings)
	}
}
