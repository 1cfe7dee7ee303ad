package citations

import (
	"fmt"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Name is the name of the CUSTOM event.
const Name = "moca.citations"

// Version is the version of its value, the only one there is so far.
const Version = 1

// entry is one citation of an event that is to be sent.
type entry struct {
	record jsonx.Raw
	marker string // "" for none
}

// newEvent makes the event of a message. The zero instant is left out.
func newEvent(messageID string, owner opt.Opt[agui.SubagentRunID], computed time.Time, entries []entry) (*agui.CustomEvent, error) {
	w := jsonx.NewWriter(nil)
	w.Lit(`{"version":`)
	w.Int64(Version)
	w.Lit(`,"messageId":`)
	w.String(messageID)
	if !computed.IsZero() {
		w.Lit(`,"computedAt":`)
		w.String(computed.UTC().Format(time.RFC3339Nano))
	}
	w.Lit(`,"citations":[`)
	for _, e := range entries {
		w.Comma()
		w.Lit(`{"record":`)
		w.Raw(e.record)
		if e.marker != "" {
			w.Lit(`,"marker":`)
			w.String(e.marker)
		}
		w.Lit("}")
	}
	w.Lit("]}")
	value, err := w.Result()
	if err != nil {
		return nil, fmt.Errorf("citations of message %s: %w", quote(messageID), err)
	}
	ev := agui.NewCustomEvent(Name, jsonx.Raw(value))
	ev.SubagentRunID = owner
	return ev, nil
}
