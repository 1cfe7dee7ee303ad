package pipeline

import "github.com/agui-gen/agui-gen/runtime/jsonx"

// cut is a JSON text with values taken out. What is left has pointers of its own, while a value keeps the one that it has
// in the whole text.
type cut struct {
	doc     *jsonx.Document
	removed map[int]bool // by ID
}

func newCut(text jsonx.Raw) (*cut, error) {
	doc, err := jsonx.Parse(string(text))
	if err != nil {
		return nil, err
	}
	return &cut{doc: doc, removed: map[int]bool{}}, nil
}

// remove takes a value out, with its name if it is a member.
func (c *cut) remove(v jsonx.Value) { c.removed[v.ID()] = true }

// whole tells that nothing has been taken out.
func (c *cut) whole() bool { return len(c.removed) == 0 }

// text is what is left, without white space.
func (c *cut) text() jsonx.Raw {
	w := jsonx.NewWriter(make([]byte, 0, len(c.doc.Text())))
	c.write(&w, c.doc.Root())
	b, err := w.Result()
	if err != nil { // the text has been parsed, so that each part of it can be written
		panic(err)
	}
	return jsonx.Raw(b)
}

func (c *cut) write(w *jsonx.Writer, v jsonx.Value) {
	switch v.Kind() {
	case jsonx.KindArray:
		w.Lit("[")
		for at := v.Children(); at.Next(); {
			if !c.removed[at.Value().ID()] {
				w.Comma()
				c.write(w, at.Value())
			}
		}
		w.Lit("]")
	case jsonx.KindObject:
		w.Lit("{")
		for at := v.Children(); at.Next(); {
			if !c.removed[at.Value().ID()] {
				w.Key(at.Key())
				c.write(w, at.Value())
			}
		}
		w.Lit("}")
	default:
		w.Raw(v.Raw())
	}
}

// visit calls f for each value that a path leads to. In a path, "*" stands for every item of an array.
func visit(v jsonx.Value, path []string, f func(jsonx.Value)) {
	switch {
	case len(path) == 0:
		f(v)
	case path[0] == "*":
		if v.Kind() == jsonx.KindArray {
			for at := v.Children(); at.Next(); {
				visit(at.Value(), path[1:], f)
			}
		}
	case v.Kind() == jsonx.KindObject:
		if m, ok := v.Lookup(path[0]); ok {
			visit(m, path[1:], f)
		}
	}
}
