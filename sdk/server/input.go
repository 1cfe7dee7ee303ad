package server

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// readInput judges a request and makes the input of its body (M12), which it also returns. The error is an [*HTTPError] of
// status 400, 405, 408, 413 or 415.
func (h *Handler) readInput(w http.ResponseWriter, r *http.Request) (*agui.RunAgentInput, []byte, error) {
	arrived := h.limitRead(w, r)
	if r.Method != http.MethodPost {
		return nil, nil, &HTTPError{Status: http.StatusMethodNotAllowed, Header: http.Header{"Allow": {http.MethodPost}},
			Detail: "An agent is run with POST."}
	}
	if err := checkMediaType(r.Header); err != nil {
		return nil, nil, err
	}
	body, err := h.readBody(w, r)
	if err != nil {
		return nil, nil, err
	}
	arrived()
	input, err := pipeline.AcceptInput(jsonx.Raw(body), pipeline.Options{Logger: h.options.Logger, OnWarning: h.warner(r.Context())})
	if err != nil {
		return nil, nil, badInput(err)
	}
	return input, body, nil
}

// limitRead sets the deadline for what is still to come of a request, and gives what takes it off. Where the request is
// refused it stays, for net/http then reads on, to see whether the connection can be used again.
func (h *Handler) limitRead(w http.ResponseWriter, r *http.Request) (arrived func()) {
	d := h.options.ReadTimeout
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); d == 0 && (!ok || server.ReadTimeout <= 0) {
		d = DefaultReadTimeout
	}
	control := http.NewResponseController(w)
	if d <= 0 || control.SetReadDeadline(time.Now().Add(d)) != nil {
		return func() {}
	}
	return func() { _ = control.SetReadDeadline(noDeadline) } // of a connection that is gone
}

// checkMediaType wants JSON, and by name: a request without a type is one that a browser sends to any site.
func checkMediaType(h http.Header) error {
	refuse := func(detail string) error {
		return &HTTPError{Status: http.StatusUnsupportedMediaType, Header: http.Header{"Accept-Post": {"application/json"}}, Detail: detail}
	}
	mediaType, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || mediaType != "application/json" {
		return refuse("The Content-Type of a run input is application/json.")
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return refuse("A run input is in UTF-8.")
	}
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return refuse("A run input is sent without a Content-Encoding.")
	}
	return nil
}

func (h *Handler) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	limit := h.options.MaxBody
	tooLarge := &HTTPError{Status: http.StatusRequestEntityTooLarge, Detail: fmt.Sprintf("The run input is longer than the %d bytes that are taken here.", limit)}
	if r.ContentLength > limit {
		return nil, tooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, tooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, &HTTPError{Status: http.StatusRequestTimeout, Detail: "The body of the request did not come in time.", Err: err}
	case err != nil:
		return nil, &HTTPError{Status: http.StatusBadRequest, Detail: "The body of the request did not come as a whole.", Err: err}
	}
	return body, nil
}
