package transport

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// The media types of the two bindings.
const (
	MediaTypeSSE   = "text/event-stream"
	MediaTypeProto = "application/vnd.ag-ui.event+proto"
)

// What a client sends as Accept: both bindings by name, or server-sent events alone. There is no wildcard in either,
// since a server takes one as a wish for protobuf.
const (
	AcceptAny = MediaTypeProto + ", " + MediaTypeSSE
	AcceptSSE = MediaTypeSSE
)

// ProtoPolicy is when a server answers protobuf.
type ProtoPolicy uint8

const (
	// ProtoAdmitted is whenever Accept admits it, by name or by a wildcard, as the protocol has it.
	ProtoAdmitted ProtoPolicy = iota
	// ProtoNamed is only when Accept admits it by name. It is for servers that are called by tools which send */* and
	// cannot read protobuf.
	ProtoNamed
	// ProtoNever is not at all.
	ProtoNever
)

// Negotiate is the format, [Proto] or [SSE], in which to answer a request that has these Accept lines, all of them.
//
// Protobuf is admitted if its q is above zero: that of the most specific range that matches it, the highest where that
// range is there more than once. How it compares with the q of text/event-stream does not count. A range with
// parameters of its own matches nothing, for neither type has any; a range whose q is invalid matches, and does not
// admit. Elements that cannot be read are skipped. Everything that does not admit protobuf gets SSE, a request for
// something else altogether included.
func Negotiate(accept []string, policy ProtoPolicy) Format {
	if policy == ProtoNever {
		return SSE
	}
	most, admits := 0, false
	for _, line := range accept {
		for list := (acceptList{s: line}); list.s != ""; {
			r, ok := list.next()
			here := r.specificity(MediaTypeProto)
			switch {
			case !ok || r.params || here < most || here == 0:
			case here > most:
				most, admits = here, r.admits
			default:
				admits = admits || r.admits
			}
		}
	}
	if admits && (policy == ProtoAdmitted || most == named) {
		return Proto
	}
	return SSE
}

// ContentType is the exact Content-Type of a response in the format: its media type, without parameters. [JSON] is a
// format of files and has none.
func (f Format) ContentType() string {
	switch f {
	case SSE:
		return MediaTypeSSE
	case Proto:
		return MediaTypeProto
	}
	return ""
}

// SetContentType writes what negotiation came to into the header of a response: Content-Type, and Vary: Accept beside
// what Vary may already say.
func SetContentType(h http.Header, f Format) {
	h.Set("Content-Type", f.ContentType())
	for _, field := range strings.Split(strings.Join(h.Values("Vary"), ","), ",") {
		if field = strings.TrimSpace(field); field == "*" || strings.EqualFold(field, "Accept") {
			return
		}
	}
	h.Add("Vary", "Accept")
}

// MediaTypeError is a response that is no stream of events, by its Content-Type.
type MediaTypeError struct {
	// ContentType is the header as it came, "" for none.
	ContentType string
	// Start is the beginning of the body, at most 256 bytes.
	Start string
}

func (e *MediaTypeError) Error() string {
	what := "no Content-Type"
	if e.ContentType != "" {
		what = fmt.Sprintf("Content-Type %q", e.ContentType)
	}
	start := "is empty"
	if e.Start != "" {
		start = fmt.Sprintf("starts with %q", e.Start)
	}
	return fmt.Sprintf("the response has %s, which is neither %s nor %s; its body %s", what, MediaTypeSSE, MediaTypeProto, start)
}

// ResponseFormat is the format, [Proto] or [SSE], that a response is to be read in, by its Content-Type. That of
// protobuf must be the exact text; text/event-stream may have parameters, which say nothing. Any other is a
// [*MediaTypeError], which quotes the start of the body: that is all that is ever read of it here, and how long a slow
// body may take is for the caller to bound.
func ResponseFormat(contentType string, body io.Reader) (Format, error) {
	if contentType == MediaTypeProto {
		return Proto, nil
	}
	name, _, _ := strings.Cut(contentType, ";")
	if strings.EqualFold(strings.Trim(name, whiteSpace), MediaTypeSSE) {
		return SSE, nil
	}
	const most = 256
	start, _ := io.ReadAll(io.LimitReader(body, most)) // what can be read of it: the error is about the type
	return "", &MediaTypeError{ContentType: contentType, Start: string(start)}
}
