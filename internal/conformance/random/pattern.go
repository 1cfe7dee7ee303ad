package random

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"strings"
)

// matching is a random text that the regular expression matches as a whole. It knows the constructs that schemas use
// for the form of texts, and gives an error for any other.
func matching(r *rand.Rand, pattern string) (string, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := match(r, &b, re); err != nil {
		return "", fmt.Errorf("pattern %q: %w", pattern, err)
	}
	return b.String(), nil
}

func match(r *rand.Rand, b *strings.Builder, re *syntax.Regexp) error {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText:
		return nil
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
		return nil
	case syntax.OpCharClass:
		b.WriteRune(fromClass(r, re.Rune))
		return nil
	case syntax.OpCapture, syntax.OpConcat:
		return repeat(re.Sub, func(sub *syntax.Regexp) error { return match(r, b, sub) })
	case syntax.OpAlternate:
		return match(r, b, re.Sub[r.IntN(len(re.Sub))])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest:
		least, most := 0, 1
		if re.Op != syntax.OpQuest {
			most = 4
		}
		if re.Op == syntax.OpPlus {
			least = 1
		}
		for range least + r.IntN(most-least+1) {
			if err := match(r, b, re.Sub[0]); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf("cannot make a text for %s", re)
	}
}

func repeat(subs []*syntax.Regexp, f func(*syntax.Regexp) error) error {
	for _, sub := range subs {
		if err := f(sub); err != nil {
			return err
		}
	}
	return nil
}

// fromClass is one character of the class, which is a list of ranges; mostly a low one, never a surrogate.
func fromClass(r *rand.Rand, ranges []rune) rune {
	for {
		i := 2 * r.IntN(len(ranges)/2)
		low, high := ranges[i], ranges[i+1]
		if r.IntN(8) != 0 {
			high = min(high, low+100)
		}
		if c := low + r.Int32N(high-low+1); c < 0xd800 || c > 0xdfff {
			return c
		}
	}
}
