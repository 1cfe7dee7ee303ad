package agent

import (
	"encoding/json"
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

const sluiceTool = "open_sluice"

// sluice asks before it acts: the first run ends with two questions, and the one that resumes it has the answers.
func sluice(o *office) error {
	if call, ok := lastCall(o.Input().Messages); ok && len(o.Input().Resume) > 0 {
		return o.answered(call, o.Input().Resume)
	}
	if err := o.say(o.Text(), "Opening the sluice lowers the water in the dock. I need your consent."); err != nil {
		return err
	}
	call, err := o.ToolCall(sluiceTool)
	if err != nil {
		return err
	}
	if err := call.Args(`{"dock":"East"}`); err != nil {
		return err
	}
	if err := call.Close(); err != nil {
		return err
	}
	for _, ask := range []agui.Interrupt{
		{Reason: "approval", Message: opt.Some("Open the sluice of the east dock?"), ToolCallID: opt.Some(call.ID()),
			ResponseSchema: `{"title":"approval","type":"boolean"}`},
		{Reason: "input", Message: opt.Some("How far, in centimetres?"),
			ResponseSchema: `{"title":"opening","type":"integer","minimum":1,"maximum":80}`},
	} {
		if _, err := o.Interrupt(ask); err != nil {
			return err
		}
	}
	return nil
}

// answered does what was asked for, or not. An answer is known by its kind, for there is one of each; the schema has not
// been held against it by anybody yet.
func (o *office) answered(call string, resume []agui.ResumeEntry) error {
	approved, opening := false, 0
	for _, entry := range resume {
		if entry.Status != agui.ResumeEntryStatusResolved {
			continue
		}
		var yes bool
		var n int
		switch {
		case json.Unmarshal([]byte(entry.Payload), &yes) == nil:
			approved = yes
		case json.Unmarshal([]byte(entry.Payload), &n) == nil:
			opening = n
		}
	}
	result, text := "declined", "The sluice stays closed."
	switch {
	case approved && opening >= 1 && opening <= 80:
		result, text = fmt.Sprintf("open by %d cm", opening), fmt.Sprintf("The sluice is open by %d centimetres.", opening)
	case approved:
		result, text = "not possible", "The sluice stays closed: it can be opened by 1 to 80 centimetres."
	}
	if err := o.Result(call, agui.Text(result)); err != nil {
		return err
	}
	return o.say(o.Text(), text)
}

// lastCall is the last call of the sluice, which is the one that the questions of an interrupted run are about.
func lastCall(messages []agui.Message) (id string, ok bool) {
	for _, m := range messages {
		if m, isAgents := m.(*agui.AssistantMessage); isAgents {
			for _, call := range m.ToolCalls {
				if call.Function.Name == sluiceTool {
					id, ok = call.ID, true
				}
			}
		}
	}
	return id, ok
}
