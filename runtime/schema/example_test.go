package schema_test

import (
	"errors"
	"fmt"

	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// OrderSchema is the one of the package's description.
var OrderSchema = schema.Schema{Location: "https://example.com/shop#/$defs/Order", Eval: evalOrder}

func evalItem(e *schema.Eval) {
	e.Type(schema.Object)
	e.Required("sku")
	e.Properties(func(name string) schema.Func {
		switch name {
		case "sku":
			return func(e *schema.Eval) { e.Type(schema.String) }
		}
		return nil
	})
}

func evalOrder(e *schema.Eval) {
	e.Track()
	e.AllOf(func(e *schema.Eval) { e.Ref("$ref", "https://example.com/shop#/$defs/Item", evalItem) })
	e.Properties(func(name string) schema.Func {
		switch name {
		case "count":
			return func(e *schema.Eval) { e.Type(schema.Integer); e.Minimum("1") }
		case "tags":
			return func(e *schema.Eval) { e.Items("items", func(e *schema.Eval) { e.Type(schema.String) }) }
		}
		return nil
	})
	e.UnevaluatedProperties(schema.Never)
}

func ExampleSchema() {
	fmt.Println(OrderSchema.ValidateJSON([]byte(`{"sku": "A-1", "count": 2, "tags": ["new"]}`)))

	err := OrderSchema.ValidateJSON([]byte(`{"count": 0, "tags": ["new", 7], "colour": "red"}`))
	var invalid *violation.Error
	if errors.As(err, &invalid) {
		for _, v := range invalid.Violations {
			fmt.Printf("%q %s\n  %s\n  %s\n", v.InstanceLocation, v.Message, v.KeywordLocation, v.AbsoluteKeywordLocation)
		}
	}
	// Output:
	// <nil>
	// "" must have the member "sku"
	//   /allOf/0/$ref/required
	//   https://example.com/shop#/$defs/Item/required
	// "/count" must be at least 1, but is 0
	//   /properties/count/minimum
	//   https://example.com/shop#/$defs/Order/properties/count/minimum
	// "/tags/1" must be a string, but is 7
	//   /properties/tags/items/type
	//   https://example.com/shop#/$defs/Order/properties/tags/items/type
	// "/colour" is not allowed: the schema knows no such member
	//   /unevaluatedProperties
	//   https://example.com/shop#/$defs/Order/unevaluatedProperties
}
