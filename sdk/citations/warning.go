package citations

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// Stage is the stage of the warnings of this package.
const Stage pipeline.Stage = "citations"

// maxTold is how many warnings there are about one event, or one record.
const maxTold = 100

// teller passes warnings on, and falls silent when there are very many about one thing.
type teller struct {
	logger *slog.Logger
	hook   func(pipeline.Warning)
}

func (t teller) tell(kind agui.EventType, pointer, message string) {
	w := pipeline.Warning{Stage: Stage, Event: -1, Type: kind, Pointer: pointer, Message: message}
	if t.hook != nil {
		t.hook(w)
	}
	if t.logger != nil {
		t.logger.LogAttrs(context.Background(), slog.LevelWarn, message,
			slog.String("stage", string(Stage)), slog.String("type", string(kind)), slog.String("pointer", pointer))
	}
}

// about tells of one thing, whose pointer begins with what is given.
func (t teller) about(kind agui.EventType, prefix string) func(pointer, message string) {
	told := 0
	return func(pointer, message string) {
		switch told++; {
		case told < maxTold:
			t.tell(kind, prefix+pointer, message)
		case told == maxTold:
			t.tell(kind, prefix+pointer, message+"; there is more to say here, without a warning for each")
		}
	}
}

// quote is text of a peer for use in a message: in quotes, and not too long.
func quote(s string) string {
	const most = 200 // bytes
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
