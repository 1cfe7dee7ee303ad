package client

import "net/http"

// RoundTripper sends requests that Prepare has added something to, such as a token. It is for the Transport of an
// [http.Client], and for all that changes from request to request; what does not is better off in [Options.Header].
type RoundTripper struct {
	// Base sends the requests, nil for [http.DefaultTransport].
	Base http.RoundTripper
	// Prepare may change the header of a request, a copy, each time one is sent: also after a redirect, and when it is
	// sent again. With an error nothing is sent.
	Prepare func(*http.Request) error
}

// RoundTrip prepares and sends a request.
func (t *RoundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	if t.Prepare != nil {
		req = req.Clone(req.Context())
		if err := t.Prepare(req); err != nil {
			if req.Body != nil {
				_ = req.Body.Close() // as a RoundTripper must, whatever happens
			}
			return nil, err
		}
	}
	return base.RoundTrip(req)
}

// CloseIdleConnections closes those of Base.
func (t *RoundTripper) CloseIdleConnections() {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	if c, ok := base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
