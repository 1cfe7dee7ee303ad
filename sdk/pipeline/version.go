package pipeline

import (
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
)

// checkVersion warns of a producer whose version of the protocol is newer than this one, or cannot be read, which counts
// as newer.
func checkVersion(e *env, ev *agui.RunStartedEvent) {
	declared, ok := ev.ProtocolVersion.Get()
	if !ok {
		return
	}
	theirs, ok := parseVersion(declared)
	if !ok {
		e.warn(StageApplication, "/protocolVersion", "cannot interpret the producer's protocol version "+quote(declared)+
			"; this consumer speaks "+ProtocolVersion+" and goes on as if the producer's were newer")
		return
	}
	ours, _ := parseVersion(ProtocolVersion)
	if theirs[0] > ours[0] || theirs[0] == ours[0] && theirs[1] > ours[1] {
		e.warn(StageApplication, "/protocolVersion", "the producer speaks protocol version "+declared+" and this consumer "+ProtocolVersion+
			"; what is new is stripped; upgrade the consumer to have it")
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
