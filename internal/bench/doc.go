// Package bench measures the generated AG-UI codecs against what a Go programmer would use instead. It is a module of its
// own, so that the rivals stay out of everybody else's go.sum.
//
// What a benchmark reports is how many times as long a rival takes: "vs-jx 2.5" says that go-faster/jx needs 2.5 times
// our time. Both are measured in one run, in turns of a fraction of a millisecond, and the median of the turns' ratios
// counts, so that a slow or busy machine slows both alike. The ns/op beside it is ours, and means little elsewhere.
//
//	go test -run '^$' -bench . ./...
//
// # Who takes part
//
// For JSON: encoding/json and bytedance/sonic into and out of structs written by hand, each event into its own struct at
// once, without finding out first which one it is, as DecodeJSON must; and go-faster/jx with code written by hand.
// Data that the protocol leaves open is raw JSON for all of them. None of them refuses what the schema refuses; where the
// verdict is part of the task, santhosh-tekuri/jsonschema gives it, v5 and v6.
//
// For protobuf: google.golang.org/protobuf and planetscale/vtprotobuf, with the code that their generators make of out/proto,
// see package pb. They keep open data as a tree of messages, not as JSON text, and do not have to make the one of the other,
// as we do; vtprotobuf also takes any bytes for text. "vtprotobuf+JSON" makes one of the other too, with package structpb,
// for the events that are nothing but open data. And a function written by hand that does what AppendProto must do for the commonest event and nothing
// else, as a bound for what is possible.
package bench

//go:generate go run ./makedata testdata
