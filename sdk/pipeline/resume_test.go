package pipeline_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// TestResume holds a resume to J3, J4 and J5.
//
// Rules: J3 J4 J5 M9.
func TestResume(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	ask := func(id, expires string) agui.Interrupt {
		i := agui.Interrupt{ID: id, Reason: "approval"}
		if expires != "" {
			i.ExpiresAt = opt.Some(expires)
		}
		return i
	}
	yes := func(id string) agui.ResumeEntry {
		return agui.ResumeEntry{InterruptID: id, Status: agui.ResumeEntryStatusResolved}
	}
	no := func(id string) agui.ResumeEntry {
		return agui.ResumeEntry{InterruptID: id, Status: agui.ResumeEntryStatusCancelled}
	}
	for _, c := range []struct {
		name       string
		interrupts []agui.Interrupt
		resume     []agui.ResumeEntry
		says       string // "" if it is in order
	}{
		{"nothing to answer", nil, nil, ""},
		{"answered and abandoned", []agui.Interrupt{ask("a", ""), ask("b", "")}, []agui.ResumeEntry{no("b"), yes("a")}, ""},
		{"one left out", []agui.Interrupt{ask("a", ""), ask("b", "")}, []agui.ResumeEntry{yes("a")}, `"b" is neither`},
		{"none answered", []agui.Interrupt{ask("a", "")}, nil, `"a" is neither`},
		{"nobody's", []agui.Interrupt{ask("a", "")}, []agui.ResumeEntry{yes("a"), no("c")}, `no interrupt "c"`},
		{"just expired", []agui.Interrupt{ask("a", "2026-05-04T12:00:00Z")}, []agui.ResumeEntry{yes("a")}, `"a" has expired`},
		{"expired, to the minute", []agui.Interrupt{ask("a", "2026-05-04T13:59+02:00")}, []agui.ResumeEntry{yes("a")}, `"a" has expired`},
		{"expired, in no zone", []agui.Interrupt{ask("a", "2026-05-04T11:59:59.5")}, []agui.ResumeEntry{yes("a")}, `"a" has expired`},
		{"not yet expired, to the minute", []agui.Interrupt{ask("a", "2026-05-04T12:01")}, []agui.ResumeEntry{yes("a")}, ""},
		{"not yet expired", []agui.Interrupt{ask("a", "2026-05-04T14:00:01+02:00")}, []agui.ResumeEntry{yes("a")}, ""},
		{"expired and abandoned", []agui.Interrupt{ask("a", "2020-01-01")}, []agui.ResumeEntry{no("a")}, ""},
		{"unreadable", []agui.Interrupt{ask("a", "at the next tide")}, []agui.ResumeEntry{yes("a")}, ""},
	} {
		err := pipeline.CheckResume(c.interrupts, c.resume, now)
		if c.says == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var rejected *pipeline.ProtocolError
		if !errors.As(err, &rejected) || rejected.Rule != pipeline.RuleResume || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s", c.name, err, c.says)
		}
	}
}

// TestParseRelease reads releases, and none of what is no release.
func TestParseRelease(t *testing.T) {
	if r, err := pipeline.ParseRelease("0.0.57"); err != nil || r.String() != "0.0.57" {
		t.Error(r, err)
	}
	for _, s := range []string{"", "1", "1.0", "0.0.x", "0.0.-1", "0.0.1.2", "0..1", "99999999999.0.0"} {
		if r, err := pipeline.ParseRelease(s); err == nil {
			t.Errorf("%q was read as %v", s, r)
		}
	}
}
