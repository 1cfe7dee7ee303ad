package golden_test

import (
	"slices"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
)

// TestProtoOmissions holds that what the binary wire has no place for is named, and nothing else.
func TestProtoOmissions(t *testing.T) {
	for _, tt := range []struct {
		json string
		want []string
	}{
		{`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"success"}}`, nil},
		{`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":""}}`, []string{"/outcome"}},
		{`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"paused","until":1}}`, []string{"/outcome/until"}},
		{`{"type":"RUN_ERROR","message":"m","a/b":1,"usage":[{"model":"x","extra":null}]}`, []string{"/usage/0/extra", "/a~1b"}},
		{`{"type":"RUN_ERROR","message":"m","usage":[]}`, []string{"/usage"}},
		{`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"1","role":"user","content":[{"type":"hologram"},{"type":"text","text":"x"}]}]}`, []string{"/messages/0/content/0"}},
		{`{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a","value":1}]}`, nil}, // a sibling's field carries it
	} {
		ev, err := agui.DecodeJSON([]byte(tt.json))
		if err != nil {
			t.Fatal(err)
		}
		if got := agui.ProtoOmissions(ev); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.json, got, tt.want)
		}
	}
}
