package jsonx_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/runtime/unknown"
)

// textDelta is read and written as generated code would.
type textDelta struct {
	Timestamp opt.Opt[int64]
	RawEvent  jsonx.Raw
	MessageID string
	Delta     string
	Unknown   *unknown.Fields
}

func (e *textDelta) readJSON(r *jsonx.Reader) {
	o := r.Object()
	for r.Member(&o) {
		switch o.Key {
		case "type":
			r.Once(&o, 0)
			r.Const("TEXT_MESSAGE_CONTENT")
		case "timestamp":
			r.Once(&o, 1)
			e.Timestamp = opt.Some(r.Int64())
		case "rawEvent":
			r.Once(&o, 2)
			e.RawEvent = r.Raw()
		case "messageId":
			r.Once(&o, 3)
			e.MessageID = r.String()
		case "delta":
			r.Once(&o, 4)
			e.Delta = r.String()
		default:
			r.Unknown(&o)
		}
	}
	r.Require(&o, 0, 1<<0|1<<3|1<<4)
	e.Unknown = unknown.FromJSON(r.Kept(&o))
}

func (e *textDelta) writeJSON(w *jsonx.Writer) {
	w.Lit(`{"type":"TEXT_MESSAGE_CONTENT"`)
	if v, ok := e.Timestamp.Get(); ok {
		w.Lit(`,"timestamp":`)
		w.Int64(v)
	}
	if e.RawEvent != "" {
		w.Lit(`,"rawEvent":`)
		w.Raw(e.RawEvent)
	}
	w.Lit(`,"messageId":`)
	w.String(e.MessageID)
	w.Lit(`,"delta":`)
	w.String(e.Delta)
	w.Members(e.Unknown.Members())
	w.Lit(`}`)
}

func (e *textDelta) appendJSON(b []byte) ([]byte, error) {
	w := jsonx.NewWriter(b)
	e.writeJSON(&w)
	return w.Result()
}

func decodeTextDelta(data []byte) (*textDelta, error) {
	r := jsonx.NewReader(data)
	var e *textDelta
	if tag, ok := r.Tag("type"); ok && tag == "TEXT_MESSAGE_CONTENT" {
		e = new(textDelta)
		e.readJSON(&r)
	} else {
		r.Wrong(`an object with a string member "type"`)
	}
	if err := r.End(); err != nil {
		return nil, err
	}
	if m := r.Mismatch(); m != nil {
		return nil, m
	}
	return e, nil
}

// stdTextDelta is the same for encoding/json.
type stdTextDelta struct {
	Type      string          `json:"type"`
	Timestamp *int64          `json:"timestamp,omitempty"`
	RawEvent  json.RawMessage `json:"rawEvent,omitempty"`
	MessageID string          `json:"messageId"`
	Delta     string          `json:"delta"`
}

const (
	plainEvent   = `{"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_30877432d1026706d7e805da","delta":"before found need out t."}`
	escapedEvent = `{"type":"TEXT_MESSAGE_CONTENT","timestamp":1764543436123,"messageId":"msg_30877432d1026706d7e805da","delta":"a \"quoted\" line\nand 日本語 too"}`
	rawEvent     = `{"type":"TEXT_MESSAGE_CONTENT","timestamp":1764543436123,"rawEvent":{"id":"chatcmpl-1","choices":[{"index":0,"delta":{"content":"Hel"},"finish_reason":null}],"usage":{"in":12,"out":3.5}},"messageId":"msg_1","delta":"Hel"}`
)

// compare runs ours as the benchmark and theirs beside it, and reports how many times longer theirs takes.
func compare(b *testing.B, size int, ours, theirs func()) {
	b.Helper()
	b.ReportAllocs()
	b.SetBytes(int64(size))
	for b.Loop() {
		ours()
	}
	perOp := float64(b.Elapsed()) / float64(b.N)
	if b.N < 100 {
		return // too few to say
	}
	start := time.Now()
	n := max(b.N/8, 1)
	for range n {
		theirs()
	}
	b.ReportMetric(float64(time.Since(start))/float64(n)/perOp, "x-faster")
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, c := range []struct{ name, text string }{{"plain", plainEvent}, {"escaped", escapedEvent}, {"raw", rawEvent}} {
		b.Run(c.name, func(b *testing.B) {
			data := []byte(c.text)
			compare(b, len(data), func() {
				_, err := decodeTextDelta(data)
				must(err)
			}, func() {
				must(json.Unmarshal(data, new(stdTextDelta)))
			})
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, c := range []struct{ name, text string }{{"plain", plainEvent}, {"escaped", escapedEvent}, {"raw", rawEvent}} {
		b.Run(c.name, func(b *testing.B) {
			e, err := decodeTextDelta([]byte(c.text))
			must(err)
			var std stdTextDelta
			must(json.Unmarshal([]byte(c.text), &std))
			buf := make([]byte, 0, 4096)
			compare(b, len(c.text), func() {
				_, err := e.appendJSON(buf)
				must(err)
			}, func() {
				_, err := json.Marshal(&std)
				must(err)
			})
		})
	}
}

// document is a state snapshot of about 60 kB.
func document(indent bool) string {
	var items []any
	for i := range 200 {
		items = append(items, map[string]any{
			"id": fmt.Sprintf("item-%d", i), "price": float64(i) * 1.25, "count": i, "active": i%2 == 0, "note": nil,
			"text": strings.Repeat("plain words and more of them ", 4), "said": "line\nbreak \"quoted\"", "tags": []string{"a", "bb", "日本"},
		})
	}
	var data []byte
	if indent {
		data, _ = json.MarshalIndent(map[string]any{"items": items}, "", "  ")
	} else {
		data, _ = json.Marshal(map[string]any{"items": items})
	}
	return string(data)
}

func BenchmarkValidate(b *testing.B) {
	for _, indent := range []bool{false, true} {
		b.Run(fmt.Sprintf("indent=%v", indent), func(b *testing.B) {
			text := document(indent)
			data := []byte(text)
			compare(b, len(text), func() { must(jsonx.Raw(text).Validate()) }, func() { json.Valid(data) })
		})
	}
}

func BenchmarkParse(b *testing.B) {
	text := document(false)
	data := []byte(text)
	var d jsonx.Document
	compare(b, len(text), func() { must(d.Parse(text)) }, func() {
		var v any
		must(json.Unmarshal(data, &v))
	})
}

func BenchmarkWriteRaw(b *testing.B) {
	for _, indent := range []bool{false, true} {
		b.Run(fmt.Sprintf("indent=%v", indent), func(b *testing.B) {
			text := document(indent)
			buf := make([]byte, 0, 2*len(text))
			compare(b, len(text), func() {
				w := jsonx.NewWriter(buf)
				w.Raw(jsonx.Raw(text))
				_, err := w.Result()
				must(err)
			}, func() {
				_, err := json.Marshal(json.RawMessage(text))
				must(err)
			})
		})
	}
}
