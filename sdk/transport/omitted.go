package transport

import "github.com/agui-gen/agui-gen/out/agui"

// Omitted says what an event loses when it is written in a format: the RFC 6901 pointers of members, or of parts with
// their unknown protobuf fields, that have no form there. It is empty for nearly every event.
func Omitted(ev agui.Event, f Format) []string {
	if f == Proto {
		return agui.ProtoOmissions(ev)
	}
	return agui.JSONOmissions(ev)
}
