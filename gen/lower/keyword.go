package lower

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// meaning is what a keyword is for.
type meaning uint8

const (
	// assertion: it has a say in which values are valid.
	assertion meaning = iota
	// annotation: it tells something to people or programs that read the schema.
	annotation
	// name: it names a schema or holds schemas that others refer to.
	name
)

// meanings are those of all keywords that do not assert anything.
var meanings = map[string]meaning{
	"$schema": name, "$vocabulary": name, "$id": name, "$anchor": name, "$dynamicAnchor": name, "$recursiveAnchor": name,
	"$defs": name, "definitions": name,

	"$comment": annotation, "title": annotation, "description": annotation, "default": annotation, "deprecated": annotation,
	"readOnly": annotation, "writeOnly": annotation, "examples": annotation, "format": annotation,
	"contentEncoding": annotation, "contentMediaType": annotation, "contentSchema": annotation,
}

// asserts tells whether a keyword has a say in which values are valid, in one dialect.
func asserts(d resolve.Dialect, keyword string) bool {
	k, ok := resolve.LookupKeyword(d, keyword)
	return ok && meanings[keyword] == assertion && (!k.Legacy || keyword == "dependencies")
}

// otherNames are the names by which older drafts and other languages know what is a keyword here.
var otherNames = map[string]string{
	"id": "$id", "definition": "$defs", "divisibleBy": "multipleOf", "extends": "allOf", "disallow": "not", "example": "examples",
}

// otherHints are for keywords of other languages that need more words.
var otherHints = map[string]string{
	"nullable":      `JSON Schema has "type": ["string", "null"] for it`,
	"discriminator": "the member that tells the branches of a choice apart is found without it",
}

// unknownHint is for a keyword that no draft defines.
func unknownHint(d resolve.Dialect, written string) string {
	if hint, ok := otherHints[written]; ok {
		return hint
	}
	if near := nearestKeyword(d, written); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// nearestKeyword is the keyword of a dialect that somebody who wrote an unknown one most likely meant, or empty.
func nearestKeyword(d resolve.Dialect, written string) string {
	if other, ok := otherNames[written]; ok {
		return other
	}
	var known []string
	for _, k := range resolve.Keywords(d) {
		if !k.Legacy {
			known = append(known, k.Name)
		}
	}
	return diag.Nearest(written, known)
}
