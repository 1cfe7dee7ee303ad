package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/unknown"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// TestProducer holds that what is unknown is a fault in an event of one's own, and none in one of another producer; and
// that chunks come out as what they stand for.
func TestProducer(t *testing.T) {
	ofLater := agui.NewTextMessageStartEvent("m")
	ofLater.Unknown = &unknown.Fields{JSON: `"colour":"blue"`}
	for _, c := range []struct {
		name     string
		ev       agui.Event
		own      pipeline.Rule // that it breaks, "" for none
		relayed  pipeline.Rule
		expanded string
	}{
		{"known", agui.NewStepStartedEvent("s"), "", "", "STEP_STARTED"},
		{"unknown_member", ofLater, pipeline.RuleMalformed, "", "TEXT_MESSAGE_START"},
		{"unknown_event", &agui.UnknownEvent{Tag: "AURORA", Raw: `{"type":"AURORA"}`}, pipeline.RuleConstant, "", ""},
		{"malformed", agui.NewCustomEvent("x", ""), pipeline.RuleMalformed, pipeline.RuleMalformed, ""},
		{"order", agui.NewTextMessageEndEvent("m"), pipeline.RuleOpen, pipeline.RuleOpen, ""},
		{"chunk", &agui.TextMessageChunkEvent{MessageID: opt.Some("m"), Delta: opt.Some("x")}, "", "", "TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, relayed := range []bool{false, true} {
				var seen []string
				p := pipeline.NewProducer(func(string) (opt.Opt[string], bool) { return opt.None[string](), false },
					func(ev agui.Event) error { seen = append(seen, string(ev.EventType())); return nil })
				if err := p.Check(agui.NewRunStartedEvent("t1", "r1")); err != nil || !p.Running() {
					t.Fatal(err)
				}
				check, rule := p.Check, c.own
				if relayed {
					check, rule = p.CheckRelayed, c.relayed
				}
				err := check(c.ev)
				var broken *pipeline.ProtocolError
				if errors.As(err, &broken) != (rule != "") || broken != nil && (broken.Rule != rule || broken.Event != 1) {
					t.Errorf("relayed %v: the error is %v", relayed, err)
				}
				if got := strings.Join(seen[1:], " "); rule == "" && got != c.expanded {
					t.Errorf("relayed %v: it stands for %s", relayed, got)
				}
			}
		})
	}
}

// TestAcceptInput holds N3: a consumer that is newer is served, with a warning.
func TestAcceptInput(t *testing.T) {
	for version, warnings := range map[string]int{"0.9": 0, pipeline.ProtocolVersion: 0, "1.10": 1, "2.0": 1, "next": 1} {
		var told []string
		input, err := pipeline.AcceptInput(jsonx.Raw(`{"threadId":"t1","runId":"r1","messages":[],"protocolVersion":"`+version+`"}`),
			pipeline.Options{OnWarning: func(w pipeline.Warning) { told = append(told, w.Pointer) }})
		if err != nil || input.ProtocolVersion != opt.Some(version) || len(told) != warnings || warnings > 0 && told[0] != "/protocolVersion" {
			t.Errorf("version %s: %v, told of %q", version, err, told)
		}
	}
	var refused *violation.Error
	if _, err := pipeline.AcceptInput(`{"threadId":1}`, pipeline.Options{}); !errors.As(err, &refused) || len(refused.Violations) < 2 {
		t.Errorf("a malformed input gives %v", err)
	}
	var syntax *jsonx.SyntaxError
	if _, err := pipeline.AcceptInput(`{`, pipeline.Options{}); !errors.As(err, &syntax) || syntax.Offset != 1 {
		t.Errorf("what is not JSON gives %v", err)
	}
}
