package client_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/agui-gen/agui-gen/sdk/client"
)

type tideIn struct {
	Port string `json:"port"`
	Days int    `json:"days"`
}

const tideSchema = `{"type":"object","properties":{"port":{"type":"string","minLength":1},"days":{"type":"integer","maximum":7}},"required":["port"],"additionalProperties":false}`

// tides is a tool that notes what it is asked.
func tides(asked *[]tideIn, answer any, err error) client.Tool {
	return client.NewTool("tides", "says when", tideSchema, func(_ context.Context, in tideIn) (any, error) {
		*asked = append(*asked, in)
		return answer, err
	})
}

func tools(t *testing.T, list ...client.Tool) *client.Tools {
	t.Helper()
	registry, err := client.NewTools(list...)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// TestRunTools holds the loop over tool calls to what is answered, and to P1: a function sees only arguments that its
// schema allows.
//
// Rules: L6.3.
func TestRunTools(t *testing.T) {
	sunk := errors.New("the boat has sunk")
	parts := agui.ContentPartList{agui.NewTextPart("a"), agui.NewTextPart("b")}
	for _, c := range []struct {
		name, calls string
		answer      any
		err         error
		approve     func(context.Context, agui.ToolCall) error
		asked       int
		content     string // of the answer
		failed      string // what its error has in it
	}{
		{name: "text", calls: call("c1", "tides", `{"port":"Brno","days":2}`), answer: "none", asked: 1, content: `"none"`},
		{name: "parts", calls: call("c1", "tides", `{"port":"Brno"}`), answer: parts, asked: 1, content: `[{"type":"text","text":"a"},{"type":"text","text":"b"}]`},
		{name: "json", calls: call("c1", "tides", `{"port":"Brno"}`), answer: map[string]int{"high": 3}, asked: 1, content: `"{\"high\":3}"`},
		{name: "nothing", calls: call("c1", "tides", `{"port":"Brno"}`), asked: 1, content: `"null"`},
		{name: "error", calls: call("c1", "tides", `{"port":"Brno"}`), err: sunk, asked: 1, content: `"the boat has sunk"`, failed: "the boat has sunk"},
		{name: "no JSON form", calls: call("c1", "tides", `{"port":"Brno"}`), answer: make(chan int), asked: 1, failed: "no JSON form"},
		{name: "P1_no_JSON", calls: call("c1", "tides", `{"port":`), failed: "not valid"},
		{name: "P1_a_name_twice", calls: call("c1", "tides", `{"port":"a","port":"b"}`), failed: "not valid"},
		{name: "P1_not_by_the_schema", calls: call("c1", "tides", `{"port":"Brno","days":8}`), failed: "/days"},
		{name: "P1_another_member", calls: call("c1", "tides", `{"port":"Brno","sudo":true}`), failed: "/sudo"},
		{name: "P1_blank_is_no_arguments", calls: call("c1", "tides", ` `), failed: `"port"`},
		{name: "D9_not_offered", calls: call("c1", "rm", `{}`), failed: `there is no tool "rm"`},
		{name: "P1_declined", calls: call("c1", "tides", `{"port":"Brno"}`), approve: func(_ context.Context, c agui.ToolCall) error {
			return errors.New("the user declined " + c.Function.Name)
		}, content: `"the user declined tides"`, failed: "the user declined tides"},
		{name: "approved", calls: call("c1", "tides", `{"port":"Brno"}`), answer: "ok", approve: func(context.Context, agui.ToolCall) error { return nil }, asked: 1, content: `"ok"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked []tideIn
			a := serve(t, turn(c.calls, success), turn(opened+content+closed, success))
			th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{Tools: tools(t, tides(&asked, c.answer, c.err))})
			events := 0
			err := th.RunTools(t.Context(), client.ToolRun{Approve: c.approve, Callbacks: client.Callbacks{Event: func(agui.Event) error { events++; return nil }}})
			if err != nil || len(a.got()) != 2 || events != 10 {
				t.Fatal(err, len(a.got()), events)
			}
			if len(asked) != c.asked || c.asked > 0 && asked[0].Port != "Brno" {
				t.Errorf("asked %v", asked)
			}
			sent := a.got()[1].input(t).Messages
			answer := sent[len(sent)-1].(*agui.ToolMessage)
			if got := asJSON(t, answer.Content); c.content != "" && !jsonx.Raw(got).Equal(jsonx.Raw(c.content)) || answer.ToolCallID != "c1" {
				t.Errorf("answered %s to %s", got, answer.ToolCallID)
			}
			if got := answer.Error.Or(""); (got == "") != (c.failed == "") || !strings.Contains(got, c.failed) {
				t.Errorf("error %q, want %q", got, c.failed)
			}
			if got := roles(th.Messages()); got != "assistant:a-c1 tool:c1 assistant:m1" {
				t.Error(got)
			}
			if p, _ := a.got()[0].body.Lookup("tools"); !p.Equal(`[{"name":"tides","description":"says when","parameters":` + tideSchema + `}]`) {
				t.Errorf("offered %s", p)
			}
		})
	}
}

// TestRunToolsStops holds where the loop ends.
func TestRunToolsStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var asked []tideIn
	ask := turn(call("c1", "tides", `{"port":"Brno"}`), success)
	self := client.Declare("form", "the application fills it in", "")
	slow := client.NewTool("slow", "", "", func(ctx context.Context, _ jsonx.Raw) (string, error) {
		cancel()
		return "", ctx.Err()
	})
	t.Run("never", func(t *testing.T) {
		a := serve(t, ask)
		th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{Tools: tools(t, tides(&asked, "x", nil))})
		// The agent asks the same call again, as one that has been answered, so that it is not pending; and so the loop ends.
		if err := th.RunTools(t.Context(), client.ToolRun{}); err != nil || len(a.got()) != 2 {
			t.Error(err, len(a.got()))
		}
	})
	t.Run("too many rounds", func(t *testing.T) {
		a := serve(t, ask, turn(call("c2", "tides", `{"port":"Brno"}`), success), turn(call("c3", "tides", `{"port":"Brno"}`), success))
		th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{Tools: tools(t, tides(&asked, "x", nil))})
		if err := th.RunTools(t.Context(), client.ToolRun{Rounds: 2}); err != client.ErrTooManyRounds || len(a.got()) != 2 || len(th.Pending()) != 0 {
			t.Error(err, len(a.got()))
		}
	})
	t.Run("the application's turn", func(t *testing.T) {
		a := serve(t, turn(call("c1", "tides", `{"port":"Brno"}`)+call("c2", "form", `{}`), success), turn("", ""))
		th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{Tools: tools(t, tides(&asked, "x", nil), self)})
		if err := th.RunTools(t.Context(), client.ToolRun{}); err != client.ErrToolsPending || len(a.got()) != 1 {
			t.Fatal(err, len(a.got()))
		}
		if p := th.Pending(); len(p) != 1 || p[0].ID != "c2" {
			t.Error(p)
		}
		if err := th.AnswerTool("c2", agui.Text("filled in")); err != nil {
			t.Error(err)
		}
		if err := th.RunTools(t.Context(), client.ToolRun{}); err != nil || len(a.got()) != 2 {
			t.Error(err)
		}
	})
	t.Run("an interrupt, and the answer to it", func(t *testing.T) {
		a := serve(t, turn(call("c1", "tides", `{"port":"Brno"}`), asked2), turn(call("c2", "tides", `{"port":"Brno"}`), success), turn("", ""))
		th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{Tools: tools(t, tides(&asked, "x", nil))})
		if err := th.RunTools(t.Context(), client.ToolRun{}); err != client.ErrInterrupted {
			t.Fatal(err)
		}
		if err := th.RunTools(t.Context(), client.ToolRun{Resume: []agui.ResumeEntry{client.Answer("i9", "")}}); err != nil || len(a.got()) != 3 {
			t.Error(err, len(a.got()))
		}
	})
	t.Run("in the middle", func(t *testing.T) {
		// What has been done is answered all the same, each answer behind its call.
		again, stop := context.WithCancel(t.Context())
		fail := client.NewTool("fail", "", "", func(context.Context, jsonx.Raw) (string, error) { stop(); return "", nil })
		list := tools(t, tides(&asked, "x", nil), fail)
		calls := call("c1", "tides", `{"port":"Brno"}`) + call("c2", "tides", `{"port":"Brno"}`) + call("c3", "fail", `{}`) + call("c4", "tides", `{"port":"Brno"}`)
		th := serve(t, turn(calls, success)).threads(t, client.Options{}).Thread(client.ThreadOptions{Tools: list})
		if err := th.RunTools(again, client.ToolRun{}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if got := roles(th.Messages()); got != "assistant:a-c1 tool:c1 assistant:a-c2 tool:c2 assistant:a-c3 assistant:a-c4" || len(th.Pending()) != 2 {
			t.Error(got, th.Pending())
		}
	})
	t.Run("a context", func(t *testing.T) {
		a := serve(t, turn(call("c1", "slow", `{}`), success))
		th := a.threads(t, client.Options{}).Thread(client.ThreadOptions{Tools: tools(t, slow)})
		if err := th.RunTools(ctx, client.ToolRun{}); !errors.Is(err, context.Canceled) || len(th.Pending()) != 1 {
			t.Error(err, th.Pending())
		}
	})
}

// asked2 interrupts for the one call that there is, so that it waits for the resume and not for an answer.
const asked2 = `{"type":"interrupt","interrupts":[{"id":"i9","reason":"approval","toolCallId":"c1"}]}`

// TestTools holds a registry to what it takes.
//
// Rules: P1.
func TestTools(t *testing.T) {
	ok := func(context.Context, jsonx.Raw) (string, error) { return "", nil }
	for name, list := range map[string][]client.Tool{
		"two of one name":             {client.Declare("a", "", ""), client.Declare("a", "", "")},
		"no JSON":                     {client.NewTool("a", "", `{`, ok)},
		"no schema":                   {client.NewTool("a", "", `{"type":"thing"}`, ok)},
		"a keyword that is not known": {client.NewTool("a", "", `{"nullable":true}`, ok)},
	} {
		if _, err := client.NewTools(list...); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	// A schema of one's own stands in for one that is not known.
	own := client.NewTool("a", "", `{"nullable":true}`, ok)
	own.Schema = schema.Schema{Location: "urn:own", Eval: func(e *schema.Eval) { e.Type(schema.Array) }}
	if _, err := client.NewTools(own); err != nil {
		t.Error(err)
	}
	_, err := own.Arguments(`{}`)
	var wrong *client.ArgumentsError
	var all *violation.Error
	if !errors.As(err, &wrong) || wrong.Tool != "a" || !errors.As(err, &all) {
		t.Error(err)
	}
	if got, err := own.Arguments(` [1] `); err != nil || !got.Equal(`[1]`) {
		t.Error(got, err)
	}
	var syntax *jsonx.SyntaxError
	if _, err := own.Arguments(`[`); !errors.As(err, &syntax) {
		t.Error(err)
	}
}
