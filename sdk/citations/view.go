package citations

import (
	"github.com/agui-gen/agui-gen/out/moca"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// Place is where a marker is in the text of a message: UTF-8 bytes, End not included.
type Place struct{ Start, End int }

// Answer is what a message cites, for showing it. It does not change when the stream goes on.
type Answer struct {
	MessageID string
	// Citations are in the order in which the answer mentions them first. An empty list says that the answer cites no
	// package content.
	Citations []Citation
	// ComputedAt is the instant at which the Reader computed the records, as the service wrote it, in RFC 3339; "" where it
	// did not say. What the trust flags say held then (K8), see [Answer.Recheck].
	ComputedAt string
	// LeftOut is how many more citations the service sent that are broken, and so are not among them.
	LeftOut int
	// TextChanged says that a MESSAGES_SNAPSHOT has changed the text since, so that there are no places in it.
	TextChanged bool
}

// Citation is one source of an answer. All that it says comes from elsewhere: it is data, to be shown as text (K6), and may
// have any character in it, see [Clean].
type Citation struct {
	// Key has the node's reference, which is what a citation is kept under (K4).
	Key Key
	// Digest is that of the package: "sha256:" and 64 hexadecimal digits.
	Digest string
	// Marker stands for the citation in the text, "" for none.
	Marker string
	// Places are those of the marker in the text, in their order, of which the first 1000 are kept. Citations that have a
	// marker in common share them.
	Places []Place
	// Title is the node's title, or its path where it has none.
	Title string
	// Link is where a person may go for the source, nil for nowhere (K7).
	Link *Link
	// Trust is what is known of how far the source can be trusted, as statements that can be shown as they are, warnings
	// first (K5). They are what the service reports, whatever signatures they speak of.
	Trust []Statement
	// Evidence are the sources that the author names.
	Evidence []Evidence
	// Record is the whole record, and Raw the same as it came.
	Record *moca.CitationRecord
	Raw    jsonx.Raw
}

// Evidence is a source that the author of a node names.
type Evidence struct {
	// Title is the source's title, or what else names it: data, like all of this.
	Title string
	// Link is the source's address where it can be one, nil where it cannot.
	Link *Link
	// Quote is the passage in it, "" where none is quoted.
	Quote string
	// Note is the author's remark, "" for none.
	Note string
	// Matched says whether the Reader found the passage in the cited file; absent where it did not look. It says nothing of
	// whether the claim is true.
	Matched opt.Opt[bool]
}

// Citations is what a message cites, and whether the service has said so: false for a message that the client does not hold,
// and for one that the service has not sent the event for.
func (o *Observer) Citations(messageID string) (Answer, bool) {
	h := o.messages[messageID]
	if h == nil || h.cited == nil {
		return Answer{}, false
	}
	a := Answer{MessageID: messageID, ComputedAt: h.cited.computedAt, LeftOut: h.cited.broken, TextChanged: h.cited.lost}
	for _, c := range h.cited.entries {
		a.Citations = append(a.Citations, o.view(c))
	}
	return a, true
}

// Answers is what all messages cite that the service has said it for, in the order in which it did so first.
func (o *Observer) Answers() []Answer {
	var all []Answer
	for _, id := range o.order {
		if a, ok := o.Citations(id); ok {
			all = append(all, a)
		}
	}
	return all
}

func (o *Observer) view(c cite) Citation {
	v := Citation{
		Key: keyOf(c.says), Digest: c.says.Package.Digest, Marker: c.marker, Places: c.places,
		Title: c.says.Node.Title.Or(c.says.Node.Path), Record: c.says, Raw: c.raw,
	}
	if v.Places == nil {
		v.Places = []Place{}
	}
	v.Trust = statements(c.says, o.known.conflict(c.says))
	for _, e := range c.says.Evidence {
		v.Evidence = append(v.Evidence, evidenceOf(e))
	}
	if o.options.LinkFunc != nil {
		v.Link = SafeLink(o.options.LinkFunc(c.says))
		return v
	}
	for _, e := range v.Evidence {
		if e.Link != nil {
			v.Link = e.Link
			break
		}
	}
	return v
}

func evidenceOf(e moca.CitationRecordEvidence) Evidence {
	resource := textOf(e.Source, "resource")
	v := Evidence{Title: textOf(e.Source, "title"), Link: SafeLink(resource), Note: e.Note.Or(""), Matched: e.Matched}
	for _, name := range []string{resource, textOf(e.Source, "id")} {
		if v.Title == "" {
			v.Title = name
		}
	}
	if textOf(e.Selector, "type") == "TextQuoteSelector" {
		v.Quote = textOf(e.Selector, "exact")
	}
	return v
}

// textOf is a member of an open object that should be a string, "" where it is none.
func textOf(object jsonx.Raw, name string) string {
	v, _ := object.Lookup(name)
	s, _ := v.Text()
	return s
}
