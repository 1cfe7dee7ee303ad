package citations

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/out/moca"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// cited is what an event says a message cites.
type cited struct {
	computedAt string
	entries    []cite
	broken     int  // entries that were dropped
	lost       bool // the text has changed
}

// cite is one entry of an event.
type cite struct {
	*record
	marker string
	places []Place
}

// lose drops the places in the text.
func (c *cited) lose() {
	c.lost = true
	for i := range c.entries {
		c.entries[i].places = nil
	}
}

// receive takes an event. What is wrong with it is told, and ignored: with one entry, that one (K1, K2).
func (o *Observer) receive(ev *agui.CustomEvent) {
	tell := o.teller.about(agui.EventTypeCustom, "/value")
	if v, ok := ev.Value.Lookup("version"); ok && v.Kind() == jsonx.KindNumber && jsonx.CompareNumbers(string(v), "1") != 0 {
		tell("/version", "version "+quote(string(v))+" of "+Name+" is ignored: this client knows version 1")
		return
	}
	broken, ok := judgeValue(ev.Value, tell)
	if !ok {
		return
	}
	member, _ := ev.Value.Lookup("messageId")
	id, _ := member.Text()
	h := o.messages[id]
	switch {
	case h == nil || h.gone:
		tell("/messageId", "citations of message "+quote(id)+" are ignored: there is no such message")
		return
	case !h.assistant:
		tell("/messageId", "citations of message "+quote(id)+" are ignored: it is not the assistant's")
		return
	}
	c := o.read(ev.Value, broken, tell)
	if h.open {
		h.pending = c
	} else {
		o.apply(id, h, c)
	}
}

// judgeValue judges an event's value by its schema: which entries are broken, and whether the rest is in order. Members that
// a record's schema does not know are told of and kept.
func judgeValue(value jsonx.Raw, tell func(pointer, message string)) (broken map[int]bool, ok bool) {
	err := moca.MOCACitationsEventValueSchema.ValidateRaw(value)
	if err == nil {
		return nil, true
	}
	var all *violation.Error
	if !errors.As(err, &all) {
		tell("", err.Error())
		return nil, false
	}
	broken, ok = map[int]bool{}, true
	for _, v := range all.Violations {
		i, inEntry := entryOf(v.InstanceLocation)
		switch {
		case v.Keyword == "additionalProperties":
			tell(v.InstanceLocation, "the record schema does not know this member, which is kept")
		case inEntry:
			broken[i] = true
			tell(v.InstanceLocation, "this citation is ignored: "+v.Message)
		default:
			ok = false
			tell(v.InstanceLocation, "these citations are ignored: "+v.Message)
		}
	}
	return broken, ok
}

// entryOf is the index of the entry that a pointer into a value leads to.
func entryOf(pointer string) (int, bool) {
	rest, ok := strings.CutPrefix(pointer, "/citations/")
	if !ok {
		return 0, false
	}
	index, _, _ := strings.Cut(rest, "/")
	i, err := strconv.Atoi(index)
	return i, err == nil
}

// read reads the entries of a value that are not broken.
func (o *Observer) read(value jsonx.Raw, broken map[int]bool, tell func(pointer, message string)) *cited {
	c := &cited{broken: len(broken)}
	if v, ok := value.Lookup("computedAt"); ok {
		c.computedAt, _ = v.Text()
	}
	list, _ := value.Lookup("citations")
	seen := map[Key]bool{}
	i := -1
	for entry := range list.Elements() {
		if i++; broken[i] {
			continue
		}
		at := "/citations/" + strconv.Itoa(i)
		raw, _ := entry.Lookup("record")
		rec, err := readRecord(raw)
		if err != nil {
			tell(at+"/record", "this citation is ignored: "+err.Error())
			c.broken++
			continue
		}
		if pair := keyOf(rec.says).pair(); seen[pair] {
			tell(at+"/record/node/ref", "this citation is ignored: an earlier one has the same ref and span")
			continue
		} else {
			seen[pair] = true
		}
		e := cite{record: rec}
		if v, ok := entry.Lookup("marker"); ok {
			e.marker, _ = v.Text()
			if wrong := checkMarker(e.marker); wrong != "" {
				tell(at+"/marker", wrong+"; the citation is shown without one")
				e.marker = ""
			}
		}
		o.known.add(rec.says, at, tell)
		c.entries = append(c.entries, e)
	}
	return c
}

// apply makes citations those of a message that is closed, instead of earlier ones.
func (o *Observer) apply(id string, h *held, c *cited) {
	h.pending = nil
	if !o.listed[id] {
		o.listed[id] = true
		o.order = append(o.order, id)
	}
	h.cited = c
	c.place(h.text.String())
}

// maxPlaces is how many places a marker has: one that many citations share, in a text that repeats it, must not fill memory.
const maxPlaces = 1000

// place finds the markers in the final text. Citations that share a marker share its places.
func (c *cited) place(text string) {
	byMarker := map[string][]int{} // entries, by marker in NFC
	var markers []string
	for i, e := range c.entries {
		if e.marker == "" {
			continue
		}
		marker := normalize(e.marker).text
		if byMarker[marker] == nil {
			markers = append(markers, marker)
		}
		byMarker[marker] = append(byMarker[marker], i)
	}
	if markers == nil {
		return
	}
	n := normalize(text)
	places := make([][]Place, len(markers))
	for _, m := range findMarkers(n, newNeedles(markers)) {
		if len(places[m.id]) < maxPlaces {
			start, _ := n.origin(m.start)
			end, _ := n.origin(m.end)
			places[m.id] = append(places[m.id], Place{start, end})
		}
	}
	for id, marker := range markers {
		for _, i := range byMarker[marker] {
			c.entries[i].places = slices.Clip(places[id])
		}
	}
}

// identities is what was said of each node, by its ref (K4).
type identities struct {
	digests map[string]map[string]bool // by what must have one digest
}

// add notes the digests of a record.
func (k *identities) add(r *moca.CitationRecord, at string, tell func(pointer, message string)) {
	if k.digests == nil {
		k.digests = map[string]map[string]bool{}
	}
	for _, d := range digestsOf(r) {
		all := k.digests[d.of]
		if all == nil {
			all = map[string]bool{}
			k.digests[d.of] = all
		}
		if !all[d.digest] && len(all) > 0 {
			tell(at+d.at, "there are two digests for "+quote(r.Node.Ref)+": both citations get a warning")
		}
		all[d.digest] = true
	}
}

// conflict tells whether a record's node has come with another digest as well.
func (k *identities) conflict(r *moca.CitationRecord) bool {
	for _, d := range digestsOf(r) {
		if len(k.digests[d.of]) > 1 {
			return true
		}
	}
	return false
}

type digestOf struct{ of, digest, at string }

// digestsOf are the digests that a record states: that of its package, which one ref can have one of, and that of the file,
// which it can have one of in a language.
func digestsOf(r *moca.CitationRecord) []digestOf {
	all := []digestOf{{r.Node.Ref, r.Package.Digest, "/record/package/digest"}}
	if d, ok := r.Node.Digest.Get(); ok {
		all = append(all, digestOf{r.Node.Ref + "\x00" + r.Node.Locale.Or(""), d, "/record/node/digest"})
	}
	return all
}
