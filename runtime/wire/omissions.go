package wire

import (
	"fmt"
	"strconv"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/unknown"
	"google.golang.org/protobuf/encoding/protowire"
)

// Omissions collects what a value holds that one of its two forms has no place for. Generated code goes about the value
// and says where it is and what it sees.
type Omissions struct {
	json    bool
	pointer []byte
	found   []string
}

// OmittedFromProto collects what is left out when a value is written as protobuf.
func OmittedFromProto() *Omissions { return &Omissions{} }

// OmittedFromJSON collects what is left out when a value is written as JSON.
func OmittedFromJSON() *Omissions { return &Omissions{json: true} }

// Found is what was found, in the order of the value: RFC 6901 pointers; for protobuf fields with the fields' numbers, as
// in "/messages/0: field 17".
func (o *Omissions) Found() []string { return o.found }

// Enter goes into the named member. Its result goes to [Omissions.Leave].
func (o *Omissions) Enter(name string) int {
	n := len(o.pointer)
	o.pointer = jsonx.AppendPointer(o.pointer, name)
	return n
}

// EnterItem goes into an item of the list in the named member.
func (o *Omissions) EnterItem(name string, index int) int {
	n := o.Enter(name)
	o.pointer = strconv.AppendInt(append(o.pointer, '/'), int64(index), 10)
	return n
}

// EnterKey goes into a member of the map in the named member.
func (o *Omissions) EnterKey(name, key string) int {
	n := o.Enter(name)
	o.pointer = jsonx.AppendPointer(o.pointer, key)
	return n
}

// Leave goes back out.
func (o *Omissions) Leave(n int) { o.pointer = o.pointer[:n] }

func (o *Omissions) add() { o.found = append(o.found, string(o.pointer)) }

// Empty sees that the named member is there and empty, where only JSON tells that from absent.
func (o *Omissions) Empty(name string) {
	if !o.json {
		n := o.Enter(name)
		o.add()
		o.Leave(n)
	}
}

// Fields sees what an object does not know. carried tells whether protobuf has a place for a JSON member all the same; nil is
// never.
func (o *Omissions) Fields(f *unknown.Fields, carried func(w *Writer, name string, v jsonx.Raw) bool) {
	if f == nil {
		return
	}
	if !o.json {
		o.Members(Object(f), "", carried)
		return
	}
	for _, p := range f.Proto {
		for rest := []byte(p.Bytes); len(rest) > 0; {
			num, _, n := protowire.ConsumeField(rest)
			if n < 0 {
				break // put there by hand
			}
			rest = rest[n:]
			found := fmt.Sprintf("%s: field %d", o.pointer, num)
			if len(o.pointer) == 0 {
				found = fmt.Sprintf("field %d", num)
			}
			if k := len(o.found); k == 0 || o.found[k-1] != found {
				o.found = append(o.found, found)
			}
		}
	}
}

// Object is the JSON members that f keeps, as one object.
func Object(f *unknown.Fields) jsonx.Raw { return jsonx.Raw("{" + f.Members() + "}") }

// Flat sees a flattened union's member that is known as JSON text only. One whose tag is empty is left out whole: on
// protobuf an empty tag is none.
func (o *Omissions) Flat(object jsonx.Raw, value, tag string, carried func(w *Writer, name string, v jsonx.Raw) bool) {
	if value == "" && !o.json {
		o.add()
		return
	}
	o.Members(object, tag, carried)
}

// Members sees the members of an object that is known as JSON text only. The one called tag is carried.
func (o *Omissions) Members(object jsonx.Raw, tag string, carried func(w *Writer, name string, v jsonx.Raw) bool) {
	if o.json {
		return
	}
	for name, v := range object.Members() {
		if w := NewWriter(nil); tag != "" && name == tag || carried != nil && carried(&w, name, v) {
			continue
		}
		n := o.Enter(name)
		o.add()
		o.Leave(n)
	}
}

// Unknown sees a value that is kept as it came, and so can only go out as it came: as JSON or as protobuf.
func (o *Omissions) Unknown(json jsonx.Raw, proto string) {
	if o.json && json == "" || !o.json && proto == "" && json != "" {
		o.add()
	}
}
