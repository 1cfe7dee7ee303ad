package citations

import (
	"github.com/agui-gen/agui-gen/out/moca"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Span is a part of the file of a node: UTF-8 bytes counted from the start of the file, End not included.
type Span struct{ Start, End int64 }

// Key says which record is meant.
//
// A key that [Run.Returned] gave means that record. One that is written by hand may say less: without a Span it means the
// record that has none, or else every record of the node; without a Locale, the first of them that was returned.
type Key struct {
	// Ref is the node's versioned reference: the package id, an @, the version, a # and the path.
	Ref string
	// Span is the part of the node, absent for a record without one.
	Span opt.Opt[Span]
	// Locale is the language of the record as it says, absent where it does not.
	Locale opt.Opt[string]
}

func keyOf(r *moca.CitationRecord) Key {
	k := Key{Ref: r.Node.Ref, Locale: r.Node.Locale}
	if r.Span != nil {
		k.Span = opt.Some(Span{r.Span.Start, r.Span.End})
	}
	return k
}

// pair is what an event has at most one entry for (S6).
func (k Key) pair() Key { return Key{Ref: k.Ref, Span: k.Span} }
