package peer

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A Peer is a script of the peer that takes lines and gives lines, as long as the test runs.
type Peer struct {
	t    testing.TB
	in   io.WriteCloser
	out  *bufio.Reader
	kill func()
}

// Start runs record.mjs in its mode "encode" (JSON to hex) or "decode" (hex to JSON).
func Start(t testing.TB, mode string) *Peer {
	t.Helper()
	return Script(t, "record.mjs", mode)
}

// patience is how long a script may be silent when it is waited for, before it is killed: a test that waits for a stream
// which does not come is to fail.
const patience = 2 * time.Minute

// Script runs one of the peer's scripts, which is to stop when its input ends.
func Script(t testing.TB, args ...string) *Peer {
	t.Helper()
	cmd := exec.Command("node", args...)
	cmd.Dir = Dir(t)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := func() { _ = cmd.Process.Kill() }
	t.Cleanup(func() {
		_ = in.Close()
		defer time.AfterFunc(patience, kill).Stop()
		if err := cmd.Wait(); err != nil && !t.Failed() {
			t.Errorf("node %s: %v", strings.Join(args, " "), err)
		}
	})
	return &Peer{t: t, in: in, out: bufio.NewReaderSize(out, 1<<20), kill: kill}
}

// Tell gives the script a line. It may wait until the script has read it.
func (p *Peer) Tell(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// Line is the next line that the script says.
func (p *Peer) Line() string {
	p.t.Helper()
	defer time.AfterFunc(patience, p.kill).Stop()
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatalf("the peer says no more: %v", err)
	}
	return line[:len(line)-1]
}

// Ask gives the answer to each line, where there is one line for each. An answer that starts with "!" is a refusal. No line
// may hold a line break.
func (p *Peer) Ask(lines []string) []string {
	p.t.Helper()
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, strings.Join(lines, "\n")+"\n")
		written <- err
	}()
	answers := make([]string, len(lines))
	for i := range answers {
		line, err := p.out.ReadString('\n')
		if err != nil {
			p.t.Fatalf("the peer gave %d of %d answers: %v", i, len(lines), err)
		}
		answers[i] = line[:len(line)-1]
	}
	if err := <-written; err != nil {
		p.t.Fatal(err)
	}
	return answers
}
