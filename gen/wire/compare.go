package wire

import (
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// Compare says how a ledger and a schema differ, without numbering anything: slots that the one has and the other has not,
// numbers that would carry something else, names that are reserved, another package. The places are those of the ledger's
// own lines or .proto files, or of the schema. The error is for a schema that is none on the wire.
func Compare(lock *Lock, v Version) ([]diag.Diagnostic, error) {
	b := unnumbered(v)
	if err := b.diags.Err(); err != nil {
		return nil, err
	}
	var diags diag.List
	if l := prepare(lock, []*builder{b}, &diags); l != nil {
		if lock.pkg != "" && lock.pkg != b.out.Package {
			diags.Add(diag.Diagnostic{Message: fmt.Sprintf("the .proto files are of package %s, and those of the schema would be of %s", lock.pkg, b.out.Package),
				Hint: "in wire.yaml, say package: " + lock.pkg})
		}
		for _, w := range b.wants {
			refused := diags.Len()
			l.check(w)
			if l.live[w.name] == nil && diags.Len() == refused {
				diags.Add(diag.Diagnostic{Pos: w.from.Pos, Pointer: w.from.Pointer,
					Message: fmt.Sprintf("%s is %s, which the ledger does not have and generate would number", w.name, w.from.what),
					Hint:    "where it is there under another name, say so in wire.yaml: " + w.from.rename})
			}
			l.take(w)
		}
		for _, w := range b.wants {
			l.checkType(w)
		}
		for name, s := range l.live {
			if !l.taken[name] {
				diags.Add(diag.Diagnostic{Pos: s.pos, Message: s.line() + ": the schema has no such slot, and generate would reserve it",
					Hint: "where it has another name in the schema, say so in wire.yaml, which maps names"})
			}
		}
	}
	var found diag.Errors
	errors.As(diags.Err(), &found)
	return found, nil
}
