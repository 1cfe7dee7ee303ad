package citations

import (
	"slices"
	"strings"
	"time"

	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Recheck is the answer with the warnings added that have become due by an instant, as far as the dates in the records tell:
// that a source is stale, or out of force (K8). It never takes a warning away, and it cannot tell whether a source is
// superseded or contested by now, which only a Reader can.
//
// A date without a time begins at midnight, one of a month or year alone with its first day, and one without an offset is
// taken as UTC. What is not written so, by ISO 8601, tells nothing.
func (a Answer) Recheck(now time.Time) Answer {
	a.Citations = slices.Clone(a.Citations)
	for i := range a.Citations {
		c := &a.Citations[i]
		t := c.Record.Trust
		var late []Statement
		if reached(t.ValidUntil, now) || notReached(t.ValidFrom, now) {
			late = append(late, Statement{KindOutOfForce, "Out of force by now: not within the dates that the author gives" + window(t) + "."})
		}
		if reached(t.StaleAfter, now) {
			late = append(late, Statement{KindStale, "Stale by now: the author wanted it checked again" + from(t.StaleAfter) + "."})
		}
		trust := slices.Clone(c.Trust)
		for _, s := range late {
			if !slices.ContainsFunc(trust, func(t Statement) bool { return t.Kind == s.Kind }) {
				trust = append(trust, s)
			}
		}
		slices.SortStableFunc(trust, func(a, b Statement) int { return rank(a.Kind) - rank(b.Kind) })
		c.Trust = trust
	}
	return a
}

func reached(date opt.Opt[string], now time.Time) bool {
	at, ok := instant(date)
	return ok && !now.Before(at)
}

func notReached(date opt.Opt[string], now time.Time) bool {
	at, ok := instant(date)
	return ok && now.Before(at)
}

// instant is when a date or date-time of ISO 8601 begins, and whether it is one.
func instant(date opt.Opt[string]) (time.Time, bool) {
	s, _ := date.Get()
	s = strings.ToUpper(s)
	for _, layout := range layouts {
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// layouts are the forms of ISO 8601 that are in use.
var layouts = func() []string {
	all := []string{time.DateOnly, "20060102", "2006-01", "2006"}
	for _, day := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02T15", "20060102T150405", "20060102T1504"} {
		for _, offset := range []string{"", "Z07:00", "Z0700", "Z07"} {
			all = append(all, day+offset)
		}
	}
	return all
}()
