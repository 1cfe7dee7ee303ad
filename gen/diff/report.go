package diff

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes changes for people: a line for each, its places, a line for each class that it is more than safe for,
// and what to do about it.
func WriteText(w io.Writer, changes []*Change) error {
	var b strings.Builder
	for i, c := range changes {
		if i > 0 {
			b.WriteByte('\n')
		}
		level := c.Worst().String()
		if c.Accepted != "" {
			level = "accepted " + level
		}
		fmt.Fprintf(&b, "%s: %s (%s)\n", level, c.Message, c.Kind)
		place := func(side string, p *Place) {
			if p != nil {
				fmt.Fprintf(&b, "  %s %s: %s\n", side, p, p.Pointer)
			}
		}
		place("old", c.Old)
		place("new", c.New)
		for _, e := range c.Effects {
			way := ""
			if e.Direction != Same {
				way = ", " + e.Direction.String()
			}
			fmt.Fprintf(&b, "  %s: %s%s: %s\n", e.Class, e.Level, way, e.Why)
		}
		if c.Accepted != "" {
			fmt.Fprintf(&b, "  accepted: %s\n", c.Accepted)
		} else if c.Advice != "" && c.Worst() > Safe {
			fmt.Fprintf(&b, "  to do: %s\n", c.Advice)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteGitHub writes changes as commands of a GitHub workflow, which shows them beside the lines of the new schema: an
// error for each that breaks one of the classes, a warning for other breaks and risks, a notice for accepted breaks.
// What is safe is left out.
func WriteGitHub(w io.Writer, changes []*Change, classes []Class) error {
	var b strings.Builder
	for _, c := range changes {
		command := "warning"
		switch {
		case c.Worst() == Safe:
			continue
		case c.Accepted != "":
			command = "notice"
		case c.Level(classes...) == Break:
			command = "error"
		}
		place := c.New
		if place == nil {
			place = c.Old
		}
		text := c.Message
		for _, e := range c.Effects {
			if e.Level > Safe {
				text += fmt.Sprintf("\n%s: %s: %s", e.Class, e.Level, e.Why)
			}
		}
		if c.Accepted != "" {
			text += "\naccepted: " + c.Accepted
		} else if c.Advice != "" {
			text += "\nto do: " + c.Advice
		}
		b.WriteString("::" + command + " ")
		if place != nil {
			fmt.Fprintf(&b, "file=%s,line=%d,col=%d,", property.Replace(place.File), place.Line, place.Col)
		}
		fmt.Fprintf(&b, "title=%s::%s\n", property.Replace(string(c.Kind)+" "+c.Subject), data.Replace(text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// What a workflow command escapes: in its message, and in its properties.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
