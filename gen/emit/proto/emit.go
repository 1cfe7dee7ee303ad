// Package proto writes a [wire.Schema] as .proto files.
//
// The text comes out of a template; what goes into it, and in which form, is settled here first. Each file is parsed
// again before it is handed out, and every message, field and value in it held against the wire model, so that nothing
// that stands in a description, and no mistake in the template, can move a number.
package proto

import (
	"bytes"
	"fmt"
	"text/template"

	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/templates"
)

// File is a .proto file.
type File struct {
	// Name is its name in the folder of its package, as [wire.File] has it: "events.proto".
	Name string
	Data []byte
}

var protoTemplate = template.Must(template.ParseFS(templates.FS, "proto.tmpl"))

// Emit writes the files of a schema, in its order. An error is a fault of the generator, not of its input.
func Emit(s *wire.Schema) ([]File, error) {
	names := namesOf(s)
	out := make([]File, 0, len(s.Files))
	for _, f := range s.Files {
		var b bytes.Buffer
		if err := protoTemplate.Execute(&b, viewOf(s, f, names)); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if err := verify(s, f, names, b.Bytes()); err != nil {
			return nil, fmt.Errorf("internal error: %s: %w", f.Name, err)
		}
		out = append(out, File{Name: f.Name, Data: b.Bytes()})
	}
	return out, nil
}
