// Package schema holds what everything else is generated from, embedded so that the generator needs no files beside it:
// a folder a protocol, with its JSON Schema and, where it is on protobuf, how it appears there.
package schema

import "embed"

// FS holds the files by their paths in this folder: "agui/schema.json", "agui/wire.yaml", "agui/wire.lock",
// "moca/….schema.json".
//
//go:embed */*
var FS embed.FS
