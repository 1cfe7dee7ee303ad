#!/bin/sh
# Makes the Go code of the rivals google.golang.org/protobuf and vtprotobuf from out/proto, with the generators that go.mod
# names. It needs protoc. Run it with `go generate ./pb` after out/proto has changed.
set -eu
cd "$(dirname "$0")"
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin" google.golang.org/protobuf/cmd/protoc-gen-go github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto

package=github.com/agui-gen/agui-gen/internal/bench/pb
go_opt=paths=source_relative vt_opt=paths=source_relative,features=marshal+unmarshal+size
for f in events patch types; do
	go_opt="$go_opt,Mag_ui/$f.proto=$package"
	vt_opt="$vt_opt,Mag_ui/$f.proto=$package"
done
PATH="$bin:$PATH" protoc -I ../../../out/proto --go_out="$bin" --go_opt="$go_opt" --go-vtproto_out="$bin" --go-vtproto_opt="$vt_opt" \
	ag_ui/events.proto ag_ui/patch.proto ag_ui/types.proto
rm -f ./*.pb.go
mv "$bin"/ag_ui/*.pb.go .
