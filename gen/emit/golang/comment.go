package golang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

// lineWidth is where comments are wrapped, "// " included, indentation not.
const lineWidth = 100

// paragraphs takes a schema's text apart into paragraphs without line breaks, and makes each harmless as Go comment
// text: whatever is in it, it stays inside its comment and is shown in the order it is written in.
func paragraphs(text string) []string {
	var out []string
	var words []string
	flush := func() {
		if len(words) > 0 {
			out = append(out, strings.Join(words, " "))
			words = nil
		}
	}
	for _, line := range strings.Split(lineBreaks.Replace(text), "\n") {
		fields := strings.Fields(plain(line))
		if len(fields) == 0 {
			flush()
		}
		words = append(words, fields...)
	}
	flush()
	return out
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n\n")

// plain is text without what a Go source or its reader could stumble over: control characters, characters that turn
// the direction of what follows, byte order marks, and bytes that are no UTF-8.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\ufeff':
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}

// comment is text as comment lines, one statement a line: each begins with "// ", so that none is a directive or opens
// a comment of another kind.
func comment(paras ...string) []string {
	var lines []string
	for i, p := range paras {
		if i > 0 {
			lines = append(lines, "//")
		}
		for _, line := range wrap(p, lineWidth-len("// ")) {
			lines = append(lines, "// "+line)
		}
	}
	return lines
}

// wrap breaks a paragraph into lines. It never puts a word first that means something there: a build constraint of old
// or a mark of deprecation.
func wrap(paragraph string, width int) []string {
	var lines []string
	line, n := "", 0
	for _, w := range strings.Fields(paragraph) {
		k := utf8.RuneCountInString(w)
		switch {
		case n == 0:
			line, n = w, k
		case n+1+k > width && !telling(w):
			lines = append(lines, line)
			line, n = w, k
		default:
			line, n = line+" "+w, n+1+k
		}
	}
	if n > 0 {
		lines = append(lines, line)
	}
	return lines
}

func telling(word string) bool {
	return strings.HasPrefix(word, "+build") || strings.HasPrefix(word, "Deprecated:") || strings.HasPrefix(word, "#") ||
		strings.HasPrefix(word, "[") // a link definition, "[text]: url"
}

// doc is a doc comment: what name is, in the schema's words, and whatever else there is to say, a paragraph each.
func doc(name, description string, deprecated bool, more ...string) []string {
	paras := paragraphs(description)
	if len(paras) > 0 {
		paras[0] = sentence(name, paras[0])
	}
	marked := false
	for i, p := range paras {
		rest, ok := strings.CutPrefix(p, "Deprecated:")
		switch {
		case !ok:
		case deprecated:
			marked = true
		default:
			// Only the schema's own mark makes a thing deprecated.
			paras[i] = "deprecated:" + rest
		}
	}
	for _, m := range more {
		paras = append(paras, paragraphs(m)...)
	}
	if deprecated && !marked {
		paras = append(paras, "Deprecated: the schema marks it as deprecated.")
	}
	return comment(paras...)
}

// sentence begins a description with the name it describes, as Go's doc comments do. It joins them into one sentence
// where the description's first word tells how, and else puts the name and a colon before it.
func sentence(name, description string) string {
	first, rest, _ := strings.Cut(description, " ")
	switch low := strings.ToLower(first[:1]) + first[1:]; {
	case first == name:
		return description
	case low == first:
		// It starts with a small letter: the author thinks of a sentence that has begun already, or quotes code.
	case isPhrase[low] && rest != "":
		return name + " is " + low + " " + rest
	case isVerb[low] && rest != "":
		return name + " " + low + " " + rest
	}
	return name + ": " + description
}

// isPhrase has the words that begin what a thing is: an article, or a question that the thing is the answer to.
var isPhrase = set("a an the any every each one what which who whose whom when where why how whether all both")

// isVerb has the verbs that begin what a thing does.
var isVerb = set(`accepts adds addresses aligns allows announces answers appends applies asks asserts assigns attaches
	authorizes begins belongs bounds builds calls carries categorizes changes chooses clears closes collects combines
	compares completes composes configures connects contains controls converts copies counts creates decides declares
	decodes defines deletes describes determines disables discards distinguishes emits enables encodes ends ensures
	establishes exposes expresses extends fetches filters finds flags forwards gives governs grants groups guides handles
	helps hides holds identifies ignores includes indicates informs inserts introduces invokes joins keeps labels leaves
	lets limits links lists loads locates maps marks matches means measures merges moves names narrows notifies occurs
	offers omits opens orders overrides owns passes pauses performs permits points prevents produces provides publishes
	puts reads receives records refers removes renames renders replaces replays reports represents requests requires
	resets resolves restricts resumes retains returns runs says selects sends separates serves sets shows signals
	specifies splits starts states stops stores streams summarizes supplies supports suspends tells terminates ties
	tracks transfers translates transports triggers turns updates uses validates verifies wraps writes`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// lines adds comment lines to a group of statements.
func lines(g *jen.Group, text []string) {
	for _, l := range text {
		g.Comment(l)
	}
}
