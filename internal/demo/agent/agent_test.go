package agent

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// threads are conversations with the agent, on both bindings.
func threads(t *testing.T, pause Pause) map[string]*client.Thread {
	t.Helper()
	s := httptest.NewServer(server.New(New(pause), server.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}))
	t.Cleanup(s.Close)
	all := map[string]*client.Thread{}
	for _, accept := range []string{transport.AcceptSSE, transport.AcceptAny} {
		c, err := client.New(s.URL, client.Options{Accept: accept, NoWarn: true})
		if err != nil {
			t.Fatal(err)
		}
		all[accept] = c.Thread(client.ThreadOptions{})
	}
	return all
}

// types are those of the events of a run, each once in a row.
func types(t *testing.T, run *client.Run) (list string, err error) {
	t.Helper()
	var all []string
	err = run.Do(t.Context(), client.Callbacks{Event: func(ev agui.Event) error {
		if name := string(ev.EventType()); len(all) == 0 || all[len(all)-1] != name {
			all = append(all, name)
		}
		return nil
	}})
	return strings.Join(all, " "), err
}

func TestActs(t *testing.T) {
	const text = "TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT TEXT_MESSAGE_END"
	const call = "TOOL_CALL_START TOOL_CALL_ARGS TOOL_CALL_END"
	want := map[string]string{
		"Say hello": text,
		"When is high tide?": "STEP_STARTED REASONING_START REASONING_MESSAGE_START REASONING_MESSAGE_CONTENT REASONING_MESSAGE_END REASONING_END STEP_FINISHED STEP_STARTED " +
			call + " TOOL_CALL_RESULT STEP_FINISHED " + text,
		"Count the berths":       "STATE_SNAPSHOT STATE_DELTA " + text,
		"Watch the lock":         "ACTIVITY_SNAPSHOT ACTIVITY_DELTA ACTIVITY_SNAPSHOT " + text,
		"Ask the pilot":          "SUBAGENT_STARTED " + text + " SUBAGENT_FINISHED " + text,
		"Open the sluice":        text + " " + call,
		"How is a ship moored?":  call + " TOOL_CALL_RESULT " + text + " CUSTOM",
		"Read me the rules":      call + " TOOL_CALL_RESULT " + text + " CUSTOM",
		"Keep watch":             text,
		"Relay the next harbour": "TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT ACTIVITY_DELTA TEXT_MESSAGE_CONTENT TEXT_MESSAGE_END",
		"Call the lighthouse":    text,
		"What else?":             text,
	}
	prompts := []string{"What else?"}
	for _, act := range Acts() {
		prompts = append(prompts, act.Prompt)
	}
	for _, prompt := range prompts {
		for accept, thread := range threads(t, Every(0)) {
			thread.Say(prompt)
			got, err := types(t, thread.Run())
			end, outcome := " RUN_FINISHED", error(nil)
			var reported *client.RunError
			switch prompt {
			case "Open the sluice":
				outcome = client.ErrInterrupted
			case "Call the lighthouse":
				end = " RUN_ERROR"
				if !errors.As(err, &reported) || reported.Code != "no_answer" {
					t.Errorf("%s: %v", prompt, err)
				}
				err = nil
			}
			if want := "RUN_STARTED " + want[prompt] + end; got != want || !errors.Is(err, outcome) {
				t.Errorf("%s on %s: %v\n got %s\nwant %s", prompt, accept, err, got, want)
			}
		}
	}
}

func TestSluice(t *testing.T) {
	for _, tt := range []struct {
		approve, opening jsonx.Raw // "" to abandon
		result, text     string
	}{
		{"true", "30", "open by 30 cm", "The sluice is open by 30 centimetres."},
		{"true", "80", "open by 80 cm", "The sluice is open by 80 centimetres."},
		{"true", "81", "not possible", "The sluice stays closed: it can be opened by 1 to 80 centimetres."},
		{"true", "", "not possible", "The sluice stays closed: it can be opened by 1 to 80 centimetres."},
		{"true", `"wide"`, "not possible", "The sluice stays closed: it can be opened by 1 to 80 centimetres."},
		{"false", "30", "declined", "The sluice stays closed."},
		{"", "", "declined", "The sluice stays closed."},
	} {
		for accept, thread := range threads(t, Every(0)) {
			thread.Say("Open the sluice")
			if _, err := types(t, thread.Run()); !errors.Is(err, client.ErrInterrupted) {
				t.Fatal(err)
			}
			var entries []agui.ResumeEntry
			for i, payload := range []jsonx.Raw{tt.approve, tt.opening} {
				id := thread.Interrupts()[i].ID
				if payload == "" {
					entries = append(entries, client.Abandon(id))
				} else {
					entries = append(entries, client.Answer(id, payload))
				}
			}
			if _, err := types(t, thread.Resume(entries...)); err != nil {
				t.Fatal(err)
			}
			messages := thread.Messages()
			last := messages[len(messages)-1].(*agui.AssistantMessage)
			i := slices.IndexFunc(messages, func(m agui.Message) bool { return m.Role() == "tool" })
			if i < 0 {
				t.Fatalf("%+v on %s: the call has no result", tt, accept)
			}
			if got := textOf(messages[i].(*agui.ToolMessage).Content); got != tt.result || last.Content.Or("") != tt.text {
				t.Errorf("%+v on %s: %q, %q", tt, accept, got, last.Content.Or(""))
			}
			// Another time it asks again.
			thread.Say("Open the sluice again")
			if _, err := types(t, thread.Run()); !errors.Is(err, client.ErrInterrupted) {
				t.Error(err)
			}
		}
	}
}

// TestWhatIsMadeUpIsNotCited holds that a reference which the answer has and nobody has read is no source.
func TestWhatIsMadeUpIsNotCited(t *testing.T) {
	for accept, thread := range threads(t, Every(0)) {
		o := citations.NewObserver(citations.ObserverOptions{})
		thread.Say("Read me the rules")
		if err := thread.Run().Do(t.Context(), client.Callbacks{Event: o.Deliver}); err != nil {
			t.Fatal(err)
		}
		answers := o.Answers()
		if len(answers) != 1 || len(answers[0].Citations) != 7 {
			t.Fatalf("on %s: %d answers: %+v", accept, len(answers), answers)
		}
		for _, c := range answers[0].Citations {
			if strings.Contains(c.Key.Ref, "whistles") || len(c.Trust) == 0 || !c.Trust[0].Kind.Warning() {
				t.Errorf("%s: %v", c.Key.Ref, c.Trust)
			}
		}
	}
}

func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if err := Every(time.Minute)(t.Context()); err != nil || time.Since(began) != time.Minute {
			t.Errorf("a pause of a minute: %v after %v", err, time.Since(began))
		}
		stop := errors.New("stop")
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(stop)
		for _, d := range []time.Duration{0, time.Hour} {
			if err := Every(d)(ctx); !errors.Is(err, stop) {
				t.Errorf("a pause of %v in a context that has ended: %v", d, err)
			}
		}
		if err := Every(0)(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestLastPrompt(t *testing.T) {
	parts := agui.ContentPartList{agui.NewTextPart("When is "), agui.NewImagePart(agui.NewFileSource("x")), agui.NewTextPart("high tide?")}
	messages := []agui.Message{agui.NewUserMessage("1", agui.Text("first")), agui.NewUserMessage("2", parts), agui.NewAssistantMessage("3")}
	if got := lastPrompt(messages); got != "When is high tide?" {
		t.Errorf("%q", got)
	}
	if got := lastPrompt(nil); got != "" {
		t.Errorf("%q", got)
	}
}
