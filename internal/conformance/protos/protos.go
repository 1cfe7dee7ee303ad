// Package protos compiles the generated .proto files with a compiler that is not ours, and compares messages through
// what it makes of them.
package protos

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/agui-gen/agui-gen/internal/testkit"
)

// Dir is the folder that the imports of the generated files start from.
func Dir(t testing.TB) string {
	t.Helper()
	return filepath.Join(testkit.Root(t), "out/proto")
}

// Names lists the generated files as an import names them.
func Names(t testing.TB) []string {
	t.Helper()
	root := Dir(t)
	var names []string
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".proto") {
			var name string
			name, err = filepath.Rel(root, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatalf("%s has no .proto file", root)
	}
	slices.Sort(names)
	return names
}

// Compile compiles all generated files. A warning, such as of an unused import, fails the test as an error does.
func Compile(t testing.TB) []protoreflect.FileDescriptor {
	t.Helper()
	complain := func(err reporter.ErrorWithPos) { t.Error(err) }
	c := protocompile.Compiler{
		Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{Dir(t)}}),
		Reporter: reporter.NewReporter(func(err reporter.ErrorWithPos) error { complain(err); return nil }, complain),
	}
	linked, err := c.Compile(context.Background(), Names(t)...)
	if err != nil {
		t.Fatal(err)
	}
	files := make([]protoreflect.FileDescriptor, len(linked))
	for i, f := range linked {
		files[i] = f
	}
	return files
}

// Message finds a message in the generated files by its full name.
func Message(t testing.TB, name protoreflect.FullName) protoreflect.MessageDescriptor {
	t.Helper()
	for _, f := range Compile(t) {
		for i := range f.Messages().Len() {
			if m := f.Messages().Get(i); m.FullName() == name {
				return m
			}
		}
	}
	t.Fatalf("no message %s", name)
	return nil
}
