package pipeline

import (
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// unions are the definitions that a member, the tag, chooses among. Another tag than theirs is a later protocol's.
var unions = map[string]string{
	"Event":                   "type",
	"RunFinishedOutcome":      "type",
	"SubagentFinishedOutcome": "type",
	"ContentPart":             "type",
	"PartSource":              "type",
	"Message":                 "role",
	"JsonPatchOperation":      "op",
}

// tagOf is the tag of the union that a violation of oneOf is about, "" if it is about none.
func tagOf(v violation.Violation) string {
	_, def, _ := strings.Cut(v.AbsoluteKeywordLocation, "#/$defs/")
	name, rest, _ := strings.Cut(def, "/")
	if rest != "oneOf" {
		return ""
	}
	return unions[name]
}

// judgement is what is to be done about violations.
type judgement struct {
	fatal    []violation.Violation
	removals []removal
}

// judge tells what can be stripped from what is malformed. Gutted are the objects that have lost a member before.
func judge(violations []violation.Violation, spots []spot, gutted map[int]bool) judgement {
	var j judgement
	j.judge(violations, spots, gutted)
	return j
}

func (j *judgement) judge(violations []violation.Violation, spots []spot, gutted map[int]bool) {
	for i := 0; i < len(violations); i++ {
		v, at := violations[i], spots[i]
		if at.value == noValue && v.Keyword != "" {
			j.fatal = append(j.fatal, v)
			continue
		}
		switch v.Keyword {
		case "": // there are too many to list; the next round has the rest
		case "oneOf":
			n := branches(violations, i)
			i += j.choice(violations[i:n], spots[i:n], gutted)
		case "unevaluatedProperties", "additionalProperties":
			j.removals = append(j.removals, removal{at: at.value, why: "stripped: AG-UI " + ProtocolVersion + " knows no such member"})
		case "enum":
			if at.value.Kind() != jsonx.KindString {
				j.fatal = append(j.fatal, v)
				continue
			}
			j.take(at, unknownValue(v))
		case "required":
			if !gutted[at.value.ID()] {
				j.fatal = append(j.fatal, v)
				continue
			}
			j.take(at, "removed, for what was unrecognised in it is required")
		default:
			j.fatal = append(j.fatal, v)
		}
	}
}

// take removes a value, which its parent may need.
func (j *judgement) take(at spot, why string) {
	r := removal{at: at.value, why: why}
	if at.parent != noValue && at.parent.Kind() == jsonx.KindObject {
		r.parent = at.parent
	}
	j.removals = append(j.removals, r)
}

// branches is the index after the violations that belong to alternatives of the oneOf at i.
func branches(violations []violation.Violation, i int) int {
	below := violations[i].KeywordLocation + "/"
	n := i + 1
	for n < len(violations) && strings.HasPrefix(violations[n].KeywordLocation, below) && atOrBelow(violations[n].InstanceLocation, violations[i].InstanceLocation) {
		n++
	}
	return n
}

// atOrBelow tells whether a pointer is at or below another.
func atOrBelow(pointer, of string) bool {
	return strings.HasPrefix(pointer, of) && (len(pointer) == len(of) || pointer[len(of)] == '/')
}

// choice judges a oneOf, the first of the violations, and its alternatives, the others. It returns how many of those it
// has dealt with, the rest of which explain themselves.
func (j *judgement) choice(violations []violation.Violation, spots []spot, gutted map[int]bool) int {
	v, at := violations[0], spots[0]
	rest := len(violations) - 1
	tag := tagOf(v)
	if tag == "" {
		j.alternatives(violations, spots, gutted)
		return rest
	}
	var value jsonx.Value
	if at.value.Kind() == jsonx.KindObject {
		value, _ = at.value.Lookup(tag)
	}
	if value == noValue || value.Kind() != jsonx.KindString {
		j.fatal = append(j.fatal, v)
		return rest
	}
	for _, w := range violations[1:] {
		if w.Keyword == "const" && w.InstanceLocation == v.InstanceLocation+"/"+tag {
			j.take(at, unknownValue(v))
			return rest
		}
	}
	return 0
}

// alternatives judges a oneOf that the kind of the value chooses in, such as content that is text or a list.
func (j *judgement) alternatives(violations []violation.Violation, spots []spot, gutted map[int]bool) {
	v := violations[0]
	branch := func(w violation.Violation) string {
		name, _, _ := strings.Cut(w.KeywordLocation[len(v.KeywordLocation)+1:], "/")
		return name
	}
	excluded := map[string]bool{}
	for _, w := range violations[1:] {
		if w.Keyword == "type" && w.InstanceLocation == v.InstanceLocation {
			excluded[branch(w)] = true
		}
	}
	var kept []violation.Violation
	var at []spot
	for i, w := range violations {
		if i > 0 && !excluded[branch(w)] {
			kept, at = append(kept, w), append(at, spots[i])
		}
	}
	if len(kept) == 0 {
		j.fatal = append(j.fatal, violations...)
		return
	}
	j.judge(kept, at, gutted)
}
