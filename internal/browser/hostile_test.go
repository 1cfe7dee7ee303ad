package browser

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// evil is what must stay text, wherever it is.
const evil = `<img src="http://elsewhere.test/x" onerror="document.title='owned'"><script>document.title='owned'</script>"'&amp;` + "\u202e"

// hostile is an agent that puts evil wherever it can.
func hostile(_ context.Context, run *server.Run) error {
	text := func(v any) jsonx.Raw {
		b, _ := json.Marshal(v)
		return jsonx.Raw(b)
	}
	step, err := run.Step(evil)
	if err != nil {
		return err
	}
	sub, err := run.Subagent(evil)
	if err != nil {
		return err
	}
	if err := sub.Text().Write(evil); err != nil {
		return err
	}
	if err := sub.Reasoning().Write(evil); err != nil {
		return err
	}
	if err := sub.Close(); err != nil {
		return err
	}
	call, err := run.ToolCall(evil)
	if err != nil {
		return err
	}
	if err := call.Args(evil); err != nil {
		return err
	}
	if err := call.Result(evil); err != nil {
		return err
	}
	if err := run.State().Replace(map[string]any{evil: evil}); err != nil {
		return err
	}
	if _, err := run.Activity(evil, map[string]any{evil: evil, "more": []string{evil}}); err != nil {
		return err
	}
	if err := run.Custom("test."+evil, evil); err != nil {
		return err
	}
	if err := run.Raw(evil, evil); err != nil {
		return err
	}
	if err := cite(run); err != nil {
		return err
	}
	if err := step.Close(); err != nil {
		return err
	}
	if len(run.Input().Resume) > 0 {
		return &server.RunError{Message: evil}
	}
	for _, schema := range []jsonx.Raw{text(map[string]any{"type": "boolean"}), text(map[string]any{"type": "string"})} {
		if _, err := run.Interrupt(agui.Interrupt{ID: "evil " + evil + string(schema), Reason: evil, Message: opt.Some(evil), ResponseSchema: schema}); err != nil {
			return err
		}
	}
	return nil
}

// cite answers with a source that is all evil, and whose link would be a script.
func cite(run *server.Run) error {
	cites := citations.NewRun(citations.RunOptions{})
	run.Use(cites.Middleware())
	record, err := json.Marshal(map[string]any{
		"package": map[string]any{"id": "urn:evil", "version": "1.0.0", "digest": "sha256:" + strings.Repeat("0", 64), "signed": true, "signers": []string{evil}},
		"node":    map[string]any{"id": "urn:evil#a.md", "ref": "urn:evil@1.0.0#a.md", "path": "a.md", "type": "Policy", "title": evil},
		"trust": map[string]any{"status": "stable", "declaredVerified": []any{map[string]any{"by": evil}}, "attestedReviews": []any{}, "stale": false,
			"inForce": true, "superseded": false, "contested": false},
		"evidence": []any{map[string]any{"source": map[string]any{"title": evil, "resource": "javascript:document.title='owned'"}, "note": evil}},
	})
	if err != nil {
		return err
	}
	key, err := cites.Returned(jsonx.Raw(record))
	if err != nil {
		return err
	}
	if err := cites.Mark("[1]", key); err != nil {
		return err
	}
	return run.Text().Write("[1] " + evil)
}

// TestHostileTextStaysText holds that markup is shown as text, wherever an agent puts it.
//
// Rules: P3 P2.
func TestHostileTextStaysText(t *testing.T) {
	each(t, func(t *testing.T, binding string) {
		p := open(t, serve(t, hostile))
		typed := strings.TrimSuffix(evil, "\u202e") // no key writes that
		p.say(binding, typed)
		p.ended("interrupted")
		harmless := func() {
			t.Helper()
			p.want(`document.querySelectorAll("main img, main script, main b b, [onerror], a").length`, "0")
			p.want(`document.title`, "Harbour office · agui serve")
		}
		harmless()
		p.want(`[...document.querySelectorAll("#items > li")].map(e => e.className).join()`, "user,agent,reasoning,agent,activity,agent")
		for _, at := range []string{
			`document.querySelector("#items .agent .who").textContent`,
			`document.querySelector("#items .agent .text").textContent`,
			`document.querySelector("#items .reasoning .text").textContent`,
			`document.querySelector("#items .call b").textContent`,
			`document.querySelector("#items .fields dd").textContent`,
			`document.querySelector("#questions legend").textContent`,
			`Object.values(JSON.parse(document.getElementById("state").textContent))[0]`,
		} {
			p.want(at, evil)
		}
		p.want(`document.querySelector("#items .user .text").textContent`, typed)
		shown := strings.ReplaceAll(evil, "\u202e", "\ufffd") // what turns text around is taken out of records
		p.want(`document.querySelector(".sources b").textContent`, shown)

		p.do(click("#questions input[value=false]"), click("#questions fieldset:last-child input[type=checkbox]"), click("#questions button"))
		p.until(`document.getElementById("ending").textContent.startsWith("The agent reports")`)
		p.want(ending, "The agent reports: "+evil)
		harmless()
	})
}

// TestMarkupCannotBeMade holds that even a mistake in the script could not make markup of a text.
func TestMarkupCannotBeMade(t *testing.T) {
	p := tab(t)
	p.visit(serve(t, atOnce()))
	p.want(`(() => { try { document.body.innerHTML = "<i>x</i>"; return "made" } catch (e) { return e.name } })()`, "TypeError")
}

// TestForeignNameIsRefused is DNS rebinding: a name of somebody else that points to this machine.
func TestForeignNameIsRefused(t *testing.T) {
	own, err := url.Parse(serve(t, atOnce()))
	if err != nil {
		t.Fatal(err)
	}
	p := tab(t)
	p.visit("http://foreign.test:" + own.Port() + "/")
	p.want(`document.body.innerText.trim()`, "This server does not answer to the host foreign.test:"+own.Port()+". Use http://"+own.Host+"/.")
	for _, path := range []string{"/agent", "/runs", "/cancel"} {
		if got := p.sent("POST", path, "application/json", `{}`); !strings.HasPrefix(got, "421 ") {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestOtherSitesAreRefused is what a page of another site tries, to which the browser would not show the answers.
func TestOtherSitesAreRefused(t *testing.T) {
	reached := make(chan string, 10)
	agent := func(_ context.Context, run *server.Run) error {
		reached <- run.Input().RunID
		return nil
	}
	address := serve(t, agent)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>other</title><iframe src="` + address + `"></iframe>`))
	}))
	t.Cleanup(other.Close)
	p := tab(t)
	p.visit(other.URL)
	run := `{"session":"","binding":"sse","prompt":"hello"}`
	input := `{"threadId":"t1","runId":"r1","messages":[]}`
	for _, contentType := range []string{"application/json", "text/plain"} {
		for path, body := range map[string]string{"runs": run, "agent": input, "cancel": `{"session":"x"}`} {
			if got := p.sent("POST", address+path, contentType, body); !strings.HasPrefix(got, "refused") {
				t.Errorf("%s as %s: %s", path, contentType, got)
			}
		}
	}
	if len(reached) != 0 {
		t.Error("another site has made the agent run")
	}
	p.want(`(() => { try { return document.querySelector("iframe").contentDocument ? "empty" : "foreign" } catch { return "foreign" } })()`, "foreign")
	p.until(`performance.getEntriesByType("resource").length > 0 || document.readyState === "complete"`)
	if complaints := p.complaints(); !strings.Contains(complaints, "frame-ancestors") {
		t.Errorf("the page was put into a frame; the browser complains of\n%s", complaints)
	}
}
