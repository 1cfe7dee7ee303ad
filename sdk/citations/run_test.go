package citations_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/agui-gen/agui-gen/sdk/citations"
)

func TestRecordsThatAreRefused(t *testing.T) {
	good := string(a.record())
	change := func(old, with string) string {
		changed := strings.Replace(good, old, with, 1)
		if changed == good {
			t.Fatalf("there is no %s", old)
		}
		return changed
	}
	for name, c := range map[string]struct{ record, want string }{
		"no JSON":               {good[1:], ""},
		"no object":             {`[]`, ""},
		"missing flag":          {change(`"stale":false,`, ``), "/trust"},
		"null flag":             {change(`"inForce":true`, `"inForce":null`), "/trust/inForce"},
		"mistyped flag":         {change(`"contested":false`, `"contested":"false"`), "/trust/contested"},
		"no trust":              {change(`"trust":`, `"trusted":`), "trust"},
		"unknown status":        {change(`"stable"`, `"final"`), "/trust/status"},
		"short digest":          {change(digest, `sha256:00`), "/package/digest"},
		"ref of another path":   {change(`#a.md","path":"a.md"`, `#a.md","path":"b.md"`), "contradict"},
		"id with the version":   {change(`"id":"`+reefs+`#a.md"`, `"id":"`+reefs+`@1.0.0#a.md"`), "contradict"},
		"ref without version":   {change(`@1.0.0#a.md`, `#a.md`), "contradict"},
		"older than 0.4":        {change(`"ref":"`+reefs+`@1.0.0#a.md",`, ``), "ref"},
		"members that repeat":   {change(`"stale":false`, `"stale":true,"st\u0061le":false`), "duplicate"},
		"half a surrogate pair": {change(`"Note"`, `"\ud800"`), "surrogate"},
		"a huge number":         {change(`,"trust"`, `,"score":1e400,"trust"`), "range"},
		"two records":           {good + good, "after the end"},
		"nested too deep":       {change(`,"trust"`, `,"newer":`+strings.Repeat("[", 28)+strings.Repeat("]", 28)+`,"trust"`), "too deep"},
		"a flood, and no flag":  {strings.Replace(change(`"stale":false,`, ``), `"status"`, flood(1000)+`"status"`, 1), `"stale"`},
		"a span of no integers": {change(`,"trust"`, `,"span":{"start":0.5,"end":1},"trust"`), "/span/start"},
		"a span beyond all":     {change(`,"trust"`, `,"span":{"start":0,"end":1e300},"trust"`), "/span/end"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStream(t, citations.RunOptions{})
			_, err := s.run.Returned(jsonx.Raw(c.record))
			var refused *citations.RecordError
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v", err)
			}
			s.say("m1", a.ref())
			s.want("m1:")
		})
	}
	deep := jsonx.Raw(change(`,"trust"`, `,"newer":`+strings.Repeat(`[{"x\"[[":`, 13)+`["[["]`+strings.Repeat("}]", 13)+`,"trust"`))
	if _, err := newStream(t, citations.RunOptions{}).run.Returned(deep); err != nil {
		t.Errorf("28 deep: %v", err)
	}
	if _, err := newStream(t, citations.RunOptions{}).run.Returned(deep[:len(deep)-1] + `,"more":` + jsonx.Raw(strings.Repeat("[", 28)+strings.Repeat("]", 28)) + "}"); !errors.Is(err, citations.ErrDepth) {
		t.Errorf("29 deep: %v", err)
	}
	var all *violation.Error
	if _, err := newStream(t, citations.RunOptions{}).run.Returned(jsonx.Raw(change(`"stale":false`, `"stale":0`))); !errors.As(err, &all) || len(all.Violations) != 1 {
		t.Errorf("%v", err)
	}
	if _, err := newStream(t, citations.RunOptions{}).run.Returned(jsonx.Raw(change(`#a.md","path`, `#b.md","path`))); !errors.Is(err, citations.ErrIdentity) {
		t.Errorf("%v", err)
	}
}

// flood is so many members that no schema knows.
func flood(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, `"newer%d":1,`, i)
	}
	return s.String()
}

func TestReturnedMayComeFromAnyGoroutine(t *testing.T) {
	s := newStream(t, citations.RunOptions{})
	var group sync.WaitGroup
	for _, n := range []node{a, b, {path: "c.md"}, {path: "d.md"}} {
		group.Go(func() {
			for range 50 {
				if k, err := s.run.Returned(n.record()); err != nil || s.run.Mark("["+n.path+"]", k) != nil || s.run.Cite("m9", k) != nil {
					t.Error("refused")
				}
			}
		})
	}
	for range 50 {
		s.say("m1", a.ref()+" [b.md]")
	}
	group.Wait()
	s.events = nil
	s.say("m1", "")
	if got := s.cited(); len(got) != 1 || !strings.HasPrefix(got[0], "m1: a.md b.md=[b.md]") {
		t.Errorf("%q", got)
	}
}

func TestTheErrorOfTheNextIsPassedOn(t *testing.T) {
	gone := errors.New("gone")
	run := citations.NewRun(citations.RunOptions{})
	n := 0
	write := run.Middleware()(func(agui.Event) error {
		if n++; n == 3 {
			return gone
		}
		return nil
	})
	if err := write(agui.NewTextMessageStartEvent("m1")); err != nil {
		t.Fatal(err)
	}
	if err := write(agui.NewTextMessageEndEvent("m1")); !errors.Is(err, gone) || n != 3 {
		t.Errorf("after %d events: %v", n, err)
	}
}
