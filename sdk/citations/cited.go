package citations

import (
	"cmp"
	"slices"
	"time"

	"golang.org/x/text/unicode/norm"
)

// candidate is a record that an answer cites, with the marker that says so, "" for none.
type candidate struct {
	*returned
	marker string
}

// entries are what an answer cites, and when that was computed.
func (r *Run) entries(candidates []candidate) ([]entry, time.Time) {
	var computed time.Time
	var all []entry
	for _, c := range r.chosen(candidates) {
		raw := c.raw
		if r.options.OmitText {
			raw = c.withoutText()
		}
		all = append(all, entry{raw, c.marker})
		if computed.IsZero() || c.computed.Before(computed) {
			computed = c.computed
		}
	}
	return all, computed
}

// chosen are candidates of loaded packages (S2), the first of each pair (S6). A marker that comes later for the same record
// is not lost.
func (r *Run) chosen(candidates []candidate) []candidate {
	var all []candidate
	at := map[Key]int{}
	for _, c := range candidates {
		says := c.says
		if r.options.Loaded != nil && !r.options.Loaded(says.Package.ID, says.Package.Version, says.Package.Digest) {
			continue
		}
		pair := keyOf(says).pair()
		i, ok := at[pair]
		switch {
		case !ok:
			at[pair] = len(all)
			all = append(all, c)
		case all[i].marker == "" && all[i].returned == c.returned:
			all[i].marker = c.marker
		}
	}
	return all
}

// candidates are the records that a message cites, in the order of their mention (S5), or in that of the list that was given
// for it.
func (r *Run) candidates(messageID, text string) []candidate {
	r.mu.Lock()
	defer r.mu.Unlock()
	normal := normalize(text)
	var markers []mention
	if len(r.marks.texts) > 0 {
		markers = findMarkers(normal, r.marks.needles())
	}
	if list, ok := r.lists[messageID]; ok {
		return r.listed(list, markers)
	}
	var refs []mention
	if len(r.shelf.refs) > 0 {
		refs = findRefs(normal.text, r.shelf.needles())
	}
	return r.mentioned(refs, markers)
}

// mentioned are the records that references and markers stand for, as they come. A second mention adds nothing, so that an
// answer which repeats one that stands for many records costs no more.
func (r *Run) mentioned(refs, markers []mention) []candidate {
	var all []candidate
	seenRef, seenMarker := map[int]bool{}, map[int]bool{}
	for len(refs) > 0 || len(markers) > 0 {
		if len(markers) > 0 && (len(refs) == 0 || markers[0].start < refs[0].start) {
			if m := markers[0]; !seenMarker[m.id] {
				seenMarker[m.id] = true
				all = append(all, r.marked(m)...)
			}
			markers = markers[1:]
			continue
		}
		ref := refs[0]
		refs = refs[1:]
		if !seenRef[ref.id] {
			seenRef[ref.id] = true
			for _, rec := range r.shelf.get(Key{Ref: r.shelf.refs[ref.id]}) {
				all = append(all, candidate{rec, ""})
			}
		}
		for len(markers) > 0 && markers[0].start < ref.end { // part of the reference
			markers = markers[1:]
		}
	}
	return all
}

// marked are the records that a marker stands for.
func (r *Run) marked(m mention) []candidate {
	var all []candidate
	marker := r.marks.texts[m.id]
	for _, k := range r.marks.keys[norm.NFC.String(marker)] {
		k.Ref = r.known(k.Ref)
		for _, rec := range r.shelf.get(k) {
			all = append(all, candidate{rec, marker})
		}
	}
	return all
}

// listed are the records of a list, each with the first marker in the text that stands for it.
func (r *Run) listed(list []Key, markers []mention) []candidate {
	byRecord := map[*returned]string{}
	seen := map[int]bool{}
	for _, m := range markers {
		if seen[m.id] {
			continue
		}
		seen[m.id] = true
		for _, c := range r.marked(m) {
			byRecord[c.returned] = cmp.Or(byRecord[c.returned], c.marker)
		}
	}
	var all []candidate
	for _, k := range list {
		k.Ref = r.known(k.Ref)
		for _, rec := range r.shelf.get(k) {
			all = append(all, candidate{rec, byRecord[rec]})
		}
	}
	return all
}

// known is the reference of a record that one in a list or of a marker means, which need not be in the same normal form.
func (r *Run) known(ref string) string {
	if r.shelf.byRef[ref] != nil {
		return ref
	}
	ref = norm.NFC.String(ref)
	n := r.shelf.needles()
	i, ok := slices.BinarySearchFunc(n.sorted, ref, func(n needle, ref string) int { return cmp.Compare(n.text, ref) })
	if !ok {
		return ref
	}
	return r.shelf.refs[n.sorted[i].id]
}
