package gen

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/agui-gen/agui-gen/gen/diff"
	"github.com/agui-gen/agui-gen/gen/emit/golang"
	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// generation is one side of a comparison while it is made.
type generation struct {
	diff.Side
	target Target
	// configured tells that an agui-gen.yaml asks for what is generated; else it is all that can be.
	configured bool
	in         *input
}

// generations are the schemas of a side that are to be compared.
func (s *source) generations(common Target) ([]*generation, error) {
	targets, configured, err := s.targets(common)
	if err != nil {
		return nil, err
	}
	var out []*generation
	for _, t := range targets {
		out = append(out, &generation{target: t, configured: configured})
	}
	return out, nil
}

// read makes the model, once.
func (g *generation) read() error {
	if g.Model != nil {
		return nil
	}
	in, err := open(g.target)
	if err != nil {
		return err
	}
	g.in = in
	graph, err := resolve.Resolve(in.schema, resolve.Options{FS: in.fs, Dir: in.dir, AllowRef: g.target.AllowRef})
	if err != nil {
		return err
	}
	g.Locate = locator(graph)
	m, _, err := lower.Lower(graph, lower.Options{Strict: g.target.Strict})
	if err != nil {
		return err
	}
	if g.Names, err = names.Assign(m); err == nil {
		g.Model = m
	}
	return err
}

// calledAfterFile tells whether the protobuf package has its name from the schema's file, for nothing else names it.
func (g *generation) calledAfterFile() bool {
	return g.in.wirePath == "" && g.in.profile == nil && g.Model.Title == ""
}

// emit makes the Go package.
func (g *generation) emit() error {
	made, err := golang.Emit(g.Model, g.Wire, g.Names, golang.Options{Package: "schema"})
	g.Go = made
	return err
}

// locator finds the places of pointers in the files of a graph.
func locator(graph *resolve.Graph) func(file, pointer string) (diag.Pos, bool) {
	roots := map[string]*load.Node{}
	for _, f := range graph.Files {
		roots[f.Name] = f.Root.Node
	}
	return func(file, pointer string) (diag.Pos, bool) {
		text, err := url.PathUnescape(strings.TrimPrefix(pointer, "#"))
		if err != nil {
			return diag.Pos{}, false
		}
		tokens, err := load.SplitPointer(text)
		node := roots[file]
		if err != nil || node == nil {
			return diag.Pos{}, false
		}
		pos := node.Pos
		for _, t := range tokens {
			parent := node
			if node = node.Step(t); node == nil {
				return diag.Pos{}, false
			}
			if pos = node.Pos; parent.Kind == load.Object {
				pos = parent.Member(t).KeyPos
			}
		}
		return pos, true
	}
}

// relative is where a target's schema is in its source.
func (s *source) relative(t Target) string {
	if t.Schema == "" {
		return fmt.Sprintf("(profile %s)", t.Profile)
	}
	rel, err := filepath.Rel(filepath.FromSlash(s.dir), filepath.FromSlash(t.Schema))
	if err != nil {
		return t.Schema
	}
	return filepath.ToSlash(rel)
}
