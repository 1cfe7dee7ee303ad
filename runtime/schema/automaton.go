package schema

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// automaton is a regular expression made deterministic: it looks at each character once and only tells whether there is a
// match, which is all that a schema asks. Package regexp, which finds where the match is, takes some ten times as long.
//
// Not every expression has one: an automaton may be exponentially larger than its expression. Those of schemas seldom are,
// and one that would be is left to package regexp.
type automaton struct {
	// ascii is the class of each ASCII character, and bounds are where the classes of the others begin: class i of bounds is
	// from bounds[i] up to bounds[i+1]. What the expression does not tell apart is one class.
	ascii  [utf8.RuneSelf]uint8
	bounds []rune
	// next is the state after a state and a class: next[state*classes+class]. State 0 is the start.
	next    []uint8
	classes int
	// verdicts are what is known in each state.
	verdicts []verdictIn
}

// verdictIn is what a state of an automaton means.
type verdictIn uint8

const (
	// openNo and openYes: it depends on what follows; if nothing does, there is no match, or one.
	openNo verdictIn = iota
	openYes
	// never and always: whatever follows, there is no match, or one.
	never
	always
)

// The limits of an automaton. Its table has at most some ten thousand bytes then.
const (
	maxStates  = 255
	maxClasses = 48
	// maxProgram is how many instructions the program of the expression may have; it bounds the time that is spent on it.
	maxProgram = 512
)

// matches tells whether the expression matches somewhere in s.
func (a *automaton) matches(s string) bool {
	state := 0
	for i := 0; i < len(s) && a.verdicts[state] < never; {
		var class int
		if c := s[i]; c < utf8.RuneSelf {
			class = int(a.ascii[c])
			i++
		} else {
			r, n := utf8.DecodeRuneInString(s[i:])
			class = a.class(r)
			i += n
		}
		state = int(a.next[state*a.classes+class])
	}
	v := a.verdicts[state]
	return v == openYes || v == always
}

// class is the class of a character.
func (a *automaton) class(r rune) int {
	i, found := slices.BinarySearch(a.bounds, r)
	if !found {
		i--
	}
	return i
}

// newAutomaton is the automaton of an expression for package regexp; nil where there is none, or none that is small.
func newAutomaton(expression string) *automaton {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil
	}
	b := builder{prog: prog, seen: make([]bool, len(prog.Inst)), states: map[string]int{}}
	if len(prog.Inst) > maxProgram || !b.classify() {
		return nil
	}
	// The start is no other state, even if it is the same set: there the text may be at its beginning and its end at once.
	b.add(b.closure([]uint32{uint32(prog.Start)}, syntax.EmptyBeginText), syntax.EmptyBeginText)
	for i := 0; i < len(b.sets); i++ {
		if len(b.sets) > maxStates {
			return nil
		}
		for class := range b.classes {
			b.next = append(b.next, uint8(b.step(b.sets[i], b.bounds[class])))
		}
	}
	return &b.automaton
}

// builder makes an automaton of a program: each state is the set of instructions that the program might be at.
type builder struct {
	automaton
	prog   *syntax.Prog
	seen   []bool // for closure
	sets   [][]uint32
	states map[string]int // by their sets
}

// classify finds what characters the program tells apart. It is false where that are too many, or where the program asks
// what an automaton does not know: about lines, words or upper and lower case.
func (b *builder) classify() bool {
	b.bounds = []rune{0}
	for i := range b.prog.Inst {
		switch in := &b.prog.Inst[i]; in.Op {
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^(syntax.EmptyBeginText|syntax.EmptyEndText) != 0 {
				return false
			}
		case syntax.InstRune, syntax.InstRune1:
			if len(in.Rune) == 1 {
				if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
					return false
				}
				b.bounds = append(b.bounds, in.Rune[0], in.Rune[0]+1)
			}
			for j := 0; j+1 < len(in.Rune); j += 2 {
				b.bounds = append(b.bounds, in.Rune[j], in.Rune[j+1]+1)
			}
		case syntax.InstRuneAnyNotNL:
			b.bounds = append(b.bounds, '\n', '\n'+1)
		}
	}
	slices.Sort(b.bounds)
	b.bounds = slices.Compact(b.bounds)
	b.classes = len(b.bounds)
	if b.classes > maxClasses {
		return false
	}
	for c := range rune(utf8.RuneSelf) {
		b.ascii[c] = uint8(b.class(c))
	}
	return true
}

// closure is all instructions that are reached from some without a character, in order. at is what holds where they are;
// one that asks for the end of the text may still get it.
func (b *builder) closure(from []uint32, at syntax.EmptyOp) []uint32 {
	clear(b.seen)
	var out []uint32
	for len(from) > 0 {
		pc := from[len(from)-1]
		from = from[:len(from)-1]
		if b.seen[pc] {
			continue
		}
		b.seen[pc] = true
		switch in := &b.prog.Inst[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			from = append(from, in.Out, in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			from = append(from, in.Out)
		case syntax.InstEmptyWidth:
			if need := syntax.EmptyOp(in.Arg); need&^at == 0 {
				from = append(from, in.Out)
			} else if need == syntax.EmptyEndText {
				out = append(out, pc)
			}
		case syntax.InstFail:
		default:
			out = append(out, pc)
		}
	}
	slices.Sort(out)
	return out
}

// step is the state after a set and a character. A match may begin anywhere, so that the start is in every set.
func (b *builder) step(set []uint32, r rune) int {
	after := []uint32{uint32(b.prog.Start)}
	for _, pc := range set {
		switch in := &b.prog.Inst[pc]; in.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			if in.MatchRune(r) {
				after = append(after, in.Out)
			}
		}
	}
	set = b.closure(after, 0)
	n, ok := b.states[key(set)]
	if !ok {
		n = b.add(set, 0)
		b.states[key(set)] = n
	}
	return n
}

func key(set []uint32) string {
	var b []byte
	for _, pc := range set {
		b = binary.LittleEndian.AppendUint32(b, pc)
	}
	return string(b)
}

// add makes a state. at is what holds where it is.
func (b *builder) add(set []uint32, at syntax.EmptyOp) int {
	isMatch := func(pc uint32) bool { return b.prog.Inst[pc].Op == syntax.InstMatch }
	goesOn := func(pc uint32) bool { return b.prog.Inst[pc].Op != syntax.InstEmptyWidth }
	v := openNo
	switch {
	case slices.ContainsFunc(set, isMatch):
		v = always
	case slices.ContainsFunc(b.closure(slices.Clone(set), at|syntax.EmptyEndText), isMatch):
		v = openYes
	case !slices.ContainsFunc(set, goesOn):
		v = never
	}
	b.sets = append(b.sets, set)
	b.verdicts = append(b.verdicts, v)
	return len(b.sets) - 1
}
