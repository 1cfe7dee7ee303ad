package server

import (
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// heartbeat breaks silences.
type heartbeat struct {
	run      *Run
	interval time.Duration // 0 for no heartbeat
	timer    *time.Timer
}

func newHeartbeat(r *Run) *heartbeat {
	b := &heartbeat{run: r, interval: r.handler.options.Heartbeat}
	if r.out.format == transport.Proto {
		b.interval = r.handler.options.ProtoHeartbeat
	}
	if b.interval > 0 {
		b.timer = time.NewTimer(b.interval)
	}
	return b
}

func (b *heartbeat) after() <-chan time.Time {
	if b.timer == nil {
		return nil
	}
	return b.timer.C
}

func (b *heartbeat) stop() {
	if b.timer != nil {
		b.timer.Stop()
	}
}

// beat sends a heartbeat, if nothing was sent for as long as the interval, and sets the timer for the next one.
func (b *heartbeat) beat() {
	r := b.run
	if !r.mu.TryLock() { // something is being sent
		b.timer.Reset(b.interval)
		return
	}
	defer r.mu.Unlock()
	quiet := time.Since(r.out.last)
	if quiet < b.interval {
		b.timer.Reset(b.interval - quiet)
		return
	}
	b.timer.Reset(b.interval)
	if r.writable() != nil {
		return
	}
	if r.out.format != transport.Proto {
		if err := r.out.send(comment); err != nil {
			_ = r.lost(err)
		}
		return
	}
	if r.judge.Running() {
		ev := &agui.RawEvent{Event: "{}", Source: opt.Some("heartbeat")}
		if err := safely(func() error { return r.accept(ev) }); err != nil { // a hook may panic
			_ = r.lost(err)
		}
	}
}
