package golang_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agui-gen/agui-gen/gen/emit/golang"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

func TestScratch(t *testing.T) {
	src, out := os.Getenv("SCRATCH_SCHEMA"), os.Getenv("SCRATCH_OUT")
	if src == "" {
		t.Skip()
	}
	t0 := time.Now()
	g, err := resolve.Resolve(filepath.Base(src), resolve.Options{FS: os.DirFS(filepath.Dir(src))})
	if err != nil {
		t.Fatal(err)
	}
	t1 := time.Now()
	m, _, err := lower.Lower(g, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t2 := time.Now()
	n, err := names.Assign(m)
	if err != nil {
		t.Fatal(err)
	}
	files, err := golang.Emit(m, nil, n, golang.Options{Package: filepath.Base(out)})
	if err != nil {
		os.WriteFile("/tmp/target/err.txt", []byte(err.Error()), 0o644)
		t.Fatal(err.Error()[:min(500, len(err.Error()))])
	}
	fmt.Println("resolve", t1.Sub(t0), "lower", t2.Sub(t1), "names+emit", time.Since(t2))
	os.RemoveAll(out)
	os.MkdirAll(out, 0o755)
	for _, f := range files {
		os.WriteFile(filepath.Join(out, f.Name), f.Data, 0o644)
	}
}
