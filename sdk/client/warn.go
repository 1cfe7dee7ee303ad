package client

import (
	"context"
	"log/slog"

	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// warn tells of what no pipeline sees, as one does.
func (c *Client) warn(w pipeline.Warning) {
	if c.o.NoWarn {
		return
	}
	if c.o.OnWarning != nil {
		c.o.OnWarning(w)
	}
	c.o.Logger.LogAttrs(context.Background(), slog.LevelWarn, w.Message,
		slog.String("stage", string(w.Stage)), slog.Int("event", w.Event), slog.String("type", string(w.Type)), slog.String("pointer", w.Pointer))
}
