// Package shapes holds schemas that put a strain on a generator: of two drafts, in two files, without protobuf.
package shapes

//go:generate go run github.com/agui-gen/agui-gen/cmd/agui-gen generate --config agui-gen.yaml
