package browser

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/agui-gen/agui-gen/internal/demo"
	"github.com/agui-gen/agui-gen/internal/demo/agent"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// serve serves the demo with an agent, and gives the address of the page.
func serve(t testing.TB, a server.Agent) string {
	t.Helper()
	s := httptest.NewServer(demo.New(demo.Options{Agent: a, Clock: libraryClock, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// libraryClock is the instant that the demo library is of, after which more of it becomes stale.
func libraryClock() time.Time { return time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC) }

// atOnce is the demo agent without pauses.
func atOnce() server.Agent { return agent.New(agent.Every(0)) }

// gate lets the demo agent go on piece by piece.
type gate chan struct{}

func (g gate) pause(ctx context.Context) error {
	select {
	case <-g:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

var bindings = map[string]string{"sse": "text/event-stream", "proto": "application/vnd.ag-ui.event+proto"}

// each runs a test on both bindings.
func each(t *testing.T, test func(t *testing.T, binding string)) {
	for binding := range bindings {
		t.Run(binding, func(t *testing.T) { test(t, binding) })
	}
}

const (
	lastText = `document.querySelector("#items li:last-child .text")?.textContent`
	ending   = `document.getElementById("ending").textContent`
)

func TestTextAppearsPieceByPiece(t *testing.T) {
	each(t, func(t *testing.T, binding string) {
		g := make(gate)
		p := open(t, serve(t, agent.New(g.pause)))
		p.say(binding, "Say hello")
		p.until(`document.querySelectorAll("#items li").length === 2 && ` + lastText + ` === "Good "`)
		p.want(`document.getElementById("doing").textContent`, "Working")
		g <- struct{}{}
		p.until(lastText + ` === "Good morning! "`)
		p.want(`document.getElementById("outcome").textContent`, "")
		close(g)
		p.ended("success")
		p.want(lastText, "Good morning! This is the harbour office. The wind is light, and the quay is dry.")
		p.want(`document.querySelector("#items li:first-child .text").textContent`, "Say hello")
		if facts := p.text(`document.getElementById("facts").innerText`); !strings.Contains(facts, bindings[binding]) || !strings.Contains(facts, "office-1 4 in 16 out") {
			t.Errorf("the facts are %q", facts)
		}
		p.want(`[...document.querySelectorAll("#events summary")].map(e => e.firstChild.data).filter((e, i, all) => e !== all[i-1]).join()`,
			"RUN_STARTED,TEXT_MESSAGE_START,TEXT_MESSAGE_CONTENT,TEXT_MESSAGE_END,RUN_FINISHED")
	})
}

func TestActs(t *testing.T) {
	items := `[...document.querySelectorAll("#items li")].map(e => e.innerText.replace(/\s+/g, " ").trim()).join(" | ")`
	for _, tt := range []struct{ prompt, items, state, warnings string }{
		{"When is high tide?", `You When is high tide? | Reasoning They ask for high tide, so the tide table has the answer. | Agent tide_table {"place":"Quay","day":"today"} result {"high":"12:04","metres":3.2} | Agent High tide at the Quay is at 12:04, with 3.2 metres of water.`, `{}`, "0"},
		{"Count the berths", `You Count the berths | Agent Two ships are in, and one berth is free.`, `{"free":1,"ships":["Arend","Bruinvis"]}`, "0"},
		{"Watch the lock", `You Watch the lock | Activity: lock gates open level 100 % | Agent The lock is full, and its gates are open.`, `{}`, "0"},
		{"Ask the pilot", `You Ask the pilot | Pilot The channel is clear up to the second buoy. | Agent The pilot says that you can come in.`, `{}`, "0"},
	} {
		t.Run(tt.prompt, func(t *testing.T) {
			each(t, func(t *testing.T, binding string) {
				p := open(t, serve(t, atOnce()))
				p.say(binding, tt.prompt)
				p.ended("success")
				p.want(items, tt.items)
				p.want(`JSON.stringify(JSON.parse(document.getElementById("state").textContent))`, tt.state)
				p.want(`document.getElementById("warning-count").textContent`, tt.warnings)
			})
		})
	}
}

func TestWarningsAreShown(t *testing.T) {
	warnings := `[...document.querySelectorAll("#warnings li")].map(e => e.textContent).join("\n")`
	each(t, func(t *testing.T, binding string) {
		p := open(t, serve(t, atOnce()))
		p.say(binding, "Relay the next harbour")
		p.ended("success")
		p.want(lastText, "The next harbour sends its regards.")
		got := p.text(warnings)
		want := []string{"ACTIVITY_DELTA /messageId"} // what protobuf cannot carry has been left out by the server
		if binding == "sse" {
			want = append(want, "TIDE_TURNED", "/tone")
		}
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("no warning has %q:\n%s", w, got)
			}
		}
		if n := strings.Count(got, "\n") + 1; n != len(want) {
			t.Errorf("there are %d warnings, want %d:\n%s", n, len(want), got)
		}
	})
}

func TestCancel(t *testing.T) {
	each(t, func(t *testing.T, binding string) {
		g := make(gate)
		p := open(t, serve(t, agent.New(g.pause)))
		p.want(`document.getElementById("cancel").disabled`, "true")
		p.say(binding, "Keep watch")
		g <- struct{}{}
		p.until(lastText + ` === "Hour 1: all quiet. Hour 2: all quiet. "`)
		p.do(click("#cancel"))
		p.ended("cancelled")
		p.want(ending, "The run was cancelled.")
		p.want(lastText, "Hour 1: all quiet. Hour 2: all quiet. ")
		p.want(`document.getElementById("cancel").disabled`, "true")
		p.want(`[...document.querySelectorAll("#events summary")].at(-1).innerText.includes("cancelled")`, "true")

		// The conversation goes on.
		close(g)
		p.say(binding, "Say hello")
		p.ended("success")
		p.want(`document.querySelectorAll("#items li").length`, "4")
	})
}

func TestInterruptAndResume(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer []action
		result string
		text   string
	}{
		{"answered", []action{
			click(`#questions input[value=true]`),
			chromedp.SendKeys(chromedp.CSS(`#questions input[type=number]`), "40"),
			click(`#questions button`),
		}, "open by 40 cm", "The sluice is open by 40 centimetres."},
		{"refused and abandoned", []action{
			click(`#questions input[value=false]`),
			click(`#questions fieldset:last-child input[type=checkbox]`),
			click(`#questions button`),
		}, "declined", "The sluice stays closed."},
		{"by keyboard", []action{
			chromedp.KeyEvent(" " + kb.Tab + kb.Tab + "25" + kb.Enter), // the first answer has the focus
		}, "open by 25 cm", "The sluice is open by 25 centimetres."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			each(t, func(t *testing.T, binding string) {
				p := open(t, serve(t, atOnce()))
				p.say(binding, "Open the sluice")
				p.ended("interrupted")
				p.want(`[...document.querySelectorAll("#questions legend")].map(e => e.textContent).join()`, "Open the sluice of the east dock?,How far, in centimetres?")
				p.want(`document.getElementById("run").disabled`, "true")
				p.do(tt.answer...)
				p.until(`document.getElementById("questions").hidden`)
				p.ended("success")
				p.want(`document.querySelector(".call").innerText.replace(/\s+/g, " ")`, `open_sluice {"dock":"East"} result `+tt.result)
				p.want(lastText, tt.text)
			})
		})
	}
}

// A question without an answer is not sent.
func TestAnswersAreRequired(t *testing.T) {
	p := open(t, serve(t, atOnce()))
	p.say("sse", "Open the sluice")
	p.ended("interrupted")
	p.do(click(`#questions button`))
	p.want(`document.getElementById("questions").hidden`, "false")
	p.want(`document.getElementById("outcome").textContent`, "interrupted")
}

func TestErrorIsShown(t *testing.T) {
	each(t, func(t *testing.T, binding string) {
		p := open(t, serve(t, atOnce()))
		p.say(binding, "Call the lighthouse")
		p.ended("error")
		p.want(ending, "The agent reports: The lighthouse does not answer.")
		p.want(lastText, "Calling the lighthouse ...")
	})
}

func TestExamplesAndNewConversation(t *testing.T) {
	p := open(t, serve(t, atOnce()))
	p.do(click(`button[data-prompt="Count the berths"]`))
	p.ended("success")
	p.want(`document.querySelectorAll("#items li").length`, "2")
	p.do(click("#fresh"))
	for js, want := range map[string]string{
		`document.querySelectorAll("#items li, #events li, #warnings li").length`: "0",
		`document.getElementById("state").textContent`:                            "{}",
		`document.getElementById("outcome").textContent`:                          "",
		`document.activeElement.id`:                                               "prompt",
	} {
		p.want(js, want)
	}
	p.do(chromedp.KeyEvent("hello" + kb.Enter))
	p.ended("success")
	p.want(`document.querySelectorAll("#items li").length`, "2")
}
