package lower

import (
	"fmt"

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
	best, least := "", 1+len(written)/4
	for _, k := range resolve.Keywords(d) {
		if n := editDistance(written, k.Name); !k.Legacy && (n < least || n == least && best == "") {
			best, least = k.Name, n
		}
	}
	return best
}

// editDistance is how many letters must be put in, taken out, changed or swapped with their neighbour to make b of a,
// where upper and lower case are the same.
func editDistance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	before, last, row := rows[0], rows[1], rows[2]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if lower(a[i-1]) != lower(b[j-1]) {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && lower(a[i-1]) == lower(b[j-2]) && lower(a[i-2]) == lower(b[j-1]) {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
