package client

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

// Retry is when a request is sent again: only where no stream can have begun, that is after a [*DialError] and after the
// statuses 429 and 503. Each time it is a new run with a new runId (K2.7).
type Retry struct {
	// Times is how often a request is sent again at most; 0 is never.
	Times int
	// MaxWait bounds the time before each; 0 is 30 seconds. A server that asks for a longer one is not asked again.
	MaxWait time.Duration
	// Wait is the time before the n-th retry, from 1. Nil is half a second, doubled each time, less a random part of up to
	// half of it. What the server asks for with Retry-After counts where it is longer.
	Wait func(n int) time.Duration
}

// wait is how long to wait before the n-th retry after an error, and whether there is one.
func (r *Retry) wait(n int, err error) (time.Duration, bool) {
	if n > r.Times {
		return 0, false
	}
	var status *StatusError
	var dial *DialError
	asked := time.Duration(0)
	switch {
	case errors.As(err, &status):
		if status.StatusCode != http.StatusTooManyRequests && status.StatusCode != http.StatusServiceUnavailable {
			return 0, false
		}
		asked = status.RetryAfter
	case !errors.As(err, &dial):
		return 0, false
	}
	most := r.MaxWait
	if most <= 0 {
		most = 30 * time.Second
	}
	if asked > most {
		return 0, false
	}
	own := backoff
	if r.Wait != nil {
		own = r.Wait
	}
	return max(asked, min(own(n), most)), true
}

func backoff(n int) time.Duration {
	d := 500 * time.Millisecond << min(n-1, 10)
	return d - rand.N(d/2+1)
}

// sleep waits, or returns the error of a context that ends before.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return contextError(ctx)
	}
}
