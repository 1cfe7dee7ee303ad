package unknown

import (
	"iter"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// All goes over the JSON members in their order.
func (f *Fields) All() iter.Seq2[string, jsonx.Raw] { return f.object().Members() }

// object is the JSON members as an object.
func (f *Fields) object() jsonx.Raw { return jsonx.Raw("{" + f.Members() + "}") }

// Lookup is the value of a JSON member, and whether there is one of that name.
func (f *Fields) Lookup(name string) (jsonx.Raw, bool) { return f.object().Lookup(name) }

// Names are the names of the JSON members in their order.
func (f *Fields) Names() []string {
	var names []string
	for name := range f.All() {
		names = append(names, name)
	}
	return names
}

// With is f with a JSON member set: replaced where it stands, or added as the last. f does not change. The name must
// not be one that the schema knows. An error says that the name is not valid UTF-8, or that the value is not JSON.
func (f *Fields) With(name string, value jsonx.Raw) (*Fields, error) {
	w := jsonx.NewWriter(nil)
	w.Lit("{")
	found := false
	for n, v := range f.All() {
		if n == name {
			found, v = true, value
		}
		w.Key(n)
		w.Raw(v)
	}
	if !found {
		w.Key(name)
		w.Raw(value)
	}
	return f.withJSON(w.Result())
}

// Without is f without a JSON member, nil where nothing is left. f does not change.
func (f *Fields) Without(name string) *Fields {
	if _, ok := f.Lookup(name); !ok {
		return f
	}
	w := jsonx.NewWriter(nil)
	w.Lit("{")
	for n, v := range f.All() {
		if n != name {
			w.Key(n)
			w.Raw(v)
		}
	}
	g, _ := f.withJSON(w.Result()) // it is JSON, having been read
	return g.orNil()
}

// withJSON is f with other JSON members: those of an object that lacks its closing bracket.
func (f *Fields) withJSON(object []byte, err error) (*Fields, error) {
	if err != nil {
		return nil, err
	}
	g := f.Clone()
	if g == nil {
		g = new(Fields)
	}
	g.JSON = string(object[1:])
	return g, nil
}
