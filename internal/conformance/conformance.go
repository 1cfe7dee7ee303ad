// Package conformance holds agui-gen against what others made: the published encoder, decoder, client and server side of
// the protocol (npm, under js), nginx, protobuf-go and protocompile, buf, protoc, and a JSON Schema validator that is not
// ours. It is a module of its own, so that none of these is ever in a user's go.sum.
//
// Nothing is skipped where the environment variable CI is true; elsewhere a test whose peer is not installed says so and
// is skipped. Random tests take -seed, and -events, -documents, -patches or -streams for how many; the same seed gives the
// same.
package conformance

//go:generate go run ./listschemas ../../out/agui github.com/agui-gen/agui-gen/out/agui schemas_test.go
