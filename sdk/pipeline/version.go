package pipeline

import (
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/opt"
)

// checkVersion warns of a peer whose version of the protocol is newer than this one, or cannot be read, which counts as
// newer. This side is the other one, "consumer" to a "producer".
func checkVersion(e *env, stage Stage, peer, this string, declared opt.Opt[string]) {
	version, ok := declared.Get()
	if !ok {
		return
	}
	theirs, ok := parseVersion(version)
	if !ok {
		e.warn(stage, "/protocolVersion", "cannot interpret the "+peer+"'s protocol version "+quote(version)+
			"; this "+this+" speaks "+ProtocolVersion+" and goes on as if the "+peer+"'s were newer")
		return
	}
	ours, _ := parseVersion(ProtocolVersion)
	if theirs[0] > ours[0] || theirs[0] == ours[0] && theirs[1] > ours[1] {
		e.warn(stage, "/protocolVersion", "the "+peer+" speaks protocol version "+version+" and this "+this+" "+ProtocolVersion+
			"; what is new is stripped; upgrade the "+this+" to have it")
	}
}

// parseVersion reads MAJOR.MINOR.
func parseVersion(s string) (v [2]uint64, ok bool) {
	major, minor, ok := strings.Cut(s, ".")
	if !ok {
		return v, false
	}
	for i, part := range [2]string{major, minor} {
		if strings.Trim(part, "0123456789") != "" {
			return v, false
		}
		n, err := strconv.ParseUint(part, 10, 64)
		if err != nil {
			return v, false
		}
		v[i] = n
	}
	return v, true
}
