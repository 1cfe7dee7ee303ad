// Package demo is what agui serve serves: a demo agent on both bindings, a page that shows it, and what is between them.
//
//	POST /agent    the agent, for any AG-UI client
//	GET  /         the page, with its assets under /assets/
//	POST /runs     runs the agent for the page
//	POST /cancel   cancels what the page has running
//
// The page speaks no AG-UI. It sends a prompt to /runs; there package client runs the agent over loopback, on the binding
// that was chosen, and the answer is a stream of updates: what is to be shown of what the pipeline delivers. So the page
// only renders, and what it shows is what the Go code made of the stream.
package demo

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/agui-gen/agui-gen/internal/demo/agent"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// Options are what a Demo can be told. The zero value is of use.
type Options struct {
	// Hosts are names by which the server may be addressed besides the IP address of the connection, and localhost where
	// that is a loopback address. See [Demo.ServeHTTP].
	Hosts []string
	// Agent is what the page shows; nil is the demo agent, without pauses.
	Agent server.Agent
	// Clock tells when sources are shown, which may have become stale since the agent read them; nil is time.Now.
	Clock func() time.Time
	// Logger gets what the agent's handler logs; nil is slog.Default().
	Logger *slog.Logger
}

// Demo serves the agent and its page. Make one with [New].
type Demo struct {
	agent    *server.Handler
	client   *http.Client
	sessions sessions
	clock    func() time.Time
	hosts    []string
	routes   http.Handler
}

// New makes a demo.
func New(o Options) *Demo {
	if o.Agent == nil {
		o.Agent = agent.New(agent.Every(0))
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	// The agent is on this machine, so that no proxy has to be asked for it.
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	d := &Demo{
		agent:  server.New(o.Agent, server.Options{Logger: o.Logger, RefuseActive: true}),
		client: &http.Client{Transport: transport},
		hosts:  o.Hosts,
		clock:  o.Clock,
	}
	mux := http.NewServeMux()
	mux.Handle("/agent", d.agent)
	mux.HandleFunc("GET /{$}", servePage)
	mux.Handle("GET /assets/", http.FileServerFS(assets))
	mux.HandleFunc("POST /runs", d.serveRun)
	mux.HandleFunc("POST /cancel", d.serveCancel)
	d.routes = mux
	return d
}

// How long a stop may take: for the agents to return and for the last answers to be read.
const stopTimeout = 5 * time.Second

// Serve serves on a listener until the context ends. Then all runs are cancelled, which their readers see, and it returns
// nil when they have been told; those that do not listen are cut off after five seconds.
func (d *Demo) Serve(ctx context.Context, l net.Listener) error {
	s := &http.Server{Handler: d, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	defer d.client.CloseIdleConnections()
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	err := errors.Join(d.agent.Shutdown(stop), s.Shutdown(stop))
	if err != nil {
		err = errors.Join(err, s.Close())
	}
	<-served
	return err
}
