package citations_test

import (
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/citations"
)

func TestS8OneEventAMessage(t *testing.T) {
	t.Run("several messages", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a, b)
		s.say("m1", a.ref())
		s.say("m2", b.ref())
		s.want("m1: a.md", "m2: b.md")
	})
	t.Run("reopened", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a, b)
		s.say("m1", b.ref())
		s.say("m1", " "+a.ref())
		s.want("m1: b.md", "m1: b.md a.md")
	})
	t.Run("reopened by a chunk", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a, b)
		s.send(`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"` + a.ref() + `"}
			{"type":"CUSTOM","name":"x","value":1}
			{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":" ` + b.ref() + `"}
			{"type":"CUSTOM","name":"x","value":1}`)
		s.wantShape("TEXT_MESSAGE_CHUNK", "m1: a.md", "CUSTOM", "TEXT_MESSAGE_CHUNK", "m1: a.md b.md", "CUSTOM")
	})
	t.Run("reopened after an earlier run", func(t *testing.T) {
		m := agui.NewAssistantMessage("m1")
		m.Content = opt.Some(a.ref())
		s := newStream(t, citations.RunOptions{Messages: []agui.Message{m}})
		s.read(a, b)
		s.say("m1", " "+b.ref())
		s.want("m1: a.md b.md")
	})
	t.Run("a snapshot that changes the text", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a, b)
		s.say("m1", a.ref())
		s.say("m2", a.ref())
		s.send(`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","content":"` + b.ref() + `"},` +
			`{"id":"m2","role":"assistant","content":"` + a.ref() + `"},{"id":"m0","role":"assistant","content":"` + b.ref() + `"}]}`)
		s.say("m1", " "+a.ref())
		s.say("m0", " "+a.ref())
		s.want("m1: a.md", "m2: a.md", "m1: b.md", "m1: b.md a.md", "m0: b.md a.md")
	})
	t.Run("a snapshot that closes chunks and changes their text", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a, b)
		s.send(`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"` + a.ref() + `"}
			{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","content":"` + b.ref() + `"}]}`)
		s.wantShape("TEXT_MESSAGE_CHUNK", "m1: a.md", "MESSAGES_SNAPSHOT", "m1: b.md")
	})
	t.Run("a snapshot that changes the text of a message that is open again", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a, b)
		s.say("m1", a.ref())
		s.send(`{"type":"TEXT_MESSAGE_START","messageId":"m1"}
			{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","content":"` + b.ref() + `"}]}
			{"type":"TEXT_MESSAGE_END","messageId":"m1"}`)
		s.wantShape("TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "m1: a.md",
			"TEXT_MESSAGE_START", "MESSAGES_SNAPSHOT", "TEXT_MESSAGE_END", "m1: b.md")
	})
	t.Run("a snapshot that drops messages that are open", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{})
		s.read(a, b)
		start := `{"type":"TEXT_MESSAGE_START","messageId":"m1"}
			{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"` + a.ref() + `"}
			`
		end := `{"type":"TEXT_MESSAGE_END","messageId":"m1"}
			`
		more := `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"` + b.ref() + `"}
			`
		s.send(start + `{"type":"MESSAGES_SNAPSHOT","messages":[]}` + "\n" + more + end)
		s.want("m1: b.md")
		s.send(start + `{"type":"MESSAGES_SNAPSHOT","messages":[]}` + "\n" + end)
		s.want("m1: b.md")
		s.send(start + `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"user","content":"mine"}]}` + "\n" + more + end)
		s.want("m1: b.md")
		s.send(start + `{"type":"RUN_ERROR","message":"no"}
			{"type":"RUN_STARTED","threadId":"t","runId":"r2"}
			{"type":"MESSAGES_SNAPSHOT","messages":[]}` + "\n" + more + end)
		s.want("m1: b.md")
	})
	t.Run("a citation that a snapshot takes away", func(t *testing.T) {
		s := newStream(t, citations.RunOptions{OmitEmpty: true})
		s.read(a)
		s.say("m1", a.ref())
		s.send(`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant"}]}`)
		s.want("m1: a.md", "m1:")
	})
}
