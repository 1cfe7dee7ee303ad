package resolve

import (
	"slices"
	"strings"
)

// Dialect is a draft of JSON Schema. Later drafts compare greater.
type Dialect uint8

// The dialects that the generator reads.
const (
	Draft7    Dialect = iota + 1 // http://json-schema.org/draft-07/schema#
	Draft2019                    // https://json-schema.org/draft/2019-09/schema
	Draft2020                    // https://json-schema.org/draft/2020-12/schema
)

// Dialects are all of them, the latest first.
func Dialects() []Dialect { return []Dialect{Draft2020, Draft2019, Draft7} }

// String is the draft's name: "draft 2020-12".
func (d Dialect) String() string {
	switch d {
	case Draft7:
		return "draft-07"
	case Draft2019:
		return "draft 2019-09"
	case Draft2020:
		return "draft 2020-12"
	}
	return "no draft"
}

// URI is the "$schema" that names the draft.
func (d Dialect) URI() string {
	switch d {
	case Draft7:
		return "http://json-schema.org/draft-07/schema#"
	case Draft2019:
		return "https://json-schema.org/draft/2019-09/schema"
	case Draft2020:
		return "https://json-schema.org/draft/2020-12/schema"
	}
	return ""
}

// dialectByURI finds the draft that a "$schema" names. Both schemes are taken, and an empty fragment or none, for
// schemas in use have them all.
func dialectByURI(uri string) (Dialect, bool) {
	plain := func(s string) string {
		s = strings.TrimSuffix(s, "#")
		_, s, _ = strings.Cut(s, "://")
		return s
	}
	if !strings.HasPrefix(uri, "http://") && !strings.HasPrefix(uri, "https://") {
		return 0, false
	}
	for _, d := range Dialects() {
		if plain(uri) == plain(d.URI()) {
			return d, true
		}
	}
	return 0, false
}

// supportedDialects is the list of them for hints.
func supportedDialects() string {
	var uris []string
	for _, d := range Dialects() {
		uris = append(uris, d.URI())
	}
	return "supported are " + strings.Join(uris, ", ")
}

// Defining are the dialects that define a keyword, the latest first, those that keep it for older schemas left out.
func Defining(keyword string) []Dialect {
	return slices.DeleteFunc(Dialects(), func(d Dialect) bool {
		k, ok := LookupKeyword(d, keyword)
		return !ok || k.Legacy
	})
}
