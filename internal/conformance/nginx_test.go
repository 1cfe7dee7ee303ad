package conformance

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/internal/conformance/peer"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/client"
	"github.com/agui-gen/agui-gen/sdk/server"
)

// nginxConf has what a site has that says nothing of streams: proxy_buffering is on, as it is by default, and everything
// is compressed that a client takes compressed.
const nginxConf = `
daemon off;
worker_processes 1;
pid %[1]s/pid;
error_log stderr error;
events { worker_connections 64; }
http {
	access_log off;
	client_body_temp_path %[1]s/body;
	proxy_temp_path %[1]s/proxy;
	fastcgi_temp_path %[1]s/fastcgi;
	uwsgi_temp_path %[1]s/uwsgi;
	scgi_temp_path %[1]s/scgi;
	gzip on;
	gzip_proxied any;
	gzip_types *;
	server {
		listen %[2]s;
		location / {
			proxy_pass %[3]s;
			proxy_http_version 1.1;
			proxy_set_header Connection "";
		}
	}
}
`

// nginx is the address of a proxy for upstream, for as long as the test runs. It takes over a socket that listens already,
// as it does from an older nginx, so no port is guessed and nobody has to wait until it is up.
func nginx(t *testing.T, upstream string) string {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		// It is where the path of an ordinary user does not lead.
		if program, err = exec.LookPath("/usr/sbin/nginx"); err != nil {
			peer.Missing(t, "nginx is not installed")
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	socket, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	dir := t.TempDir()
	conf := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, nginxConf, dir, l.Addr(), upstream), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-p", dir, "-c", conf, "-e", "stderr")
	cmd.ExtraFiles = []*os.File{socket}
	cmd.Env = append(os.Environ(), "NGINX=3;")
	var complaints strings.Builder
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // its worker would outlive it otherwise
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("nginx says: %s", &complaints)
		}
	})
	return "http://" + l.Addr().String()
}

// coding notes whether what comes is compressed.
type coding struct {
	http.Transport
	compressed bool
}

func (c *coding) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := c.Transport.RoundTrip(r)
	if err == nil {
		c.compressed = resp.Uncompressed
	}
	return resp, err
}

// A server behind nginx streams event by event, compressed and not, and notices a client that goes.
//
// Rules: K1.1 K4.2.
func TestBehindNginx(t *testing.T) {
	t.Parallel()
	const deltas = 5
	next := make(chan struct{}, 1)
	url, runs := serve(t, func(ctx context.Context, run *server.Run) error {
		text := run.Text(server.MessageID("m1"))
		for i := range deltas {
			select {
			case <-next:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			// The fourth is longer than what nginx would hold back.
			size := 1
			if i == 3 {
				size = 300_000
			}
			if err := text.Write(strings.Repeat("x", size)); err != nil {
				return err
			}
		}
		return nil
	}, server.Options{})
	proxy := nginx(t, url)
	onEach(t, func(t *testing.T, b binding) {
		for _, compress := range []bool{false, true} {
			way := &coding{Transport: http.Transport{DisableCompression: !compress}}
			c, err := client.New(proxy, client.Options{Accept: b.accept, Logger: discard, HTTPClient: &http.Client{Transport: way}, HeaderTimeout: 20 * time.Second, IdleTimeout: 20 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(way.CloseIdleConnections)
			for _, leaveAfter := range []int{0, 3} {
				run, n := c.Run(tideInput()), 0
				for ev, err := range run.Events(t.Context()) {
					if err != nil {
						t.Fatalf("compressed %t: after %d events: %v", compress, n, err)
					}
					// The agent goes on when its last event is here, and not before.
					switch ev.(type) {
					case *agui.RunStartedEvent, *agui.TextMessageContentEvent:
						if n++; n <= deltas {
							next <- struct{}{}
						}
					}
					if n == leaveAfter {
						break
					}
				}
				ended := <-runs
				switch {
				case way.compressed != compress:
					t.Errorf("compressed %t, want %t", way.compressed, compress)
				case run.Header().Get("Content-Type") != b.format.ContentType():
					t.Errorf("Content-Type %q", run.Header().Get("Content-Type"))
				case leaveAfter == 0 && (run.Err() != nil || n != 1+deltas || ended.end.Err != nil):
					t.Errorf("compressed %t: %d events, %v here, %v there", compress, n, run.Err(), ended.end.Err)
				case leaveAfter > 0 && (!errors.Is(run.Err(), client.ErrAbandoned) || ended.end.Outcome != server.OutcomeAbandoned):
					t.Errorf("compressed %t: left, %v here, %+v there", compress, run.Err(), ended.end)
				}
				select { // what the agent that was left did not take any more
				case <-next:
				default:
				}
			}
		}
	})
}
