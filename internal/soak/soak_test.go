// Package soak runs one very long run through server and client on loopback, and holds that memory does not grow with it.
package soak

import (
	"context"
	"flag"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/server"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

var deltas = flag.Int("deltas", 100_000, "how many text deltas a run has")

const delta = "word "

// TestLongRun streams a run of -deltas text deltas over each binding, in one process. What grows is the message that the
// client assembles, and nothing else: in the second half of the run the heap in use grows by little more than that.
//
// Rules: K1.1 K3.5.
func TestLongRun(t *testing.T) {
	for _, accept := range []string{transport.AcceptSSE, transport.AcceptAny} {
		t.Run(accept, func(t *testing.T) {
			handler := server.New(func(_ context.Context, run *server.Run) error {
				msg := run.Text()
				for range *deltas {
					if err := msg.Write(delta); err != nil {
						return err
					}
				}
				return msg.Close()
			}, server.Options{})
			s := httptest.NewServer(handler)
			defer s.Close()
			c, err := client.New(s.URL, client.Options{Accept: accept})
			if err != nil {
				t.Fatal(err)
			}
			defer c.CloseIdleConnections()
			run := c.Run(agui.NewRunAgentInput("th-quay", "run-1", nil))
			begun, events, half := time.Now(), 0, uint64(0)
			for _, err := range run.Events(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				if events++; events == *deltas/2 {
					half = heap()
				}
			}
			took := time.Since(begun)
			whole := heap()
			if want := *deltas + 4; events != want {
				t.Errorf("%d events, want %d", events, want)
			}
			content := run.Messages()[0].(*agui.AssistantMessage).Content.Or("")
			if len(content) != *deltas*len(delta) || strings.Count(content, delta) != *deltas {
				t.Errorf("the message has %d bytes, want %d", len(content), *deltas*len(delta))
			}
			// The text of the message, a copy of it, and room to grow in.
			if most := uint64(6**deltas*len(delta)) + 4<<20; whole > half+most {
				t.Errorf("the heap grew from %d to %d bytes in half a run, which is more than %d", half, whole, most)
			}
			t.Logf("%d events, %.0f a second, peak RSS of server and client together %d MiB", events, float64(events)/took.Seconds(), peak()>>20)
		})
	}
}

// heap is what is in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// peak is the most memory that this process has had, in bytes, 0 where the system does not say.
func peak() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	kib, err := strconv.Atoi(strings.Fields(after + " 0")[0])
	if err != nil {
		return 0
	}
	return kib << 10
}
