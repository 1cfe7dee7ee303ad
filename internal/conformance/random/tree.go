package random

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"slices"
)

// Kind is one of the six kinds of JSON values.
type Kind uint8

// The kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Value is a JSON value whose members keep their order and whose numbers keep their spelling.
type Value struct {
	Kind    Kind
	Text    string // of a string, decoded; of a number and a truth value, as written
	Items   []*Value
	Members []Member
}

// Member is one member of an object.
type Member struct {
	Name  string
	Value *Value
}

// Get is the member of that name, or nil.
func (v *Value) Get(name string) *Value {
	if i := v.index(name); i >= 0 {
		return v.Members[i].Value
	}
	return nil
}

func (v *Value) index(name string) int {
	return slices.IndexFunc(v.Members, func(m Member) bool { return m.Name == name })
}

// Clone is a copy that shares nothing with v.
func (v *Value) Clone() *Value {
	c := &Value{Kind: v.Kind, Text: v.Text}
	for _, item := range v.Items {
		c.Items = append(c.Items, item.Clone())
	}
	for _, m := range v.Members {
		c.Members = append(c.Members, Member{m.Name, m.Value.Clone()})
	}
	return c
}

func null() *Value                 { return &Value{Kind: Null} }
func text(s string) *Value         { return &Value{Kind: String, Text: s} }
func number(literal string) *Value { return &Value{Kind: Number, Text: literal} }

func boolean(b bool) *Value {
	if b {
		return &Value{Kind: Bool, Text: "true"}
	}
	return &Value{Kind: Bool, Text: "false"}
}

// Parse reads one JSON text.
func Parse(data []byte) (*Value, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := parse(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("data after the value at offset %d", dec.InputOffset())
	}
	return v, nil
}

func parse(dec *json.Decoder) (*Value, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		return parseContainer(dec, t)
	case json.Number:
		return number(string(t)), nil
	case string:
		return text(t), nil
	case bool:
		return boolean(t), nil
	default:
		return null(), nil
	}
}

func parseContainer(dec *json.Decoder, open json.Delim) (*Value, error) {
	v := &Value{Kind: Array}
	if open == '{' {
		v.Kind = Object
	}
	for dec.More() {
		if v.Kind == Array {
			item, err := parse(dec)
			if err != nil {
				return nil, err
			}
			v.Items = append(v.Items, item)
			continue
		}
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		value, err := parse(dec)
		if err != nil {
			return nil, err
		}
		v.Members = append(v.Members, Member{name.(string), value})
	}
	_, err := dec.Token()
	return v, err
}

// equal tells whether two values are equal as JSON Schema compares them: numbers by value, members in any order.
func (v *Value) equal(w *Value) bool {
	if v.Kind != w.Kind || len(v.Items) != len(w.Items) || len(v.Members) != len(w.Members) {
		return false
	}
	if v.Kind == Number {
		x, okX := new(big.Rat).SetString(v.Text)
		y, okY := new(big.Rat).SetString(w.Text)
		return okX && okY && x.Cmp(y) == 0
	}
	if v.Text != w.Text {
		return false
	}
	for i := range v.Items {
		if !v.Items[i].equal(w.Items[i]) {
			return false
		}
	}
	for _, m := range v.Members {
		if other := w.Get(m.Name); other == nil || !m.Value.equal(other) {
			return false
		}
	}
	return true
}
