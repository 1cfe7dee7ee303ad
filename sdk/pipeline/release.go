package pipeline

import (
	"fmt"
	"strconv"
	"strings"
)

// Release is a release of the AG-UI SDK, as a ceiling for what a peer understands.
type Release [3]int

// ParseRelease reads MAJOR.MINOR.PATCH.
func ParseRelease(s string) (*Release, error) {
	var r Release
	parts := strings.Split(s, ".")
	if len(parts) != len(r) {
		return nil, fmt.Errorf("%q is no release; write it like 0.0.39", s)
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return nil, fmt.Errorf("%q is no release; write it like 0.0.39", s)
		}
		r[i] = int(n)
	}
	return &r, nil
}

// String is the release as it is written.
func (r Release) String() string { return fmt.Sprintf("%d.%d.%d", r[0], r[1], r[2]) }

// within tells whether a peer is known to be at most as new as a release.
func (r *Release) within(last Release) bool {
	if r == nil {
		return false
	}
	for i := range r {
		if r[i] != last[i] {
			return r[i] < last[i]
		}
	}
	return true
}

// The last releases that do not know a thing.
var (
	beforeParts    = Release{0, 0, 39} // content is text alone
	beforeVersions = Release{0, 0, 57} // neither protocolVersion nor subagents
)
