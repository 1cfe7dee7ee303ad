package server

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// readInput judges a request and makes the input of its body (M12), which it also returns. The error is an [*HTTPError] of
// status 400, 405, 413 or 415.
func (h *Handler) readInput(w http.ResponseWriter, r *http.Request) (*agui.RunAgentInput, []byte, error) {
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
	input, err := pipeline.AcceptInput(jsonx.Raw(body), pipeline.Options{Logger: h.options.Logger, OnWarning: h.warner(r.Context())})
	if err != nil {
		return nil, nil, badInput(err)
	}
	return input, body, nil
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
	case err != nil:
		return nil, &HTTPError{Status: http.StatusBadRequest, Detail: "The body of the request did not come as a whole.", Err: err}
	}
	return body, nil
}
