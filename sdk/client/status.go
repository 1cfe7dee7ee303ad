package client

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// StatusError is a response with another status than 200 (K2.6): the input was rejected, or the agent is not there.
type StatusError struct {
	// StatusCode is such as 429.
	StatusCode int
	Header     http.Header
	// Problem is the body where that is an RFC 9457 problem, else nil.
	Problem *Problem
	// Body is the start of the body, at most 64 KiB. It is untrusted.
	Body []byte
	// RetryAfter is how long the server asks to wait, 0 where it does not.
	RetryAfter time.Duration
}

// Problem is what RFC 9457 (application/problem+json) says of an error. All of it is the server's text, and untrusted.
// What is absent, or is no text, is empty.
type Problem struct {
	Type, Title, Detail, Instance string
	// Raw is the whole problem, with its extension members.
	Raw jsonx.Raw
}

func (e *StatusError) Error() string {
	s := fmt.Sprintf("the server answered %d %s", e.StatusCode, http.StatusText(e.StatusCode))
	s = strings.TrimRight(s, " ")
	switch {
	case e.Problem != nil && e.Problem.Detail != "":
		s += ": " + quote(e.Problem.Detail)
	case e.Problem != nil && e.Problem.Title != "":
		s += ": " + quote(e.Problem.Title)
	case e.Header.Get("Location") != "" && e.StatusCode/100 == 3:
		s += ", a redirect that is not followed, to " + quote(e.Header.Get("Location"))
	}
	return s
}

// maxErrorBody is how much of the body of a response is read that is no stream, in bytes.
const maxErrorBody = 64 << 10

// statusError reads a response that is no stream.
func statusError(resp *http.Response, body io.Reader) *StatusError {
	e := &StatusError{StatusCode: resp.StatusCode, Header: resp.Header, RetryAfter: retryAfter(resp.Header.Get("Retry-After"))}
	e.Body, _ = io.ReadAll(io.LimitReader(body, maxErrorBody)) // what can be read of it: the error is the status
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	if strings.EqualFold(strings.TrimSpace(kind), "application/problem+json") {
		e.Problem = problem(jsonx.Raw(e.Body))
	}
	return e
}

// problem reads a problem, nil if it is none.
func problem(raw jsonx.Raw) *Problem {
	if raw.Validate() != nil || raw.Kind() != jsonx.KindObject {
		return nil
	}
	text := func(name string) string {
		v, _ := raw.Lookup(name)
		s, _ := v.Text()
		return s
	}
	return &Problem{Type: text("type"), Title: text("title"), Detail: text("detail"), Instance: text("instance"), Raw: raw}
}

// retryAfter reads a Retry-After header (RFC 9110, section 10.2.3): seconds, or a date.
func retryAfter(s string) time.Duration {
	const most = 365 * 24 * time.Hour // beyond it, how long does not matter
	s = strings.TrimSpace(s)
	if s != "" && strings.Trim(s, "0123456789") == "" {
		seconds, err := strconv.ParseInt(s, 10, 64)
		if err != nil || seconds > int64(most/time.Second) {
			return most
		}
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(s)
	if err != nil {
		return 0
	}
	return min(max(time.Until(at), 0), most)
}
