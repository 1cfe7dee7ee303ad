// Package resolve links a schema: it finds what "$id", "$anchor" and their kin name, what each reference leads to, in the
// same file or another of the folder, and checks each schema against the metaschema of its dialect.
//
// Nothing is fetched. A reference leads, in this order, to
//
//  1. a resource of a file already loaded, by the "$id" that it has there, at its root or embedded;
//  2. a local file that [Options.AllowRef] gives for the URI;
//  3. for a reference in a file without an "$id": the file of the schema's folder at that relative path;
//  4. a file beside the schema, or beside the file that refers, whose root "$id" is the URI;
//  5. for a relative reference in a file with an "$id": the file at that relative path, so that a folder may mirror the
//     URIs, as long as the file has no "$id" that says otherwise.
//
// What leaves the folder, by "..", by an absolute path or by a symbolic link, is refused unless AllowRef names it.
//
// A file without "$schema" is of draft 2020-12, or, where a reference led to it, of the dialect of the schema that refers.
package resolve

import (
	"io/fs"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
)

// Options say where a schema's files are.
type Options struct {
	// FS is the folder of the schema.
	FS fs.FS
	// Dir is that folder's path in the operating system. Messages put it before file names, and the relative references
	// that leave the folder are looked up in AllowRef from there. It may be empty, for the current directory.
	Dir string
	// AllowRef names local files that references may lead to although they are outside the folder: "URL=path" for what
	// has that URL, or a path alone, for a relative reference that leads there or for the absolute "$id" that the file
	// has at its root. Paths are of the operating system, relative to the current directory.
	AllowRef []string
}

// Resolve loads a file of the folder and everything it refers to, and links them. The error is a [diag.Errors] with
// everything that is wrong in any of the files, and without it every reference of the graph has its target.
func Resolve(file string, opts Options) (*Graph, error) {
	r := &resolver{
		opts:      opts,
		byPath:    map[string]*File{},
		resources: map[string]*resource{},
		schemas:   map[*load.Node]*Schema{},
		ids:       map[string]map[string]string{},
		refused:   map[*load.Node]bool{},
	}
	r.readAllowed()
	root := r.openRoot(file)
	r.link()
	r.refuseEndless()
	for _, s := range r.all {
		r.checkMetaschema(s)
	}
	if err := r.errs.Err(); err != nil {
		return nil, err
	}
	return &Graph{Root: root.Root, Files: r.files}, nil
}

// resolver is a graph under construction.
type resolver struct {
	opts    Options
	allowed []allowed
	errs    diag.List

	files     []*File
	byPath    map[string]*File             // by where the file is
	resources map[string]*resource         // by absolute URI
	schemas   map[*load.Node]*Schema       // all of them
	all       []*Schema                    // all of them, as they were found
	pending   []*link                      // references without a target yet
	ids       map[string]map[string]string // for each folder, the files by root "$id"
	refused   map[*load.Node]bool          // values of keywords that have been reported
}

// resource is what one URI identifies: a file's root or a schema with an "$id", with what is below it up to the next.
type resource struct {
	uri  string // absolute, without a fragment
	file *File
	root *Schema
	// anchors by name, both of "$anchor" and of "$dynamicAnchor".
	anchors map[string]anchor
	// broken tells that an error has been reported which leaves its names unknown, so that none is missed.
	broken bool
}

type anchor struct {
	schema *Schema
	pos    diag.Pos
}

// link is a reference on its way to a target.
type link struct {
	from     *Schema
	index    int    // in from.Refs
	text     string // as the schema writes it
	uri      string // what it leads to, absolute, without the fragment
	fragment string // percent-encoding resolved
}

func (l *link) ref() *Ref { return &l.from.Refs[l.index] }

// pointer is where the reference stands in its file.
func (l *link) pointer() string { return l.from.DocPointer + "/" + l.ref().Keyword }

// refuse reports a reference that leads nowhere.
func (r *resolver) refuse(l *link, hint, message string) {
	r.errs.Add(diag.Diagnostic{Pos: l.ref().Pos, Pointer: l.pointer(), Message: message, Hint: hint})
}
