// Package schema judges JSON values by JSON Schema: it is what a keyword means at run time, once, for generated
// validators and for those that are made in memory.
//
// A schema is a [Func]. It calls one method of [Eval] for each keyword that the schema has, and hands over functions
// for its subschemas. Written by hand, this schema
//
//	{"$id": "https://example.com/shop", "$defs": {
//	  "Item": {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]},
//	  "Order": {
//	    "allOf": [{"$ref": "#/$defs/Item"}],
//	    "properties": {"count": {"type": "integer", "minimum": 1}, "tags": {"items": {"type": "string"}}},
//	    "unevaluatedProperties": false}}}
//
// is this Go:
//
//	var OrderSchema = schema.Schema{Location: "https://example.com/shop#/$defs/Order", Eval: evalOrder}
//
//	func evalItem(e *schema.Eval) {
//		e.Type(schema.Object)
//		e.Required("sku")
//		e.Properties(func(name string) schema.Func {
//			switch name {
//			case "sku":
//				return func(e *schema.Eval) { e.Type(schema.String) }
//			}
//			return nil
//		})
//	}
//
//	func evalOrder(e *schema.Eval) {
//		e.Track() // unevaluatedProperties, below, asks what the others have judged
//		e.AllOf(func(e *schema.Eval) { e.Ref("$ref", "https://example.com/shop#/$defs/Item", evalItem) })
//		e.Properties(func(name string) schema.Func {
//			switch name {
//			case "count":
//				return func(e *schema.Eval) { e.Type(schema.Integer); e.Minimum("1") }
//			case "tags":
//				return func(e *schema.Eval) { e.Items("items", func(e *schema.Eval) { e.Type(schema.String) }) }
//			}
//			return nil
//		})
//		e.UnevaluatedProperties(schema.Never)
//	}
//
// Functions, because schemas refer to each other in circles, which package variables may not; and because the linker
// drops those that nothing uses. A method does nothing where its keyword does not apply to the kind of the value, as
// JSON Schema has it. The order of the calls is the order of the violations; only [Eval.Track] has to be first, and
// [Eval.UnevaluatedItems] and [Eval.UnevaluatedProperties] last.
//
// A document is judged first only to know whether it is valid, which keeps no locations and allocates nothing; and, if it
// is not, again to say why. There is a verdict on every document in reasonable time: a schema that refers to itself without
// end is refused, by a violation that says so, and one whose references multiply at each step down is not asked the same
// question twice.
package schema
