package agent

import (
	"fmt"
	"strconv"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/server"
)

func greet(o *office) error {
	if err := o.say(o.Text(), "Good morning! This is the harbour office. The wind is light, and the quay is dry."); err != nil {
		return err
	}
	return o.Usage(agui.TokenUsage{Provider: opt.Some("harbour"), Model: opt.Some("office-1"), InputTokens: opt.Some(int64(4)), OutputTokens: opt.Some(int64(16))})
}

func echo(o *office) error {
	return o.say(o.Text(), "You said: "+o.prompt+" The office knows nothing of that.")
}

// tide thinks in one step, and looks the tide up in another.
func tide(o *office) error {
	think, err := o.Step("Think")
	if err != nil {
		return err
	}
	if err := o.say(o.Reasoning(), "They ask for high tide, so the tide table has the answer."); err != nil {
		return err
	}
	if err := think.Close(); err != nil {
		return err
	}
	look, err := o.Step("Look it up")
	if err != nil {
		return err
	}
	call, err := o.ToolCall("tide_table")
	if err != nil {
		return err
	}
	for _, piece := range []string{`{"place":`, `"Quay",`, `"day":"today"}`} {
		if err := call.Args(piece); err != nil {
			return err
		}
		if err := o.wait(); err != nil {
			return err
		}
	}
	if err := call.Result(`{"high":"12:04","metres":3.2}`); err != nil {
		return err
	}
	if err := look.Close(); err != nil {
		return err
	}
	return o.say(o.Text(), "High tide at the Quay is at 12:04, with 3.2 metres of water.")
}

// berths sets the state, and then changes it ship by ship.
func berths(o *office) error {
	state := o.State()
	if err := state.Replace(map[string]any{"free": 3, "ships": []string{}}); err != nil {
		return err
	}
	for i, ship := range []string{"Arend", "Bruinvis"} {
		if err := o.wait(); err != nil {
			return err
		}
		err := state.Patch(
			agui.NewAddOperation("/ships/-", jsonx.Raw(quote(ship))),
			agui.NewReplaceOperation("/free", jsonx.Raw(strconv.Itoa(2-i))),
		)
		if err != nil {
			return err
		}
	}
	return o.say(o.Text(), "Two ships are in, and one berth is free.")
}

// lock shows something that changes in place.
func lock(o *office) error {
	activity, err := o.Activity("lock", map[string]any{"gates": "closed", "level": "0 %"})
	if err != nil {
		return err
	}
	for _, level := range []string{"35 %", "70 %", "100 %"} {
		if err := o.wait(); err != nil {
			return err
		}
		if err := activity.Patch(agui.NewReplaceOperation("/level", jsonx.Raw(quote(level)))); err != nil {
			return err
		}
	}
	if err := activity.Replace(map[string]any{"gates": "open", "level": "100 %"}); err != nil {
		return err
	}
	return o.say(o.Text(), "The lock is full, and its gates are open.")
}

// pilot asks a subagent.
func pilot(o *office) error {
	sub, err := o.Subagent("Pilot", server.Description("knows the channel"))
	if err != nil {
		return err
	}
	if err := o.say(sub.Text(), "The channel is clear up to the second buoy."); err != nil {
		return err
	}
	if err := sub.Finish(map[string]any{"clear": true}); err != nil {
		return err
	}
	return o.say(o.Text(), "The pilot says that you can come in.")
}

// watch goes on until somebody cancels it, or for a long time.
func watch(o *office) error {
	msg := o.Text()
	for hour := 1; hour <= 500; hour++ {
		if err := msg.Write(fmt.Sprintf("Hour %d: all quiet. ", hour)); err != nil {
			return err
		}
		if err := o.wait(); err != nil {
			return err
		}
	}
	return msg.Close()
}

// lighthouse fails, after it has said something.
func lighthouse(o *office) error {
	if err := o.say(o.Text(), "Calling the lighthouse ..."); err != nil {
		return err
	}
	return &server.RunError{Code: "no_answer", Message: "The lighthouse does not answer."}
}
