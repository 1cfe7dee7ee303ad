package citations

import (
	"sort"

	"github.com/agui-gen/agui-gen/sdk/citations/internal/prose"
	"golang.org/x/text/unicode/norm"
)

// normal is a text in NFC, which knows where its parts come from. Models write what they read in one form or another, and
// paths and markers are compared without regard to that.
type normal struct {
	text   string
	pieces []piece // nil where the text was in NFC
	source string
}

// piece is a part of a text that came from one part of its source.
type piece struct {
	at, from, size int // size is that in the source
	same           bool
}

func normalize(s string) normal {
	if norm.NFC.IsNormalString(s) {
		return normal{text: s, source: s}
	}
	n := normal{source: s}
	out := make([]byte, 0, len(s))
	var it norm.Iter
	for it.InitString(norm.NFC, s); !it.Done(); {
		from := it.Pos()
		segment := it.Next()
		p := piece{at: len(out), from: from, size: it.Pos() - from, same: string(segment) == s[from:it.Pos()]}
		if last := len(n.pieces) - 1; last >= 0 && p.same && n.pieces[last].same {
			n.pieces[last].size += p.size
		} else {
			n.pieces = append(n.pieces, p)
		}
		out = append(out, segment...)
	}
	n.text = string(out)
	return n
}

// origin is where a place of the text is in its source. There is none for a place within characters that were composed.
func (n normal) origin(at int) (int, bool) {
	if n.pieces == nil {
		return at, true
	}
	if at == len(n.text) {
		return len(n.source), true
	}
	i := sort.Search(len(n.pieces), func(i int) bool { return n.pieces[i].at > at }) - 1
	p := n.pieces[i]
	return p.from + at - p.at, p.same || at == p.at
}

// within tells whether a part of the text came from one of these parts of its source.
func (n normal) within(parts []prose.Range, start, end int) bool {
	start, ok := n.origin(start)
	end, alsoOK := n.origin(end)
	i := sort.Search(len(parts), func(i int) bool { return parts[i].End >= end })
	return ok && alsoOK && i < len(parts) && parts[i].Start <= start
}
