package schema

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression of a schema. It is meant to be a variable of a package, as a literal of the two texts:
// it is compiled when it is first used, and then never again.
type Regexp struct {
	// Source is the expression as the schema has it, by ECMA-262.
	Source string
	// RE2 is one that matches the same strings, by package regexp.
	RE2 string

	once      sync.Once
	automaton *automaton     // nil where there is none
	compiled  *regexp.Regexp // where there is no automaton; nil where the expression is none
}

// Matches tells whether the expression matches somewhere in s. One that does not compile matches nothing.
func (r *Regexp) Matches(s string) bool {
	r.once.Do(r.compile)
	if r.automaton != nil {
		return r.automaton.matches(s)
	}
	return r.compiled != nil && r.compiled.MatchString(s)
}

func (r *Regexp) compile() {
	if r.automaton = newAutomaton(r.RE2); r.automaton == nil {
		r.compiled, _ = regexp.Compile(r.RE2)
	}
}
