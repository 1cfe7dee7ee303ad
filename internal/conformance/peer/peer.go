// Package peer runs the published AG-UI packages, by scripts that live under internal/conformance/js and need node.
//
// It installs them where that has not been done, and does not guard against another process that does the same. So the
// tests that use it are all in one package, the one above.
package peer

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit"
)

// Missing ends the test because something is not installed: as skipped on a developer's machine, as failed where the
// environment variable CI is true, because a check that nobody runs would be green for ever.
func Missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s, and CI needs it", what)
	}
	t.Skip(what)
}

var install struct {
	once sync.Once
	err  error
}

// Dir is the folder of the peer's scripts, with its packages installed. Without node the test ends with [Missing].
func Dir(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(testkit.Root(t), "internal/conformance/js")
	if _, err := exec.LookPath("node"); err != nil {
		Missing(t, "node is not installed")
	}
	install.once.Do(func() { install.err = npmInstall(dir) })
	if install.err != nil {
		Missing(t, install.err.Error())
	}
	return dir
}

// npmInstall installs what the lock names, unless that has been done since the lock was last changed.
func npmInstall(dir string) error {
	lock, err := os.Stat(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return err
	}
	done, err := os.Stat(filepath.Join(dir, "node_modules/.package-lock.json"))
	if err == nil && !done.ModTime().Before(lock.ModTime()) {
		return nil
	}
	cmd := exec.Command("npm", "ci")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	return nil
}

// Record runs corpus.mjs and record.mjs, and gives what the corpus file should hold.
func Record(t testing.TB) []byte {
	t.Helper()
	dir := Dir(t)
	return node(t, dir, bytes.NewReader(node(t, dir, nil, "corpus.mjs")), "record.mjs")
}

func node(t testing.TB, dir string, in io.Reader, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("node", args...)
	cmd.Dir = dir
	cmd.Stdin = in
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node %s: %v\n%s", strings.Join(args, " "), err, &complaints)
	}
	return out
}
