package jsonpatch_test

import (
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/sdk/jsonpatch"
)

func Example() {
	ops, err := jsonpatch.ParsePatch(`[
		{"op": "test", "path": "/price", "value": 10},
		{"op": "replace", "path": "/price", "value": 12.50},
		{"op": "add", "path": "/tags/-", "value": "new"}
	]`)
	if err != nil {
		fmt.Println(err)
		return
	}
	after, err := jsonpatch.Apply(`{"price": 10.0, "tags": ["blue"]}`, ops, 0)
	fmt.Println(after, err)

	// The second time the price is another one.
	_, err = jsonpatch.Apply(after, ops, 0)
	fmt.Println(err)
	// Output:
	// {"price":12.50,"tags":["blue","new"]} <nil>
	// operation 0 (test at "/price") is inapplicable: there is another value
}

func ExampleError() {
	_, err := jsonpatch.Apply(`{"a": 1}`, []jsonpatch.Op{{Op: "move", From: "/b", Path: "/c"}}, 0)
	var e *jsonpatch.Error
	if errors.As(err, &e) {
		fmt.Println(e.Index, e.Op, e.Pointer, e.Class == jsonpatch.Inapplicable)
	}
	// Output:
	// 0 move /b true
}

func ExampleDocument() {
	doc, err := jsonpatch.NewDocument(`{"count": 0}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		next, err := doc.Apply([]jsonpatch.Op{{Op: "copy", From: "/count", Path: "/before"}, {Op: "replace", Path: "/count", Value: "1"}}, 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		doc = next
	}
	fmt.Println(doc.Raw())
	// Output:
	// {"count":1,"before":1}
}
