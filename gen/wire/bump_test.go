package wire_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/load"
	"github.com/agui-gen/agui-gen/gen/lower"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
	"github.com/agui-gen/agui-gen/gen/wire"
	"github.com/agui-gen/agui-gen/schema"
)

// agui builds the AG-UI schema, changed, on the mapping and the ledger that are shipped.
func agui(t *testing.T, change func(*load.Node)) (*wire.Schema, string) {
	t.Helper()
	file := func(name string) []byte {
		data, err := fs.ReadFile(schema.FS, "agui/"+name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	tree, err := load.Parse("schema.json", file("schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	change(tree)
	s, l, err := wire.Build(config(t, string(file("wire.yaml"))), lock(t, string(file("wire.lock"))), lowered(t, encode(tree)))
	if err != nil {
		t.Fatal(err)
	}
	return s, string(l.Format())
}

func lowered(t *testing.T, text string) *model.Schema {
	t.Helper()
	graph, err := resolve.Resolve("schema.json", resolve.Options{FS: fstest.MapFS{"schema.json": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := lower.Lower(graph, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// encode is a tree as JSON text.
func encode(n *load.Node) string {
	var parts []string
	switch n.Kind {
	case load.String:
		return strconv.Quote(n.Text)
	case load.Array:
		for _, item := range n.Items {
			parts = append(parts, encode(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case load.Object:
		for _, m := range n.Members {
			parts = append(parts, strconv.Quote(m.Key)+":"+encode(m.Value))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return n.Text
}

// bytesOf is all of a schema that bytes on the wire depend on, a line a field, arm and value: under which number stands
// what, and whether it is written when it is empty.
func bytesOf(s *wire.Schema) []string {
	var out []string
	var message func(m *wire.Message)
	message = func(m *wire.Message) {
		last := 0
		for _, f := range m.Fields {
			if f.Number <= last {
				out = append(out, fmt.Sprintf("%s.%s is out of order", m.Name, f.Name))
			}
			last = f.Number
			out = append(out, fmt.Sprintf("%s %d %s %s %v %v %s", m.Name, f.Number, f.Name, wire.TypeName(f.Type), f.Presence, f.InOneof, f.JSONName))
		}
		for _, n := range m.Nested {
			message(n)
		}
	}
	for _, f := range s.Files {
		for _, m := range f.Messages {
			message(m)
		}
		for _, e := range f.Enums {
			for _, v := range e.Values {
				out = append(out, fmt.Sprintf("%s %d %s %s", e.Name, v.Number, v.Name, v.Text))
			}
		}
	}
	slices.Sort(out)
	return out
}

// TestReorderMovesNothing holds that the order of definitions, members, keywords, values and branches, and every word that
// is written for people, can change without a byte on the wire or in the ledger.
func TestReorderMovesNothing(t *testing.T) {
	want, wantLock := agui(t, func(*load.Node) {})
	var turn func(n *load.Node, data bool)
	turn = func(n *load.Node, data bool) {
		slices.Reverse(n.Members)
		for i, m := range n.Members {
			switch {
			case !data && m.Value.Kind == load.String && (m.Key == "description" || m.Key == "title" || m.Key == "$comment"):
				n.Members[i].Value = &load.Node{Kind: load.String, Text: "other words"}
			case !data && slices.Contains([]string{"required", "enum", "oneOf", "anyOf"}, m.Key):
				slices.Reverse(m.Value.Items)
			}
			turn(m.Value, !data && (m.Key == "properties" || m.Key == "$defs"))
		}
		for _, item := range n.Items {
			turn(item, false)
		}
	}
	got, gotLock := agui(t, func(n *load.Node) { turn(n, false) })
	if diff := cmp.Diff(wantLock, gotLock); diff != "" {
		t.Errorf("the ledger (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(bytesOf(want), bytesOf(got)); diff != "" {
		t.Errorf("the wire (-before +after):\n%s", diff)
	}
	if len(bytesOf(want)) < 250 {
		t.Errorf("only %d lines are compared", len(bytesOf(want)))
	}
}

// TestBump holds that a next schema, with one optional string more in three objects and one event, takes exactly those
// four slots, each after the highest of its message, and that nothing else moves.
func TestBump(t *testing.T) {
	before, beforeLock := agui(t, func(*load.Node) {})
	after, afterLock := agui(t, func(n *load.Node) {
		for _, def := range []string{"TokenUsage", "Interrupt", "Context", "CustomEvent"} {
			p := n.Get("$defs").Get(def).Get("properties")
			p.Members = append([]load.Member{{Key: "traceRegion", Value: &load.Node{Kind: load.Object, Members: []load.Member{
				{Key: "type", Value: &load.Node{Kind: load.String, Text: "string"}}}}}}, p.Members...)
		}
	})
	added := func(a, b []string) (out []string) {
		for _, line := range b {
			if !slices.Contains(a, line) {
				out = append(out, line)
			}
		}
		return out
	}
	lines := func(lock string) []string {
		_, after, _ := strings.Cut(lock, "\n\n")
		return strings.Split(after, "\n")
	}
	want := []string{"Context.trace_region = 3", "CustomEvent.trace_region = 5", "Interrupt.trace_region = 9", "Usage.trace_region = 9",
		"# type Context.trace_region string", "# type CustomEvent.trace_region string", "# type Interrupt.trace_region string", "# type Usage.trace_region string"}
	if diff := cmp.Diff(want, added(lines(beforeLock), lines(afterLock))); diff != "" {
		t.Errorf("added to the ledger (-want +got):\n%s", diff)
	}
	wantBytes := []string{"Context 3 trace_region string 1 false ", "CustomEvent 5 trace_region string 1 false ", "Interrupt 9 trace_region string 1 false ",
		"Usage 9 trace_region string 1 false "}
	if diff := cmp.Diff(wantBytes, added(bytesOf(before), bytesOf(after))); diff != "" {
		t.Errorf("added to the wire (-want +got):\n%s", diff)
	}
	if lost := append(added(lines(afterLock), lines(beforeLock)), added(bytesOf(after), bytesOf(before))...); len(lost) > 0 {
		t.Errorf("lost: %q", lost)
	}
}
