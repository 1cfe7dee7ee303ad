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
			if rest, ok := strings.CutPrefix(words[0], "+build"); ok {
				words[0] = "+ build" + rest // what used to be a build constraint
			}
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

// oneLine is a text as a single paragraph.
func oneLine(text string) string { return strings.Join(paragraphs(text), " ") }

// doc is a doc comment: what name is, in the schema's words, and whatever else there is to say, a paragraph each.
func doc(name, description string, deprecated bool, more ...string) []string {
	paras := paragraphs(description)
	if len(paras) > 0 {
		paras[0] = sentence(name, paras[0])
	}
	for _, m := range more {
		paras = append(paras, paragraphs(m)...)
	}
	if !deprecated {
		return comment(current(paras)...)
	}
	for _, p := range paras {
		if strings.HasPrefix(p, "Deprecated:") {
			return comment(paras...) // says so itself
		}
	}
	return comment(append(paras, "Deprecated: the schema marks it as deprecated.")...)
}

// current are paragraphs of which none makes the thing they are about a deprecated one: that is for the schema's own mark.
func current(paras []string) []string {
	for i, p := range paras {
		if rest, ok := strings.CutPrefix(p, "Deprecated:"); ok {
			paras[i] = "deprecated:" + rest
		}
	}
	return paras
}

// sentence begins a description with the name it describes, as Go's doc comments do. It joins them into one sentence
// where the description's first word tells how, and else puts the name and a colon before it.
func sentence(name, description string) string {
	first, rest, _ := strings.Cut(description, " ")
	switch low := strings.ToLower(first[:1]) + first[1:]; {
	case first == name:
		return description
	case low == first || len(first) > 1 && strings.ToUpper(first) == first:
		// It starts with a small letter, or all in capitals: code, or a sentence that the author thinks of as begun.
	case isPhrase[low] && rest != "":
		return name + " " + copula(name, low, rest) + " " + low + " " + rest
	case isVerb[low] && rest != "" && !isNounBefore[firstWord(rest)]:
		return name + " " + low + " " + rest
	}
	return name + ": " + description
}

// copula is what joins a name and what it is. A name in the plural are the things, and a name in the singular that is
// described as several things has them.
func copula(name, article, rest string) string {
	if article != "the" && article != "all" && article != "both" {
		return "is"
	}
	noun := firstWord(rest)
	switch {
	case !plural(name):
		if plural(noun) {
			return "has"
		}
	case !isMeasure[noun]:
		return "are"
	}
	return "is"
}

func plural(word string) bool {
	for _, singular := range []string{"ss", "us", "is", "as"} {
		if strings.HasSuffix(word, singular) {
			return false
		}
	}
	return len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "'s") // nor the run's
}

func firstWord(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return strings.TrimRight(w, ",.;:")
}

// isMeasure has nouns that stay in the singular whatever they are of.
var isMeasure = set("number count total sum amount list set map sequence maximum minimum size length way kind complete")

// isNounBefore has the words before which what could be a verb is a noun in the plural: "Names of", "Limits for".
var isNounBefore = set("of for that")

// isPhrase has the words that begin what a thing is: an article, or a question that the thing is the answer to.
var isPhrase = set("a an the any every each either one what which who whose whom when where why how whether all both")

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
