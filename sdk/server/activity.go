package server

import (
	"github.com/agui-gen/agui-gen/out/agui"
)

// Activity is something that is shown among the messages and changes in place (F5).
type Activity struct {
	scope Scope
	start agui.ActivitySnapshotEvent
}

// Activity shows an activity of a type, which is an open string. Its content is a JSON object.
func (s Scope) Activity(activityType string, content any, options ...ActivityOption) (*Activity, error) {
	a := &Activity{scope: s}
	for _, o := range options {
		o.activity(&a.start)
	}
	a.start.ActivityType, a.start.SubagentRunID, a.start.MessageID = activityType, s.owner, mint(a.start.MessageID)
	return a, a.Replace(content)
}

// ID is the id of the activity's message.
func (a *Activity) ID() string { return a.start.MessageID }

// Replace shows other content in its place.
func (a *Activity) Replace(content any) error {
	raw, err := encode(content)
	run := a.scope.run
	run.mu.Lock()
	defer run.mu.Unlock()
	if err != nil {
		return run.unfit(err)
	}
	ev := a.start
	ev.Content = raw
	return run.send(&ev)
}

// Patch changes the content, which must fit and leave it an object.
func (a *Activity) Patch(operations ...agui.JSONPatchOperation) error {
	run := a.scope.run
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.send(&agui.ActivityDeltaEvent{MessageID: a.start.MessageID, ActivityType: a.start.ActivityType, Patch: patch(operations),
		SubagentRunID: a.start.SubagentRunID})
}

// patch is operations as a list, which is never absent.
func patch(operations []agui.JSONPatchOperation) agui.JSONPatch {
	if operations == nil {
		return agui.JSONPatch{}
	}
	return operations
}
