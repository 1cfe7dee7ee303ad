package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// servant is a running agui serve.
type servant struct {
	cmd    *exec.Cmd
	url    *url.URL
	stdout *bufio.Reader
	stderr bytes.Buffer
}

// startServe starts agui serve as a process, by the name that TestMain knows.
func startServe(t *testing.T, args ...string) *servant {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "agui")
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	s := &servant{cmd: exec.Command(name, append([]string{"serve"}, args...)...)}
	s.cmd.Stderr = &s.stderr
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill() // it has gone already where all went well
		_ = s.cmd.Wait()
	})
	s.stdout = bufio.NewReader(stdout)
	line, err := s.stdout.ReadString('\n')
	if err != nil {
		t.Fatalf("no first line: %v\n%s", err, &s.stderr)
	}
	if s.url, err = url.Parse(strings.TrimSuffix(line, "\n")); err != nil {
		t.Fatal(err)
	}
	return s
}

// stop sends a signal, and gives what is left of standard output and the exit status.
func (s *servant) stop(t *testing.T, sig os.Signal) (rest string, status int) {
	t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(s.stdout)
	if err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	return string(text), s.cmd.ProcessState.ExitCode()
}

func TestServe(t *testing.T) {
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			s := startServe(t)
			if s.url.Hostname() != "127.0.0.1" || s.url.Port() == "" || s.url.Path != "/" || s.url.Scheme != "http" {
				t.Errorf("the address is %s", s.url)
			}
			resp, err := http.Get(s.url.String())
			if err != nil {
				t.Fatal(err)
			}
			page, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || resp.StatusCode != 200 || !bytes.Contains(page, []byte("<title>Harbour office")) {
				t.Errorf("status %d, %v: %.200s", resp.StatusCode, err, page)
			}

			// A run goes on until the server stops, and its reader is told.
			input := `{"threadId":"t1","runId":"r1","messages":[{"id":"u1","role":"user","content":"Keep watch"}]}`
			resp, err = http.Post(s.url.JoinPath("agent").String(), "application/json", strings.NewReader(input))
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			stream := bufio.NewReader(resp.Body)
			if line, err := stream.ReadString('\n'); err != nil || !strings.Contains(line, "RUN_STARTED") {
				t.Fatalf("the stream begins with %q, %v", line, err)
			}
			rest, status := s.stop(t, sig)
			if rest != "" || status != 0 {
				t.Errorf("exit status %d, and on standard output %q", status, rest)
			}
			events, err := io.ReadAll(stream)
			if err != nil || !bytes.Contains(events, []byte(`"outcome":{"type":"cancelled"}`)) {
				t.Errorf("the stream ends with %.300q, %v", events[max(0, len(events)-300):], err)
			}
			if bytes.Contains(s.stderr.Bytes(), []byte("warning")) {
				t.Errorf("on standard error: %s", &s.stderr)
			}
		})
	}
}

func TestServeWarnsOfOtherMachines(t *testing.T) {
	s := startServe(t, "--addr", "0.0.0.0:0", "--json")
	if s.url.Hostname() != "127.0.0.1" {
		t.Errorf("the address is %s", s.url)
	}
	s.stop(t, syscall.SIGTERM)
	want := `{"file":"0.0.0.0:0","warning":true,"message":"other machines may reach this server, which asks nobody who they are"}` + "\n"
	if got := s.stderr.String(); got != want {
		t.Errorf("on standard error %q, want %q", got, want)
	}
}

func TestServeNeedsItsAddress(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	cmd := root()
	var stdout, stderr bytes.Buffer
	cmd.SetArgs([]string{"serve", "--addr", l.Addr().String()})
	cmd.SetOut(&stdout)
	cmd.SetErr(&stderr)
	if err := cmd.Execute(); err == nil || !strings.Contains(err.Error(), "address already in use") || stdout.Len() > 0 {
		t.Errorf("error %v, output %q", err, &stdout)
	}
}

func TestPageURL(t *testing.T) {
	for _, tt := range []struct{ host, at, want string }{
		{"127.0.0.1", "127.0.0.1:8080", "http://127.0.0.1:8080/"},
		{"localhost", "127.0.0.1:8080", "http://localhost:8080/"},
		{"", "[::]:8080", "http://127.0.0.1:8080/"},
		{"0.0.0.0", "0.0.0.0:8080", "http://127.0.0.1:8080/"},
		{"::1", "[::1]:8080", "http://[::1]:8080/"},
		{"192.0.2.7", "192.0.2.7:80", "http://192.0.2.7:80/"},
	} {
		at, err := net.ResolveTCPAddr("tcp", tt.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := pageURL(tt.host, at); got != tt.want {
			t.Errorf("pageURL(%q, %s) = %s, want %s", tt.host, tt.at, got, tt.want)
		}
	}
}
