package prover

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// parse reads JSON with its numbers as they are written.
func parse(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// firstDifference is the pointer of the first place where two JSON values differ, false where they are equal. Members
// have no order.
func firstDifference(a, b any, at string) (string, bool) {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok {
			return at, true
		}
		names := slices.Sorted(maps.Keys(a))
		for name := range b {
			if _, ok := a[name]; !ok {
				names = append(names, name)
			}
		}
		for _, name := range names {
			x, ok := a[name]
			y, also := b[name]
			below := at + "/" + escaper.Replace(name)
			if ok != also {
				return below, true
			}
			if found, differs := firstDifference(x, y, below); differs {
				return found, true
			}
		}
		return "", false
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return at, true
		}
		for i := range a {
			if found, differs := firstDifference(a[i], b[i], at+"/"+strconv.Itoa(i)); differs {
				return found, true
			}
		}
		return "", false
	}
	if isStructure(b) || a != b {
		return at, true
	}
	return "", false
}

// contradiction is the pointer of the first place where what was understood of a value says something else than the value,
// false where there is none. A member may be there under its alias. What is missing says nothing: members and items that are not known have no other form.
func contradiction(understood, value any, aliases map[string]string, at string) (string, bool) {
	switch u := understood.(type) {
	case map[string]any:
		v, ok := value.(map[string]any)
		if !ok {
			return at, true
		}
		for _, name := range slices.Sorted(maps.Keys(u)) {
			other, ok := v[name]
			if !ok {
				other = v[aliases[name]]
			}
			if found, ok := contradiction(u[name], other, aliases, at+"/"+escaper.Replace(name)); ok {
				return found, true
			}
		}
		return "", false
	case []any:
		v, ok := value.([]any)
		if !ok {
			return at, true
		}
		for i := range u {
			if len(u) != len(v) {
				break
			}
			if found, ok := contradiction(u[i], v[i], aliases, at+"/"+strconv.Itoa(i)); ok {
				return found, true
			}
		}
		return "", false
	}
	if isStructure(value) || understood != value {
		return at, true
	}
	return "", false
}

func isStructure(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1")
