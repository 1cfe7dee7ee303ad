// Package pb is what protoc-gen-go and protoc-gen-go-vtproto make of out/proto: the rivals that the generated codecs are
// measured against.
package pb

//go:generate ./generate.sh
