package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// HTTPError is a request that is answered with an HTTP error before there is a stream (K2.6). The body is a problem of RFC
// 9457.
type HTTPError struct {
	// Status is from 400 to 599.
	Status int
	// Detail is for people, and says all they need: front ends show it as it is. "" is the text of the status.
	Detail string
	// Header is added to that of the response, such as WWW-Authenticate or Retry-After.
	Header http.Header
	// Err is for the log, nil for nothing.
	Err error

	violations []violation.Violation
}

func (e *HTTPError) Error() string {
	s := fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status))
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap is what only the log sees.
func (e *HTTPError) Unwrap() error { return e.Err }

// maxListed is how many violations a problem lists.
const maxListed = 100

// problem is the body.
type problem struct {
	Type   string         `json:"type"`
	Title  string         `json:"title"`
	Status int            `json:"status"`
	Detail string         `json:"detail"`
	Errors []problemError `json:"errors,omitempty"`
}

// problemError is a violation as RFC 9457 has them in its example: with the place as a URI fragment.
type problemError struct {
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}

// write answers with the problem.
func (e *HTTPError) write(w http.ResponseWriter) {
	p := problem{Type: "about:blank", Title: http.StatusText(e.Status), Status: e.Status, Detail: e.Detail}
	if p.Detail == "" {
		p.Detail = p.Title
	}
	for _, v := range e.violations[:min(maxListed, len(e.violations))] {
		p.Errors = append(p.Errors, problemError{Pointer: "#" + v.InstanceLocation, Detail: withoutValue(v.Message)})
	}
	body, err := json.Marshal(p)
	if err != nil { // strings and numbers can be marshalled
		panic(err)
	}
	h := w.Header()
	for name, values := range e.Header {
		h[http.CanonicalHeaderKey(name)] = values
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Del("Content-Length")
	w.WriteHeader(e.Status)
	_, _ = w.Write(append(body, '\n')) // to a client that has gone
}

// badInput is the response to an input that is no JSON, or has known members that are malformed.
func badInput(err error) *HTTPError {
	e := &HTTPError{Status: http.StatusBadRequest, Err: err}
	var syntax *jsonx.SyntaxError
	var refused *violation.Error
	switch {
	case errors.As(err, &syntax):
		what, _, _ := strings.Cut(syntax.Msg, `"`)
		what, _, _ = strings.Cut(what, "'")
		e.Detail = fmt.Sprintf("The body is not valid JSON, at byte %d: %s.", syntax.Offset, strings.TrimSpace(what))
	case errors.As(err, &refused):
		e.violations = refused.Violations
		e.Detail = describe(refused.Violations)
	default:
		e.Detail = "The body is not a valid run input."
	}
	return e
}

// describe lists violations in one text.
func describe(violations []violation.Violation) string {
	var b strings.Builder
	b.WriteString("The run input is malformed: ")
	for i, v := range violations {
		if i == maxListed {
			fmt.Fprintf(&b, "; and %d more", len(violations)-i)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		where := v.InstanceLocation
		if where == "" {
			where = "the input"
		}
		b.WriteString(where + " " + withoutValue(v.Message))
	}
	b.WriteString(".")
	return b.String()
}

// withoutValue is a validator's message up to where it quotes the document.
func withoutValue(message string) string {
	message, _, _ = strings.Cut(message, ", but is ")
	return message
}
