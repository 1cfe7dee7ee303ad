package client

import (
	"net/http"
	"net/url"
	"strings"
)

// maxRedirects is how many redirects are followed for one request.
const maxRedirects = 10

// redirects is the judgement on redirects: 307 and 308 alone, which keep method and body, and only on the same origin, so
// that neither the conversation nor what authenticates it goes elsewhere. A redirect that is not followed is the response.
func redirects(also func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		status := 0
		if req.Response != nil {
			status = req.Response.StatusCode
		}
		if status != http.StatusTemporaryRedirect && status != http.StatusPermanentRedirect {
			return http.ErrUseLastResponse
		}
		if len(via) > maxRedirects || origin(req.URL) != origin(via[0].URL) {
			return http.ErrUseLastResponse
		}
		if also != nil {
			return also(req, via)
		}
		return nil
	}
}

// origin is scheme, host and port of a URL (RFC 6454).
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}
