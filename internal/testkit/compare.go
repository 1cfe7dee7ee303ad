package testkit

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Lists that an event may leave out. The wire does not tell an empty one from an absent one.
var optionalLists = set("toolCalls", "usage", "pendingToolCallIds", "interruptIds", "tools", "context", "resume")

// Members that hold open data, in which every member counts, whatever it is called.
var openMembers = set("metadata", "rawEvent", "snapshot", "event", "value", "content", "result", "state",
	"forwardedProps", "parameters", "responseSchema", "payload")

func set(names ...string) map[string]bool {
	s := make(map[string]bool, len(names))
	for _, n := range names {
		s[n] = true
	}
	return s
}

// SameEvent is nil when two JSON texts are one AG-UI event: equal values, members in any order, numbers equal as
// doubles, and an optional list absent or empty all the same. Otherwise the error names the first difference by its
// JSON Pointer.
func SameEvent(want, got string) error {
	w, err := parse(want)
	if err != nil {
		return fmt.Errorf("wanted text: %w", err)
	}
	g, err := parse(got)
	if err != nil {
		return fmt.Errorf("text got: %w", err)
	}
	return same("", w, g, false)
}

func parse(text string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("data after the value at offset %d", dec.InputOffset())
	}
	return v, nil
}

func same(at string, want, got any, open bool) error {
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			return sameMembers(at, w, g, open)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return sameItems(at, w, g, open)
		}
	case json.Number:
		if g, ok := got.(json.Number); ok && sameNumber(w, g) {
			return nil
		}
	default:
		if want == got {
			return nil
		}
	}
	return fmt.Errorf("%q: want %s, got %s", at, brief(want), brief(got))
}

func sameMembers(at string, want, got map[string]any, open bool) error {
	names := maps.Clone(want)
	maps.Copy(names, got)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		place := at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
		w, inWant := want[name]
		g, inGot := got[name]
		switch {
		case inWant && inGot:
			if err := same(place, w, g, open || openMembers[name]); err != nil {
				return err
			}
		case !open && optionalLists[name] && (emptyList(w) || emptyList(g)):
		case inWant:
			return fmt.Errorf("%q: want %s, got nothing", place, brief(w))
		default:
			return fmt.Errorf("%q: want nothing, got %s", place, brief(g))
		}
	}
	return nil
}

func emptyList(v any) bool {
	list, ok := v.([]any)
	return ok && len(list) == 0
}

func sameItems(at string, want, got []any, open bool) error {
	for i := range min(len(want), len(got)) {
		if err := same(at+"/"+strconv.Itoa(i), want[i], got[i], open); err != nil {
			return err
		}
	}
	if len(want) != len(got) {
		return fmt.Errorf("%q: want %d items, got %d", at, len(want), len(got))
	}
	return nil
}

func sameNumber(a, b json.Number) bool {
	x, errX := strconv.ParseFloat(string(a), 64)
	y, errY := strconv.ParseFloat(string(b), 64)
	return errX == nil && errY == nil && x == y
}

func brief(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return shorten(string(text))
}

func shorten(text string) string {
	const most = 120
	if len(text) <= most {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(text[:most], ""), len(text))
}

// SameBytes is nil when the bytes are equal. Otherwise the error shows both around the first that differs.
func SameBytes(want, got []byte) error {
	if bytes.Equal(want, got) {
		return nil
	}
	i := 0
	for i < len(want) && i < len(got) && want[i] == got[i] {
		i++
	}
	return fmt.Errorf("differ at byte %d: want …%s (%d bytes), got …%s (%d bytes)", i, around(want, i), len(want), around(got, i), len(got))
}

// around shows the bytes near i, those from i on in brackets.
func around(b []byte, i int) string {
	return hex.EncodeToString(b[max(0, i-8):i]) + "[" + hex.EncodeToString(b[i:min(len(b), i+16)]) + "]"
}

// SameText is nil when the texts are equal. Otherwise the error shows both around the first byte that differs.
func SameText(want, got string) error {
	if want == got {
		return nil
	}
	i := 0
	for i < len(want) && i < len(got) && want[i] == got[i] {
		i++
	}
	from := max(0, i-20)
	return fmt.Errorf("differ at byte %d: want …%q, got …%q", i, shorten(want[from:]), shorten(got[from:]))
}
