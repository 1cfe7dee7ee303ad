package pipeline

import "strings"

// growing is a text to which pieces are added at the end. A piece costs what it is long, not what the text is: the strings
// handed out are parts of one buffer, which only ever grows behind them.
type growing struct {
	b strings.Builder
}

// append is text with a piece added to it. It is text that this growing handed out last, or another one to go on from.
func (g *growing) append(text, piece string) string {
	if g.b.Len() != len(text) || g.b.String() != text {
		g.b.Reset()
		g.b.WriteString(text)
	}
	g.b.WriteString(piece)
	return g.b.String()
}
