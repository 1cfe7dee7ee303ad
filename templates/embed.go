// Package templates holds the text templates of the outputs that are text: .proto files and reference pages. There are no
// decisions in them; what is to be said is settled by the emitter that fills them in.
package templates

import "embed"

// FS holds the templates by their file names: "proto.tmpl".
//
//go:embed *.tmpl
var FS embed.FS
