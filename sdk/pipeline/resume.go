package pipeline

import (
	"fmt"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
)

// CheckResume judges, before an input is sent, whether its resume entries answer or abandon every interrupt of the run
// that it continues, and nothing else; and that none is answered that has expired. The error is a [*ProtocolError].
func CheckResume(interrupts []agui.Interrupt, resume []agui.ResumeEntry, now time.Time) error {
	refuse := func(format string, args ...any) error {
		return &ProtocolError{Stage: StageRequest, Rule: RuleResume, Event: -1, Err: fmt.Errorf(format, args...)}
	}
	open := make(map[string]*agui.Interrupt, len(interrupts))
	for i := range interrupts {
		open[interrupts[i].ID] = &interrupts[i]
	}
	covered := make(map[string]bool, len(resume))
	for _, entry := range resume {
		i := open[entry.InterruptID]
		if i == nil {
			return refuse("the run that is continued has no interrupt %s", quote(entry.InterruptID))
		}
		if entry.Status == agui.ResumeEntryStatusResolved && expired(i, now) {
			return refuse("interrupt %s has expired; it can only be cancelled", quote(i.ID))
		}
		covered[i.ID] = true
	}
	for _, i := range interrupts {
		if !covered[i.ID] {
			return refuse("interrupt %s is neither answered nor abandoned", quote(i.ID))
		}
	}
	return nil
}

// expired tells whether an interrupt's time is up. A time that cannot be read never is.
func expired(i *agui.Interrupt, now time.Time) bool {
	at, ok := i.ExpiresAt.Get()
	if !ok {
		return false
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", time.DateOnly} {
		if t, err := time.Parse(layout, at); err == nil {
			return !t.After(now)
		}
	}
	return false
}
