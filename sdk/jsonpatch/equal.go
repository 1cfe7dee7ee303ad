package jsonpatch

import (
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// equal tells whether v is the JSON value w. Its time is bounded by the length of w, whatever v is: w stands in the
// patch, and v in a document that others may name again and again.
func (v value) equal(w jsonx.Value) bool {
	k := w.Kind()
	if v.kind() != k {
		return false
	}
	switch k {
	case jsonx.KindArray:
		return v.len() == w.Len() && v.equalItems(w)
	case jsonx.KindObject:
		return v.len() == w.Len() && v.equalMembers(w)
	case jsonx.KindString:
		return equalText(v.at, w)
	case jsonx.KindNumber:
		return v.src.equalNumber(v.at, w)
	case jsonx.KindBoolean:
		return v.at.Bool() == w.Bool()
	}
	return true
}

func (v value) equalItems(w jsonx.Value) bool {
	d := w.Children()
	equal := func(item value) bool { return d.Next() && item.equal(d.Value()) }
	if a, ok := v.made.(*array); ok {
		return a.items.each(func(r run) bool {
			for i := range r.values() {
				if !equal(r.at(i)) {
					return false
				}
			}
			return true
		})
	}
	for c := v.at.Children(); c.Next(); {
		if !equal(value{src: v.src, at: c.Value()}) {
			return false
		}
	}
	return true
}

// equalMembers goes over both in their order as long as the names are the same, which they mostly are, and looks up the
// others.
func (v value) equalMembers(w jsonx.Value) bool {
	var c jsonx.Cursor
	if v.made == nil {
		c = v.at.Children()
	}
	for d := w.Children(); d.Next(); {
		if v.made == nil && c.Next() && c.Key() == d.Key() {
			if !(value{src: v.src, at: c.Value()}).equal(d.Value()) {
				return false
			}
			continue
		}
		member, f := v.child(d.Key())
		if f != nil || !member.equal(d.Value()) {
			return false
		}
	}
	return true
}

func equalText(v, w jsonx.Value) bool {
	a, b := len(v.Raw())-2, len(w.Raw())-2
	const longest = len(`\u0000`) // of one byte
	return a <= longest*b && b <= longest*a && v.Text() == w.Text()
}

// equalNumber compares two numbers of which v is in this source. A long one, which may be long for its zeros alone, is
// taken apart only once.
func (s *source) equalNumber(v, w jsonx.Value) bool {
	const long = 100 // bytes
	if len(v.Number()) < long && len(w.Number()) < long {
		return jsonx.CompareNumbers(v.Number(), w.Number()) == 0
	}
	return s.canonical(v) == canonicalNumber(w.Number())
}

func (s *source) canonical(v jsonx.Value) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.numbers[v.ID()]
	if !ok {
		if s.numbers == nil {
			s.numbers = make(map[int]string)
		}
		c = canonicalNumber(v.Number())
		s.numbers[v.ID()] = c
	}
	return c
}

// canonicalNumber is the same text for all ways to write a number: its digits without zeros around them, and the power of
// ten that they are multiplied by.
func canonicalNumber(text string) string {
	digits, negative := strings.CutPrefix(text, "-")
	exp := 0
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		exp, _ = strconv.Atoi(digits[i+1:]) // at most four digits, or the text would not have been read
		digits = digits[:i]
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	exp -= len(fraction)
	digits = strings.TrimLeft(whole+fraction, "0")
	exp += len(digits)
	digits = strings.TrimRight(digits, "0")
	exp -= len(digits)
	if digits == "" {
		return "0"
	}
	if negative {
		digits = "-" + digits
	}
	return digits + "e" + strconv.Itoa(exp)
}
