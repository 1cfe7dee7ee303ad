package client_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// TestRedirect holds which redirects are followed.
func TestRedirect(t *testing.T) {
	elsewhere := serve(t, sse(started+finished))
	for _, c := range []struct {
		status   int
		to       string
		followed bool
	}{
		{307, "/there", true}, {308, "/there", true}, {301, "/there", false}, {302, "/there", false}, {303, "/there", false},
		{307, elsewhere.URL, false}, {308, "https://127.0.0.1/", false}, {307, "", false},
	} {
		a := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/there" {
				sse(started+finished)(w, r)
				return
			}
			if c.to != "" {
				w.Header().Set("Location", c.to)
			}
			w.WriteHeader(c.status)
		})
		_, err := read(t.Context(), a.connect(t, client.Options{}).Run(input()))
		got := a.got()
		if c.followed {
			if err != nil || len(got) != 2 || got[1].body != got[0].body || got[1].header.Get("Content-Type") != "application/json" {
				t.Errorf("%d to %q: %v, %d requests", c.status, c.to, err, len(got))
			}
			continue
		}
		var status *client.StatusError
		if !errors.As(err, &status) || status.StatusCode != c.status || len(got) != 1 || len(elsewhere.got()) != 0 {
			t.Errorf("%d to %q: %v, %d requests", c.status, c.to, err, len(got))
		}
		if c.to != "" && !strings.Contains(err.Error(), c.to) {
			t.Errorf("%v does not say where to", err)
		}
	}
	round := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/")
		w.WriteHeader(307)
	})
	if _, err := read(t.Context(), round.connect(t, client.Options{}).Run(input())); kind(t, err) != "status" || len(round.got()) != 11 {
		t.Errorf("in circles: %v after %d requests", err, len(round.got()))
	}
	own := errors.New("not today")
	h := round.Client()
	h.CheckRedirect = func(*http.Request, []*http.Request) error { return own }
	if _, err := read(t.Context(), round.connect(t, client.Options{HTTPClient: h}).Run(input())); !errors.Is(err, own) {
		t.Error(err)
	}
}

// TestRetry holds when a run is sent again, and that it is another run each time (K2.7).
//
// Rules: K2.7.
func TestRetry(t *testing.T) {
	status := func(code int, after string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if after != "" {
				w.Header().Set("Retry-After", after)
			}
			w.WriteHeader(code)
		}
	}
	finish := func(w http.ResponseWriter, r *http.Request) { sse(failed)(w, r) }
	for _, c := range []struct {
		name  string
		turns []http.HandlerFunc
		times int
		kind  string
		sent  int
	}{
		{"not by itself", []http.HandlerFunc{status(503, ""), finish}, 0, "status", 1},
		{"429 and 503", []http.HandlerFunc{status(429, "0"), status(503, ""), finish}, 2, "run error", 3},
		{"too often", []http.HandlerFunc{status(503, "")}, 2, "status", 3},
		{"asked to wait too long", []http.HandlerFunc{status(429, "31"), finish}, 2, "status", 1},
		{"another status", []http.HandlerFunc{status(500, ""), finish}, 2, "status", 1},
		{"a stream that breaks", []http.HandlerFunc{cut(transport.SSE, started, ""), finish}, 2, "truncated", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := serve(t, c.turns...)
			run := a.connect(t, client.Options{Retry: client.Retry{Times: c.times, Wait: func(int) time.Duration { return 0 }}}).Run(input())
			_, err := read(t.Context(), run)
			got := a.got()
			if kind(t, err) != c.kind || len(got) != c.sent {
				t.Fatalf("%v after %d requests", err, len(got))
			}
			ids := map[string]bool{}
			for _, r := range got {
				ids[r.input(t).RunID] = true
			}
			if len(ids) != c.sent || !ids["r1"] || run.Input().RunID != got[c.sent-1].input(t).RunID {
				t.Errorf("run ids %v, in the end %s", ids, run.Input().RunID)
			}
		})
	}
	t.Run("dial", func(t *testing.T) {
		n := 0
		dead := errors.New("nobody there")
		h := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { n++; return nil, dead }}}
		c, err := client.New("http://127.0.0.1/", client.Options{HTTPClient: h, Retry: client.Retry{Times: 2, Wait: func(int) time.Duration { return 0 }}, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := read(t.Context(), c.Run(input())); kind(t, err) != "dial" || !errors.Is(err, dead) || n != 3 {
			t.Error(err, n)
		}
	})
	t.Run("no stream before the context ends", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		a := serve(t, status(503, ""))
		c := a.connect(t, client.Options{Retry: client.Retry{Times: 2, Wait: func(int) time.Duration { cancel(); return time.Minute }, MaxWait: time.Hour}})
		if _, err := read(ctx, c.Run(input())); kind(t, err) != "context" || len(a.got()) != 1 {
			t.Error(err)
		}
	})
}
