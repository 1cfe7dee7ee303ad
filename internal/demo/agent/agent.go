package agent

import (
	"context"
	"strings"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// Pause is called between the pieces of what the agent writes, which would otherwise be there all at once. It returns an
// error when the run is to stop.
type Pause func(context.Context) error

// Every makes a Pause of a fixed length.
func Every(d time.Duration) Pause {
	return func(ctx context.Context) error {
		if d <= 0 {
			return context.Cause(ctx)
		}
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Act is one thing that the agent can do.
type Act struct {
	// Title is what it shows, for a list of all acts.
	Title string
	// Prompt is what to say for it.
	Prompt string

	word string // what a prompt is known by
	play func(*office) error
}

// Acts lists what the agent can do, the simplest first.
func Acts() []Act {
	return []Act{
		{"Text", "Say hello", "hello", greet},
		{"Tool call", "When is high tide?", "tide", tide},
		{"State", "Count the berths", "berth", berths},
		{"Activity", "Watch the lock", "lock", lock},
		{"Subagent", "Ask the pilot", "pilot", pilot},
		{"Interrupt", "Open the sluice", "sluice", sluice},
		{"Citations", "How is a ship moored?", "moored", moored},
		{"Doubtful sources", "Read me the rules", "rules", rules},
		{"Long run", "Keep watch", "watch", watch},
		{"Warnings", "Relay the next harbour", "relay", relay},
		{"Error", "Call the lighthouse", "lighthouse", lighthouse},
	}
}

// New makes the agent. What a run does depends on the last thing that the user said: the act whose word is in it, or an
// echo where there is none.
func New(pause Pause) server.Agent {
	acts := Acts()
	return func(ctx context.Context, run *server.Run) error {
		o := &office{ctx: ctx, Run: run, pause: pause, prompt: lastPrompt(run.Input().Messages)}
		said := strings.ToLower(o.prompt)
		for _, act := range acts {
			if strings.Contains(said, act.word) {
				return act.play(o)
			}
		}
		return echo(o)
	}
}

// lastPrompt is what the user said last. A run that resumes another has the same as that one.
func lastPrompt(messages []agui.Message) (text string) {
	for _, m := range messages {
		if user, ok := m.(*agui.UserMessage); ok {
			text = textOf(user.Content)
		}
	}
	return text
}

// textOf is the text of a content; other parts are skipped (M13).
func textOf(content agui.TextOrContentPartList) string {
	switch content := content.(type) {
	case agui.Text:
		return string(content)
	case agui.ContentPartList:
		var b strings.Builder
		for _, part := range content {
			if text, ok := part.(*agui.TextPart); ok {
				b.WriteString(text.Text)
			}
		}
		return b.String()
	}
	return ""
}

// office is a run of the agent.
type office struct {
	*server.Run
	ctx    context.Context
	pause  Pause
	prompt string
}

// wait makes a pause.
func (o *office) wait() error { return o.pause(o.ctx) }

// writer is a text or reasoning message.
type writer interface {
	Write(delta string) error
	Close() error
}

// say writes a message word by word.
func (o *office) say(w writer, text string) error {
	for i, word := range strings.SplitAfter(text, " ") {
		if i > 0 {
			if err := o.wait(); err != nil {
				return err
			}
		}
		if err := w.Write(word); err != nil {
			return err
		}
	}
	return w.Close()
}
