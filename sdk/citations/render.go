package citations

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/opt"
)

//go:embed sources.html.tmpl
var sourcesHTML string

// StyleSheet is CSS for what [Answer.WriteHTML] writes, on light and dark screens of any width: warnings stand out, and what
// the author merely declares looks nothing like what somebody signed. It begins each selector with a class of the fragment,
// and asks for no font or image.
//
//go:embed sources.css
var StyleSheet string

var sources = template.Must(template.New("sources").Funcs(template.FuncMap{
	"clean": Clean, "field": field, "passage": passage, "matched": matched, "text": excerpt, "lead": lead, "rest": rest, "leftOut": leftOut,
}).Parse(sourcesHTML))

// WriteHTML writes the sources of an answer as a section of HTML. What comes from records is text in it, never markup, and
// loads nothing (K6, K7): there are no images, and the only links are those of [SafeLink], with rel="noopener noreferrer".
// Classes begin with moca-; a statement has its [Kind] in data-kind. The error is that of w.
func (a Answer) WriteHTML(w io.Writer) error { return sources.Execute(w, a) }

// WriteText writes the sources of an answer as lines of plain text. A record cannot begin a line, or look like one: all of
// its text is behind a label, in one line, without control characters; see [Clean]. The error is that of w.
func (a Answer) WriteText(w io.Writer) error {
	var b strings.Builder
	switch {
	case len(a.Citations) > 0:
		a.writeText(&b)
	case a.LeftOut == 0:
		b.WriteString("This answer cites no sources.\n")
	}
	if more := leftOut(a); more != "" {
		b.WriteString(more + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (a Answer) writeText(b *strings.Builder) {
	when := "at an unknown time"
	if a.ComputedAt != "" {
		when = "as of " + Clean(a.ComputedAt)
	}
	fmt.Fprintf(b, "Sources (trust as reported by this agent, %s)\n", when)
	if a.TextChanged {
		b.WriteString("The answer was changed after it cited these sources.\n")
	}
	for i, c := range a.Citations {
		fmt.Fprintf(b, "%d. %s\n", i+1, field(c.Title))
		if c.Marker != "" {
			fmt.Fprintf(b, "   marker: %s\n", field(c.Marker))
		}
		fmt.Fprintf(b, "   source: %s\n", passage(c.Key.Ref))
		if c.Link != nil {
			fmt.Fprintf(b, "   link (%s): %s\n", c.Link.Host, c.Link.URL)
		}
		if len(c.Trust) == 0 {
			b.WriteString("   nothing is reported of its trust\n")
		}
		for _, s := range c.Trust {
			mark := "-"
			if s.Kind.Warning() {
				mark = "!"
			}
			fmt.Fprintf(b, "   %s %s\n", mark, s.Text)
		}
		for _, e := range c.Evidence {
			fmt.Fprintf(b, "   evidence: %s\n", strings.Join(e.words(), ", "))
		}
	}
}

// words are the parts of evidence in plain text.
func (e Evidence) words() []string {
	all := []string{field(e.Title)}
	if e.Link != nil {
		all = append(all, e.Link.URL)
	}
	if e.Quote != "" {
		all = append(all, "passage "+passage(e.Quote))
	}
	if m := matched(e.Matched); m != "" {
		all = append(all, m)
	}
	if e.Note != "" {
		all = append(all, "author's note "+passage(e.Note))
	}
	return all
}

// matched says whether a passage was found, and nothing where nobody looked: that is not the same as not found.
func matched(m opt.Opt[bool]) string {
	switch found, ok := m.Get(); {
	case !ok:
		return ""
	case found:
		return "passage found in the package's copy of the source"
	}
	return "passage not found in the package's copy of the source"
}

// leftOut says that there are citations which are broken, so that nobody takes the others for all there are.
func leftOut(a Answer) string {
	switch a.LeftOut {
	case 0:
		return ""
	case 1:
		return "One source is not shown, because what the agent says of it is broken."
	}
	return fmt.Sprintf("%d sources are not shown, because what the agent says of them is broken.", a.LeftOut)
}

// lead and rest are the two parts of a statement: what it is about, and what is said of that.
func lead(statement string) string {
	lead, _, ok := strings.Cut(statement, ": ")
	if !ok {
		return ""
	}
	return lead
}

func rest(statement string) string { return strings.TrimPrefix(statement, lead(statement)) }

// excerpt are the lines of a record's text.
func excerpt(c Citation) []string {
	text, ok := c.Record.Text.Get()
	if !ok {
		return nil
	}
	var lines []string
	for line := range strings.Lines(text) {
		if line = Clean(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
