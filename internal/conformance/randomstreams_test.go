package conformance

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
	"github.com/agui-gen/agui-gen/internal/conformance/streams"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

var streamCount = flag.Int("streams", 2_000, "how many random streams the published client is shown")

// shown is a random stream as the consumers are shown it.
type shown struct {
	*streams.Stream
	index   int
	binding binding
	data    []byte
}

// show makes the bytes of a stream: as protobuf if it is to be and can be carried so, else as SSE.
func show(s *streams.Stream, index int, proto bool) shown {
	if proto {
		if data, ok := framed(s); ok {
			return shown{s, index, bindings[1], data}
		}
	}
	var data []byte
	for _, line := range s.Lines() {
		data = fmt.Appendf(data, "data: %s\n\n", line)
	}
	if s.Cut {
		data = append(data, `data: {"type"`...)
	}
	return shown{s, index, bindings[0], data}
}

// framed is a stream in frames, and whether they carry all of it.
func framed(s *streams.Stream) (data []byte, ok bool) {
	for _, line := range s.Lines() {
		ev, err := agui.DecodeJSON([]byte(line))
		if err != nil || len(transport.Omitted(ev, transport.Proto)) > 0 {
			return nil, false
		}
		if data, err = transport.AppendEvent(data, transport.Proto, ev); err != nil {
			return nil, false
		}
	}
	if s.Cut {
		data = append(data, 0, 0)
	}
	return data, true
}

// audience is the published client, and the server that shows it streams.
type audience struct {
	peer *peer.Peer
	url  string
	now  []shown
}

func newAudience(t *testing.T) *audience {
	t.Helper()
	a := &audience{peer: peer.Script(t, "agent.mjs")}
	a.url = listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil || i >= len(a.now) {
			http.NotFound(w, r)
			return
		}
		transport.SetContentType(w.Header(), a.now[i].binding.format)
		_, _ = w.Write(a.now[i].data)
	}))
	return a
}

// take is what the client makes of each of some streams.
func (a *audience) take(t *testing.T, batch []shown) []taken {
	t.Helper()
	a.now = batch
	var lines []string
	for i, s := range batch {
		var in struct {
			ThreadID, RunID string
			Messages        []json.RawMessage
			State           json.RawMessage
		}
		if err := json.Unmarshal([]byte(s.InputText()), &in); err != nil {
			t.Fatal(err)
		}
		r := struct {
			request
			Whole bool `json:"whole"`
		}{request{URL: a.url + "/" + strconv.Itoa(i), Accept: s.binding.accept, Thread: &thread{ThreadID: in.ThreadID, Messages: in.Messages},
			Run: map[string]any{"runId": in.RunID}}, true}
		if in.State != nil {
			r.Thread.State = in.State
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	all := make([]taken, len(batch))
	for i, line := range a.peer.Ask(lines) {
		all[i] = theirs(t, line)
	}
	return all
}

// TestAgentOnRandomStreams holds that the published client makes of random streams what our pipeline makes of them: it
// rejects the same at the same event, delivers the same events in the same order, and holds the same messages, state and
// outcome. Where the two differ for a reason that is known, the reason is counted.
func TestAgentOnRandomStreams(t *testing.T) {
	t.Parallel()
	const parts = 2 // each with a process of the client
	total := few(*streamCount)
	for i := range parts {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			onRandomStreams(t, total*i/parts, total*(i+1)/parts)
		})
	}
}

func onRandomStreams(t *testing.T, from, to int) {
	const size, most = 500, 14
	a := newAudience(t)
	reasons, accepted := map[string]int{}, 0
	unexplained := map[string]string{} // one of a kind
	for start := from; start < to && len(unexplained) < most; start += size {
		var batch []shown
		for i := start; i < min(start+size, to); i++ {
			batch = append(batch, show(streams.Make(*seed, uint64(i)), i, i%8 == 0))
		}
		for i, taken := range a.take(t, batch) {
			c := confront(batch[i], taken)
			for _, why := range c.reasons {
				reasons[why]++
			}
			if c.accepted {
				accepted++
			}
			if kind := kindOf(c.difference); kind != "" && unexplained[kind] == "" && len(unexplained) < most {
				unexplained[kind] = a.explain(t, batch[i])
			}
		}
	}
	for _, u := range unexplained {
		t.Error(u)
	}
	if !t.Failed() && accepted < (to-from)/4 {
		t.Errorf("both accept only %d of the streams", accepted)
	}
	t.Logf("streams %d to %d of seed %d: both accept %d", from, to-1, *seed, accepted)
	for _, why := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return cmp.Compare(reasons[b], reasons[a]) }) {
		t.Logf("%6d %s", reasons[why], why)
	}
}

// explain tells of a stream that is taken differently, in as few events as still are.
func (a *audience) explain(t *testing.T, s shown) string {
	t.Helper()
	again := func(s *streams.Stream) (shown, string) {
		c := show(s, 0, false)
		return c, confront(c, a.take(t, []shown{c})[0]).difference
	}
	least, why := s.Stream, confront(s, a.take(t, []shown{s})[0]).difference
	kind := kindOf(why)
	for smaller := true; smaller; {
		smaller = false
		for c := range least.Smaller() {
			if _, still := again(c); kindOf(still) == kind {
				least, why, smaller = c, still, true
				break
			}
		}
	}
	return fmt.Sprintf("stream %d of seed %d on %s, spoilt by %q: %s\ninput %s\n%s", s.index, *seed, s.binding.format, s.Spoilt, why,
		least.InputText(), strings.Join(least.Lines(), "\n"))
}

var particulars = regexp.MustCompile(`'[^']*'|"[^"]*"|\d+|\n(?s:.*)`)

// kindOf is a difference without what is particular to one stream.
func kindOf(difference string) string {
	kind := particulars.ReplaceAllString(difference, "")
	return kind[:min(len(kind), 150)]
}
