package demo

import (
	"fmt"
	"time"

	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/citations"
)

// sources are what an answer cites, as it is shown. All text of records in it has been cleaned, so that none can look like
// something else.
type sources struct {
	// Notes say what holds for all of them.
	Notes []string `json:"notes"`
	List  []source `json:"list"`
}

type source struct {
	Marker   string      `json:"marker,omitempty"`
	Title    string      `json:"title"`
	Ref      string      `json:"ref"`
	Link     *link       `json:"link,omitempty"`
	Trust    []statement `json:"trust"`
	Evidence []evidence  `json:"evidence,omitempty"`
}

// link is an address that package citations has found safe.
type link struct {
	URL  string `json:"url"`
	Host string `json:"host"`
}

// statement is something that is reported of a source.
type statement struct {
	// Tone is warning for what people must be warned of, good for a signed review that speaks for the source, signed for
	// what else a signature stands behind, or plain.
	Tone string `json:"tone"`
	Kind string `json:"kind"`
	Text string `json:"text"`
}

type evidence struct {
	Title string `json:"title"`
	Link  *link  `json:"link,omitempty"`
	Quote string `json:"quote,omitempty"`
	// Remarks are the author's note, and whether the Reader has found the quote.
	Remarks []string `json:"remarks,omitempty"`
}

// sourcesOf are the sources of a message, nil where nothing is said of them.
func sourcesOf(cited *citations.Observer, messageID string, now time.Time) *sources {
	a, said := cited.Citations(messageID)
	if !said {
		return nil
	}
	a = a.Recheck(now)
	s := &sources{List: []source{}}
	switch {
	case len(a.Citations) == 0 && a.LeftOut == 0:
		s.Notes = append(s.Notes, "This answer cites no sources.")
	case a.ComputedAt == "":
		s.Notes = append(s.Notes, "Trust as reported by this agent, at an unknown time.")
	default:
		s.Notes = append(s.Notes, "Trust as reported by this agent, as of "+citations.Clean(a.ComputedAt)+".")
	}
	if a.LeftOut > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("Sources that are not shown, because what the agent says of them is broken: %d.", a.LeftOut))
	}
	if a.TextChanged {
		s.Notes = append(s.Notes, "The answer was changed after it cited these sources.")
	}
	for _, c := range a.Citations {
		s.List = append(s.List, source{
			Marker: citations.Clean(c.Marker), Title: citations.Clean(c.Title), Ref: citations.Clean(c.Key.Ref),
			Link: linkOf(c.Link), Trust: trustOf(c.Trust), Evidence: evidenceOf(c.Evidence),
		})
	}
	return s
}

func trustOf(all []citations.Statement) []statement {
	shown := []statement{}
	for _, s := range all {
		tone := "plain"
		switch {
		case s.Kind.Warning():
			tone = "warning"
		case s.Kind == citations.KindAccurate:
			tone = "good"
		case s.Kind.Signed():
			tone = "signed"
		}
		shown = append(shown, statement{tone, string(s.Kind), s.Text})
	}
	return shown
}

func evidenceOf(all []citations.Evidence) []evidence {
	var shown []evidence
	for _, e := range all {
		one := evidence{Title: citations.Clean(e.Title), Link: linkOf(e.Link), Quote: citations.Clean(e.Quote)}
		switch e.Matched {
		case opt.Some(true):
			one.Remarks = append(one.Remarks, "The reader has found the quote there.")
		case opt.Some(false):
			one.Remarks = append(one.Remarks, "The reader has not found the quote there.")
		}
		if e.Note != "" {
			one.Remarks = append(one.Remarks, "Author's note: "+citations.Clean(e.Note))
		}
		shown = append(shown, one)
	}
	return shown
}

func linkOf(l *citations.Link) *link {
	if l == nil {
		return nil
	}
	return &link{l.URL, l.Host}
}
