package wire

import (
	"bytes"
	"slices"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// ReadBranches takes a merged ledger apart into the two that it was made of: by git's conflict marks or, where git or a
// person has put the lines together without any, by the digest that was left standing, which is that of the first side.
// It needs no version control; where there is one, [NewBranches] with what it has knows more. An error says that the file is
// not merged, or that what of it was whose cannot be told.
func ReadBranches(file string, data []byte) (*Branches, error) {
	if conflict(file, data) == (diag.Pos{}) {
		return readUnmarked(file, data)
	}
	sides, err := cutConflict(file, data)
	if err != nil {
		return nil, err
	}
	m := &Branches{}
	var diags diag.List
	for i, l := range []**Lock{&m.Ours, &m.Theirs} {
		p := readLock(file, sides[i].text)
		if err := p.diags.Err(); err != nil {
			diags.AddError(err)
			continue
		}
		if !p.lock.fit() {
			p.lock.dropOutside(sides[i].marked)
		}
		p.checkUnique()
		if p.diags.Len() > 0 {
			diags.Add(untold(file))
		}
		*l = p.lock
	}
	if sides[2].text != nil {
		p := readLock(file, sides[2].text)
		diags.AddError(p.diags.Err())
		p.lock.fit()
		m.Base = p.lock
	}
	if err := diags.Err(); err != nil {
		return nil, err
	}
	return m, nil
}

func untold(file string) diag.Diagnostic {
	return diag.Diagnostic{Pos: diag.Pos{File: file}, Message: "which of the lines that clash came from which branch cannot be told",
		Hint: "take the file of the branch that was released first from version control and run agui-gen generate, which numbers what the other branch added anew"}
}

// side is one version of a file with conflict marks.
type side struct {
	text   []byte
	marked map[string]bool // its lines within marks; those outside may be of either side, where git could merge them
}

// cutConflict takes a file with conflict marks apart: the first side, the second, and what both stem from, whose text is
// nil where the marks do not have it.
func cutConflict(file string, data []byte) (sides [3]side, err error) {
	for i := range sides {
		sides[i].marked = map[string]bool{}
	}
	const outside = -1
	in, based := outside, false
	order := map[byte][2]int{'<': {outside, 0}, '|': {0, 2}, '=': {0, 1}, '>': {1, outside}} // from, to
	for i, line := range bytes.Split(data, []byte("\n")) {
		if text := bytes.TrimRight(line, " \t\r"); conflictMark.Match(text) {
			step := order[text[0]]
			if in != step[0] && !(text[0] == '=' && in == 2) {
				return sides, diag.Errors{{Pos: diag.Pos{File: file, Line: i + 1, Col: 1}, Message: "this conflict mark is out of place",
					Hint: "restore the file as git left it: git checkout --merge -- " + file}}
			}
			in = step[1]
			based = based || in == 2
			continue
		}
		for j := range sides {
			if in == outside || in == j {
				sides[j].text = append(append(sides[j].text, line...), '\n')
			}
			if in == j {
				sides[j].marked[string(bytes.TrimRight(line, " \t\r"))] = true
			}
		}
	}
	if in != outside {
		return sides, diag.Errors{{Pos: diag.Pos{File: file}, Message: "a conflict mark has no end", Hint: "restore the file as git left it: git checkout --merge -- " + file}}
	}
	if !based {
		sides[2].text = nil
	}
	return sides, nil
}

// readUnmarked takes a ledger apart in which the lines of two were put together.
func readUnmarked(file string, data []byte) (*Branches, error) {
	p := &lockParser{merging: true}
	p.read(file, data)
	if err := p.diags.Err(); err != nil {
		return nil, err
	}
	if p.lock.digest == nil {
		return nil, diag.Errors{{Pos: diag.Pos{File: file}, Message: "there is no digest in this ledger, so that it shows no merge"}}
	}
	all := *p.lock
	all.slots, all.types = slices.Clone(all.slots), slices.Clone(all.types)
	if all.sum() == *all.digest {
		return &Branches{Base: &all, Ours: &all, Theirs: &all}, nil
	}
	if !p.lock.fit() {
		return nil, diag.Errors{untold(file)}
	}
	ours := p.lock.byKey()
	theirs := all
	theirs.slots = nil
	for _, s := range all.slots {
		// What the first side has and the other clashes with was not the other's.
		if o, ok := ours[s.key()]; !ok || !o.same(s) || !all.clashes(s) {
			theirs.slots = append(theirs.slots, s)
		}
	}
	return &Branches{Ours: p.lock, Theirs: &theirs}, nil
}

// once leaves out the second of lines that are the same.
func (l *Lock) once() {
	seen := map[string]bool{}
	again := func(line string) bool {
		was := seen[line]
		seen[line] = true
		return was
	}
	l.slots = slices.DeleteFunc(l.slots, func(s slot) bool { return again(s.line()) })
	l.holds = slices.DeleteFunc(l.holds, func(h hold) bool { return again(h.line()) })
	l.types = slices.DeleteFunc(l.types, func(t typed) bool { return again(t.line()) })
}

// clashes tells whether another slot has a slot's number.
func (l *Lock) clashes(s slot) bool {
	return slices.ContainsFunc(l.slots, func(o slot) bool { return o.key() == s.key() && o.name != s.name })
}

// dropOutside leaves out the slots that clash with one within conflict marks and stand outside of them: git has put them
// there from the other side.
func (l *Lock) dropOutside(marked map[string]bool) {
	within := map[slotKey]string{}
	for _, s := range l.slots {
		if marked[s.line()] {
			within[s.key()] = s.name
		}
	}
	l.drop(func(s slot) bool { name, ok := within[s.key()]; return ok && name != s.name && !marked[s.line()] })
}

// drop leaves out slots, with the lines that say what they carry.
func (l *Lock) drop(which func(slot) bool) {
	gone := map[string]bool{}
	l.slots = slices.DeleteFunc(l.slots, func(s slot) bool {
		out := which(s)
		if out && !s.reserved {
			gone[s.name] = true
		}
		return out
	})
	l.types = slices.DeleteFunc(l.types, func(t typed) bool { return gone[t.name] })
}

// fit leaves out the slots that the digest was not made of, if four or fewer are to blame: what another branch added.
func (l *Lock) fit() bool {
	if l.digest == nil {
		return false
	}
	units := make([]digest, len(l.slots))
	byUnit := map[digest]int{}
	for i, s := range l.slots {
		units[i] = lineDigest(s.line())
		if s.typ != "" {
			units[i] = units[i].xor(lineDigest(typeLine(s.name, s.typ)))
		}
		byUnit[units[i]] = i
	}
	gone, ok := additions(l.sum().xor(*l.digest), units, byUnit)
	if !ok {
		return false
	}
	names := map[string]bool{}
	for _, i := range gone {
		names[l.slots[i].line()] = true
	}
	l.drop(func(s slot) bool { return names[s.line()] })
	return true
}

// additions finds the units, four at the most, that add up to a difference.
func additions(delta digest, units []digest, byUnit map[digest]int) ([]int, bool) {
	if delta == (digest{}) {
		return nil, true
	}
	if i, ok := byUnit[delta]; ok {
		return []int{i}, true
	}
	if len(units) > 1000 {
		return nil, false // the table of pairs would be larger than the question is worth
	}
	pairs := map[digest][2]int{}
	for i, u := range units {
		for j, v := range units[:i] {
			pairs[u.xor(v)] = [2]int{i, j}
		}
	}
	if p, ok := pairs[delta]; ok {
		return p[:], true
	}
	for d, p := range pairs {
		rest := delta.xor(d)
		if i, ok := byUnit[rest]; ok {
			return []int{p[0], p[1], i}, true
		}
		if q, ok := pairs[rest]; ok {
			return []int{p[0], p[1], q[0], q[1]}, true
		}
	}
	return nil, false
}
