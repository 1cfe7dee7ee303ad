package lower

import (
	"cmp"
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// Note is a remark on a schema with which nothing is wrong.
type Note struct {
	diag.Diagnostic
	Kind NoteKind
	// Def is the definition whose type is concerned, for Loose and Undiscriminated; else nil.
	Def *model.Def
}

// NoteKind is what a [Note] is about.
type NoteKind uint8

// The kinds of notes.
const (
	// Kept is a keyword that asserts nothing and is kept as documentation, or an older name that is read as the newer.
	Kept NoteKind = iota
	// Ignored is a keyword that has no effect where it stands.
	Ignored
	// Unknown is a keyword that the dialect does not define.
	Unknown
	// Loose is a place whose type says less than its rule: validators know all, the Go type does not.
	Loose
	// Undiscriminated is a choice between objects that no required constant tells apart. Its type is loose too, and it
	// has no union on the wire.
	Undiscriminated
)

// String names the kind as reports have it.
func (k NoteKind) String() string {
	return [...]string{"kept", "ignored", "unknown", "loose", "undiscriminated"}[k]
}

// diagnosticAt is about a keyword of a schema, or about the schema where keyword is empty.
func diagnosticAt(s *resolve.Schema, keyword, message, hint string) diag.Diagnostic {
	d := diag.Diagnostic{Pos: s.Pos, Pointer: s.DocPointer, Message: message, Hint: hint}
	if m := s.Node.Member(keyword); m != nil {
		d.Pos = m.KeyPos
		d.Pointer += "/" + load.Token(keyword)
	}
	return d
}

func (l *lowerer) note(kind NoteKind, s *resolve.Schema, keyword, message, hint string) {
	l.notes = append(l.notes, Note{Diagnostic: diagnosticAt(s, keyword, message, hint), Kind: kind})
}

// noteType notes that the type of a schema, in a definition or of one, says less than its rule.
func (l *lowerer) noteType(kind NoteKind, d *definition, s *resolve.Schema, keyword, message, hint string) {
	l.notes = append(l.notes, Note{Diagnostic: diagnosticAt(s, keyword, message, hint), Kind: kind, Def: d.Def})
}

// sortedNotes are the notes by place, each once.
func (l *lowerer) sortedNotes() []Note {
	slices.SortStableFunc(l.notes, func(a, b Note) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.CompactFunc(l.notes, func(a, b Note) bool { return a.Diagnostic == b.Diagnostic && a.Kind == b.Kind })
}
