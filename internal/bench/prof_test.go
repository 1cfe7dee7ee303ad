package bench

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/internal/bench/pb"
	"github.com/agui-gen/agui-gen/out/agui"
	"google.golang.org/protobuf/proto"
)

func TestMin(t *testing.T) {
	if os.Getenv("MIN") == "" {
		t.Skip()
	}
	var _ = proto.Marshal
	for _, e := range events {
		buffer := make([]byte, 0, 2*len(e.json))
		type c struct {
			name string
			run  func()
		}
		all := []c{
			{"decodejson", func() { must(agui.DecodeJSON(e.json)) }},
			{"jx", func() { decodeJX(e.json, e.hand()) }},
			{"validate", func() { e.ours.Validate() }},
			{"validatejson", func() { agui.EventSchema.ValidateJSON(e.json) }},
			{"encodejson", func() { e.ours.AppendJSON(buffer) }},
			{"encodeproto", func() { e.ours.AppendProto(buffer) }},
			{"vt", func() {
				n := e.message.SizeVT()
				must(e.message.MarshalToSizedBufferVT(buffer[:n]))
			}},
			{"decodeproto", func() { must(agui.DecodeProto(e.proto)) }},
			{"vtdec", func() { new(pb.Event).UnmarshalVT(e.proto) }},
		}
		if text, ok := e.ours.(*agui.TextMessageContentEvent); ok && e.name == "text_content" {
			all = append(all, c{"bound", func() { appendTextDelta(buffer, text) }})
		}
		line := fmt.Sprintf("%-22s", e.name)
		for _, c := range all {
			n := calibrate(c.run)/4 + 1
			var ts []float64
			for range 400 {
				s := time.Now()
				for range n {
					c.run()
				}
				ts = append(ts, float64(time.Since(s))/float64(n))
			}
			slices.Sort(ts)
			line += fmt.Sprintf(" %s %.1f", c.name, ts[len(ts)/50])
		}
		t.Log(line)
	}
}
