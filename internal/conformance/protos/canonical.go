package protos

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Canonical rewrites a message so that two encoders can be compared which may differ only in how they write maps: entries
// are sorted by their key, and each has its key and value even if empty. Every other byte stays, order of fields included.
// A field that the descriptor does not know, or of another wire type, is an error.
//
// The keys of the maps must be strings, as those of google.protobuf.Struct are.
func Canonical(d protoreflect.MessageDescriptor, message []byte) ([]byte, error) {
	var out []byte
	entries := make(map[protowire.Number][]entry)
	for len(message) > 0 {
		num, typ, n := protowire.ConsumeTag(message)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		size := protowire.ConsumeFieldValue(num, typ, message[n:])
		if size < 0 {
			return nil, protowire.ParseError(size)
		}
		field := message[:n+size]
		message = message[n+size:]
		fd := d.Fields().ByNumber(num)
		switch {
		case fd == nil:
			return nil, fmt.Errorf("%s has no field %d", d.FullName(), num)
		case fd.Message() == nil:
			out = append(out, field...)
			continue
		case typ != protowire.BytesType:
			return nil, fmt.Errorf("%s has wire type %d", fd.FullName(), typ)
		}
		inner, _ := protowire.ConsumeBytes(field[n:])
		if fd.IsMap() {
			e, err := canonicalEntry(fd, inner)
			if err != nil {
				return nil, err
			}
			entries[num] = append(entries[num], e)
			continue
		}
		inner, err := Canonical(fd.Message(), inner)
		if err != nil {
			return nil, err
		}
		out = appendMessage(out, num, inner)
	}
	return appendMaps(out, d, entries)
}

type entry struct {
	key  string
	full []byte
}

func canonicalEntry(fd protoreflect.FieldDescriptor, message []byte) (entry, error) {
	var key string
	var value []byte
	for len(message) > 0 {
		num, typ, n := protowire.ConsumeTag(message)
		if n < 0 || typ != protowire.BytesType || num > 2 {
			return entry{}, fmt.Errorf("%s: not an entry of a string and a message", fd.FullName())
		}
		b, size := protowire.ConsumeBytes(message[n:])
		if size < 0 {
			return entry{}, protowire.ParseError(size)
		}
		message = message[n+size:]
		if num == 1 {
			key = string(b)
		} else {
			value = b
		}
	}
	value, err := Canonical(fd.MapValue().Message(), value)
	if err != nil {
		return entry{}, err
	}
	full := protowire.AppendTag(nil, 1, protowire.BytesType)
	full = protowire.AppendString(full, key)
	return entry{key, appendMessage(full, 2, value)}, nil
}

// appendMaps writes the sorted entries. It relies on a message with a map having no other field, as is so in Struct:
// otherwise where to put them would be a question.
func appendMaps(out []byte, d protoreflect.MessageDescriptor, entries map[protowire.Number][]entry) ([]byte, error) {
	if len(entries) == 0 {
		return out, nil
	}
	if d.Fields().Len() != 1 {
		return nil, fmt.Errorf("%s has other fields beside its map", d.FullName())
	}
	for num, list := range entries {
		slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.key, b.key) })
		for _, e := range list {
			out = appendMessage(out, num, e.full)
		}
	}
	return out, nil
}

func appendMessage(out []byte, num protowire.Number, message []byte) []byte {
	out = protowire.AppendTag(out, num, protowire.BytesType)
	return protowire.AppendBytes(out, message)
}

// Unknown is the full name of a message inside m, or m itself, that holds fields its descriptor does not know; "" if
// there is none.
func Unknown(m protoreflect.Message) protoreflect.FullName {
	if len(m.GetUnknown()) > 0 {
		return m.Descriptor().FullName()
	}
	var found protoreflect.FullName
	visit := func(inner protoreflect.Message) bool {
		found = Unknown(inner)
		return found == ""
	}
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case fd.IsMap() && fd.MapValue().Message() != nil:
			v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool { return visit(v.Message()) })
		case fd.IsList() && fd.Message() != nil:
			for i := range v.List().Len() {
				if !visit(v.List().Get(i).Message()) {
					break
				}
			}
		case !fd.IsMap() && !fd.IsList() && fd.Message() != nil:
			visit(v.Message())
		}
		return found == ""
	})
	return found
}
