package client_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// piped answers with what write writes, as it comes.
func piped(status int, contentType string, write func(*http.Request, io.Writer)) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		body, w := io.Pipe()
		context.AfterFunc(r.Context(), func() { _ = w.CloseWithError(r.Context().Err()) })
		go func() {
			write(r, w)
			_ = w.CloseWithError(r.Context().Err()) // nil is an end in order
		}()
		return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {contentType}}, Body: body, Request: r}, nil
	}
}

func over(t *testing.T, rt http.RoundTripper, o client.Options) *client.Client {
	t.Helper()
	o.HTTPClient, o.Logger = &http.Client{Transport: rt}, slog.New(slog.DiscardHandler)
	c, err := client.New("http://127.0.0.1/", o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pause waits, or less where the request ends before.
func pause(r *http.Request, d time.Duration) {
	select {
	case <-time.After(d):
	case <-r.Context().Done():
	}
}

// within fails unless f takes d of the bubble's time.
func within(t *testing.T, d time.Duration, f func()) {
	t.Helper()
	begin := time.Now()
	f()
	if got := time.Since(begin); got != d {
		t.Errorf("it took %v, want %v", got, d)
	}
}

// TestIdleTimeout holds that a stream ends on which nothing comes, that comments count, and that a slow caller does not.
func TestIdleTimeout(t *testing.T) {
	hold := func(r *http.Request) { <-r.Context().Done() }
	for _, c := range []struct {
		name  string
		o     client.Options
		write func(*http.Request, io.Writer)
		slow  time.Duration // of the caller, at each event
		took  time.Duration
		kind  string
	}{
		{"silence", client.Options{}, func(r *http.Request, w io.Writer) {
			_, _ = w.Write(encoded(transport.SSE, started))
			hold(r)
		}, 0, 5 * time.Minute, "truncated"},
		{"silence from the start", client.Options{IdleTimeout: time.Second}, func(r *http.Request, w io.Writer) { hold(r) }, 0, time.Second, "truncated"},
		{"silence after the end", client.Options{IdleTimeout: time.Second}, func(r *http.Request, w io.Writer) {
			_, _ = w.Write(encoded(transport.SSE, started+finished))
			hold(r)
		}, 0, time.Second, "success"},
		{"comments after the end", client.Options{IdleTimeout: 20 * time.Second}, func(r *http.Request, w io.Writer) {
			_, _ = w.Write(encoded(transport.SSE, started+finished))
			for range 10 {
				pause(r, 15*time.Second)
				_, _ = io.WriteString(w, ": there\n")
			}
		}, 0, 20 * time.Second, "success"},
		{"an error after the end", client.Options{IdleTimeout: 20 * time.Second}, func(r *http.Request, w io.Writer) {
			_, _ = w.Write(encoded(transport.SSE, started+finished))
			pause(r, 15*time.Second)
			_, _ = w.Write(encoded(transport.SSE, `{"type":"RUN_ERROR","message":"late"}`))
			hold(r)
		}, 0, 35 * time.Second, "run error"},
		{"comments", client.Options{IdleTimeout: 20 * time.Second}, func(r *http.Request, w io.Writer) {
			_, _ = w.Write(encoded(transport.SSE, started))
			for range 10 {
				pause(r, 15*time.Second)
				_, _ = io.WriteString(w, ": there\n")
			}
			_, _ = w.Write(encoded(transport.SSE, finished))
		}, 0, 150 * time.Second, "success"},
		{"a slow caller", client.Options{IdleTimeout: time.Second}, func(r *http.Request, w io.Writer) {
			_, _ = w.Write(encoded(transport.SSE, started))
			_, _ = w.Write(encoded(transport.SSE, finished))
		}, time.Hour, 2 * time.Hour, "success"},
		{"no bound", client.Options{IdleTimeout: -1}, func(r *http.Request, w io.Writer) {
			_, _ = w.Write(encoded(transport.SSE, started))
			pause(r, 100*time.Hour)
			_, _ = w.Write(encoded(transport.SSE, finished))
		}, 0, 100 * time.Hour, "success"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				run := over(t, piped(200, transport.MediaTypeSSE, c.write), c.o).Run(input())
				within(t, c.took, func() {
					_ = run.Do(t.Context(), client.Callbacks{Event: func(agui.Event) error { time.Sleep(c.slow); return nil }})
				})
				if got := kind(t, run.Err()); got != c.kind || got == "truncated" && !errors.Is(run.Err(), client.ErrIdleTimeout) {
					t.Errorf("%s: %v", got, run.Err())
				}
			})
		})
	}
}

