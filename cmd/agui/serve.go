package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/agui-gen/agui-gen/internal/demo"
	"github.com/agui-gen/agui-gen/internal/demo/agent"
	"github.com/spf13/cobra"
)

func serveCmd() *cobra.Command {
	var addr string
	var pace time.Duration
	cmd := &cobra.Command{
		Use:   "serve [--addr HOST:PORT]",
		Short: "Serve a demo agent on both bindings, with a page that shows it",
		Long: `serve runs a demo agent, and writes the address of a page that shows it to standard output, as its first line. The
agent itself is at /agent there, for agui call or any other client, on server-sent events and protobuf.

It answers only requests that are addressed to it: by the IP address of the connection, by localhost, or by the host of
--addr. Nobody is asked who they are, so an address that other machines can reach is for networks that you trust.

It stops on an interrupt (Ctrl-C) or SIGTERM: runs are cancelled, which their readers see. The exit status is 0 then, and
2 when it cannot serve.`,
		Example: `  agui serve
  agui serve --addr 127.0.0.1:8080`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			context.AfterFunc(ctx, stop) // a second signal is not waited for
			return serve(ctx, cmd, addr, pace)
		},
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:0", "where to listen; port 0 is one that is free")
	cmd.Flags().DurationVar(&pace, "pace", 60*time.Millisecond, "how long the agent waits between two words")
	must(cmd.RegisterFlagCompletionFunc("addr", cobra.NoFileCompletions))
	must(cmd.RegisterFlagCompletionFunc("pace", cobra.NoFileCompletions))
	return cmd
}

func serve(ctx context.Context, cmd *cobra.Command, addr string, pace time.Duration) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	at := l.Addr().(*net.TCPAddr)
	reporter := reporterOf(cmd)
	if !at.IP.IsLoopback() {
		reporter.remark(remark{File: addr, Warning: true, Message: "other machines may reach this server, which asks nobody who they are"})
	}
	if _, err := fmt.Fprintln(cmd.OutOrStdout(), pageURL(host, at)); err != nil {
		_ = l.Close()
		return err
	}
	o := demo.Options{Agent: agent.New(agent.Every(pace)), Logger: slog.New(logHandler(reporter))}
	if host != "" {
		o.Hosts = []string{strings.ToLower(host)}
	}
	return demo.New(o).Serve(ctx, l)
}

// logHandler writes what goes on while the command works to where its errors go.
func logHandler(r *reporter) slog.Handler {
	if r.json {
		return slog.NewJSONHandler(r.w, nil)
	}
	return slog.NewTextHandler(r.w, nil)
}

// pageURL is where to find the page. An address that stands for all of the machine's is reached on the loopback one.
func pageURL(host string, at *net.TCPAddr) string {
	switch {
	case at.IP.IsUnspecified():
		host = "127.0.0.1"
	case net.ParseIP(host) != nil:
		host = at.IP.String()
	}
	return "http://" + net.JoinHostPort(host, fmt.Sprint(at.Port)) + "/"
}
