package client

import (
	"context"
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/out/agui"
)

// Why [Thread.RunTools] stops though no run has failed.
var (
	// ErrToolsPending is a thread on which calls wait that no registered function answers, see [Thread.Pending].
	ErrToolsPending = errors.New("tool calls wait for the application")
	// ErrTooManyRounds is an agent that calls tools in more runs than it may.
	ErrTooManyRounds = errors.New("the agent keeps calling tools")
)

// ToolRun is how [Thread.RunTools] goes about it.
type ToolRun struct {
	Callbacks
	// Rounds bounds the runs; 0 is 10.
	Rounds int
	// Resume are the entries for the first run, see [Thread.Resume].
	Resume []agui.ResumeEntry
	// Approve is asked before a call of a registered function, with arguments that are valid; nil approves all. Its error
	// declines the call, and its text goes to the agent. An application asks the user here where a tool has effects (P1).
	Approve func(context.Context, agui.ToolCall) error
}

// RunTools runs the agent, answers the calls of registered tools, and runs it again with the answers until none is left.
// Calls are answered one after the other. One of a tool that is not offered, and one whose arguments are not valid, is
// answered with an error.
//
// The error is that of the last run, see [Run.Err], or of the context, [ErrToolsPending] or [ErrTooManyRounds]. The thread
// can go on from each.
func (t *Thread) RunTools(ctx context.Context, o ToolRun) error {
	rounds := o.Rounds
	if rounds <= 0 {
		rounds = 10
	}
	resume := o.Resume
	for range rounds {
		if err := t.Resume(resume...).Do(ctx, o.Callbacks); err != nil {
			return err
		}
		resume = nil
		answered, err := t.answerAll(ctx, &o)
		if err != nil || !answered {
			return err
		}
	}
	return ErrTooManyRounds
}

// answerAll answers what can be answered, and tells whether there was anything.
func (t *Thread) answerAll(ctx context.Context, o *ToolRun) (any bool, err error) {
	var answers []*agui.ToolMessage
	defer func() { // whatever stops it, what has been done is not done again
		if failed := t.answer(answers...); err == nil && failed != nil {
			any, err = false, failed
		}
	}()
	calls := t.Pending()
	left := false
	for _, call := range calls {
		tool := t.o.Tools.named(call.Function.Name)
		if tool != nil && tool.handle == nil {
			left = true
			continue
		}
		content, err := o.invoke(ctx, tool, call)
		if ctx.Err() != nil {
			return false, contextError(ctx) // the call is not answered: it can be made again
		}
		if err != nil {
			answers = append(answers, failure(call.ID, err.Error()))
		} else {
			answers = append(answers, answer(call.ID, content))
		}
	}
	if left {
		return false, ErrToolsPending
	}
	return len(calls) > 0, nil
}

// invoke makes a call. Its error is the answer.
func (o *ToolRun) invoke(ctx context.Context, tool *Tool, call agui.ToolCall) (agui.TextOrContentPartList, error) {
	if tool == nil {
		return nil, fmt.Errorf("there is no tool %s", quote(call.Function.Name))
	}
	arguments, err := tool.Arguments(call.Function.Arguments)
	if err != nil {
		return nil, err
	}
	if o.Approve != nil {
		if err := o.Approve(ctx, call); err != nil {
			return nil, err
		}
	}
	return tool.handle(ctx, arguments)
}