// TestHeaderTimeout holds that a response begins in time, that the connection is told apart from the rest of it, and that
// the body of what is no stream ends in time too.
func TestHeaderTimeout(t *testing.T) {
	silent := roundTrip(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	})
	connected := func(got bool) roundTrip {
		return func(r *http.Request) (*http.Response, error) {
			trace := httptrace.ContextClientTrace(r.Context())
			trace.GetConn("127.0.0.1:80")
			if got {
				trace.GotConn(httptrace.GotConnInfo{})
			}
			return silent(r)
		}
	}
	forever := func(r *http.Request, w io.Writer) {
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, "x")
			pause(r, time.Second)
		}
	}
	for _, c := range []struct {
		name string
		rt   roundTrip
		o    client.Options
		took time.Duration
		kind string
		is   error
	}{
		{"silence", silent, client.Options{}, 2 * time.Minute, "no response", client.ErrHeaderTimeout},
		{"silence once connected", connected(true), client.Options{HeaderTimeout: time.Second}, time.Second, "no response", client.ErrHeaderTimeout},
		{"no connection", connected(false), client.Options{HeaderTimeout: time.Second}, time.Second, "dial", client.ErrHeaderTimeout},
		{"an error without end", piped(500, "text/plain", forever), client.Options{}, 10 * time.Second, "status", nil},
		{"a page without end", piped(200, "text/html", forever), client.Options{}, 10 * time.Second, "rejected", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				run := over(t, c.rt, c.o).Run(input())
				within(t, c.took, func() { _, _ = read(t.Context(), run) })
				if got := kind(t, run.Err()); got != c.kind || c.is != nil && !errors.Is(run.Err(), c.is) {
					t.Errorf("%s: %v", got, run.Err())
				}
			})
		})
	}
	t.Run("no bound", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Hour)
			defer cancel()
			within(t, 100*time.Hour, func() {
				if _, err := read(ctx, over(t, silent, client.Options{HeaderTimeout: -1}).Run(input())); kind(t, err) != "context" {
					t.Error(err)
				}
			})
		})
	})
	t.Run("a header that comes too late", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			late := roundTrip(func(r *http.Request) (*http.Response, error) {
				time.Sleep(3 * time.Minute) // deaf to its context
				return piped(200, transport.MediaTypeSSE, func(*http.Request, io.Writer) {})(r)
			})
			if _, err := read(t.Context(), over(t, late, client.Options{}).Run(input())); kind(t, err) != "no response" || !errors.Is(err, client.ErrHeaderTimeout) {
				t.Error(err)
			}
		})
	})
}

// TestRetryWaits holds how long is waited before a run is sent again.
func TestRetryWaits(t *testing.T) {
	busy := func(after string) roundTrip {
		return func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 503, Header: http.Header{"Retry-After": {after}}, Body: http.NoBody, Request: r}, nil
		}
	}
	for _, c := range []struct {
		name     string
		after    string
		retry    client.Retry
		from, to time.Duration
	}{
		{"as the server asks", "7", client.Retry{Times: 2}, 14 * time.Second, 14 * time.Second},
		{"as the caller says", "", client.Retry{Times: 2, Wait: func(n int) time.Duration { return time.Duration(n) * time.Second }}, 3 * time.Second, 3 * time.Second},
		{"longer than the server asks", "1", client.Retry{Times: 1, Wait: func(int) time.Duration { return time.Minute }}, 30 * time.Second, 30 * time.Second},
		{"by itself", "", client.Retry{Times: 3}, 1750 * time.Millisecond, 3500 * time.Millisecond},
		{"until a date", time.Date(2000, 1, 1, 0, 0, 20, 0, time.UTC).Format(http.TimeFormat), client.Retry{Times: 1}, 20 * time.Second, 20 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				_, _ = read(t.Context(), over(t, busy(c.after), client.Options{Retry: c.retry}).Run(input()))
				if took := time.Since(begin); took < c.from || took > c.to {
					t.Errorf("it took %v, want %v to %v", took, c.from, c.to)
				}
			})
		})
	}
}
