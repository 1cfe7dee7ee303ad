package client

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"github.com/agui-gen/agui-gen/sdk/transport"
)

// Options are what a [Client] can be told. The zero value is of use.
type Options struct {
	// HTTPClient sends the requests, nil for one with [http.DefaultTransport]. Its Transport is the place for what
	// authenticates, see [RoundTripper]. Its Timeout must be 0, for it would cut long runs: see HeaderTimeout and
	// IdleTimeout. Its CheckRedirect is asked after this package has agreed to a redirect.
	HTTPClient *http.Client
	// Accept is [transport.AcceptAny], which is the default, or [transport.AcceptSSE].
	Accept string
	// Header is sent with each request. Accept and Content-Type in it do not count.
	Header http.Header
	// HeaderTimeout bounds the time from the start of a request to the header of its response: 0 is two minutes, below 0
	// is no bound.
	HeaderTimeout time.Duration
	// IdleTimeout bounds the time in which nothing comes on a stream, comments included, while it is read, and the time from
	// the end of the run that was requested to that of the stream: 0 is five minutes, below 0 is no bound.
	IdleTimeout time.Duration
	// MaxFrame bounds one event, in bytes; 0 is [transport.DefaultMaxFrame].
	MaxFrame int
	// MaxStream bounds one response, in bytes; 0 is 256 MiB, below 0 is no bound.
	MaxStream int64
	// Retry is when a request is sent again, which by default it never is.
	Retry Retry

	// Peer is the latest release of the SDK that the agent can be, nil where nothing is known.
	Peer *pipeline.Release
	// Middleware is between the boundary and enforcement, see [pipeline.Options].
	Middleware []pipeline.Middleware
	// Tolerate are rules of verification that warn where they would fail.
	Tolerate []pipeline.Rule
	// Logger gets warnings, a thousand about an input or a stream at most, and retries; nil for [slog.Default].
	Logger *slog.Logger
	// OnWarning gets warnings, too, and all of them. It is called by whoever runs the run.
	OnWarning func(pipeline.Warning)
	// NoWarn silences warnings.
	NoWarn bool
}

// Client runs the agent at one URL. It is safe for concurrent use.
type Client struct {
	url  string
	o    Options
	http *http.Client
}

// New makes a client of the agent at an http or https URL.
func New(url string, o Options) (*Client, error) {
	if err := checkURL(url); err != nil {
		return nil, err
	}
	switch o.Accept {
	case "":
		o.Accept = transport.AcceptAny
	case transport.AcceptAny, transport.AcceptSSE:
	default:
		return nil, fmt.Errorf("client: Accept must be transport.AcceptAny or transport.AcceptSSE, not %q", o.Accept)
	}
	h := http.Client{}
	if o.HTTPClient != nil {
		h = *o.HTTPClient
	}
	if h.Timeout != 0 {
		return nil, errors.New("client: the Timeout of HTTPClient would cut long runs; leave it 0 and set HeaderTimeout and IdleTimeout")
	}
	h.CheckRedirect = redirects(h.CheckRedirect)
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	o.Header = o.Header.Clone()
	o.HeaderTimeout = orDefault(o.HeaderTimeout, 2*time.Minute)
	o.IdleTimeout = orDefault(o.IdleTimeout, 5*time.Minute)
	if o.MaxStream == 0 {
		o.MaxStream = 256 << 20
	}
	return &Client{url: url, o: o, http: &h}, nil
}

func checkURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return fmt.Errorf("client: %w; an address is such as http://127.0.0.1:8080/agent", err)
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return fmt.Errorf("client: %q is no http or https URL, such as http://127.0.0.1:8080/agent", u.Redacted())
	}
	return nil
}

// pipeline is what the pipeline of a run is told.
func (c *Client) pipeline() pipeline.Options {
	return pipeline.Options{
		Peer: c.o.Peer, Middleware: c.o.Middleware, Tolerate: c.o.Tolerate,
		Logger: c.o.Logger, OnWarning: c.o.OnWarning, NoWarn: c.o.NoWarn,
	}
}

// CloseIdleConnections closes the connections that are kept for later runs, as [http.Client.CloseIdleConnections] does.
func (c *Client) CloseIdleConnections() { c.http.CloseIdleConnections() }
