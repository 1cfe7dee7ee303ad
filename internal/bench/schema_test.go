package bench

import (
	"bytes"
	"encoding/json"
	"sync"

	"github.com/agui-gen/agui-gen/schema"
	v5 "github.com/santhosh-tekuri/jsonschema/v5"
	v6 "github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaID is where the schema says it is.
const schemaID = "https://ag-ui.com/spec/1.0/schema.json"

// compileV5 is the verdict of jsonschema/v5 on a text. Compiling takes long and happens once, as it would in a program.
var compileV5 = sync.OnceValue(func() func([]byte) error {
	c := v5.NewCompiler()
	if err := c.AddResource(schemaID, bytes.NewReader(readSchema())); err != nil {
		panic(err)
	}
	s := must(c.Compile(schemaID))
	return func(data []byte) error {
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			return err
		}
		return s.Validate(v)
	}
})

// compileV6 is the verdict of jsonschema/v6.
var compileV6 = sync.OnceValue(func() func([]byte) error {
	c := v6.NewCompiler()
	if err := c.AddResource(schemaID, must(v6.UnmarshalJSON(bytes.NewReader(readSchema())))); err != nil {
		panic(err)
	}
	s := must(c.Compile(schemaID))
	return func(data []byte) error {
		v, err := v6.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			return err
		}
		return s.Validate(v)
	}
})

func readSchema() []byte { return must(schema.FS.ReadFile("agui/schema.json")) }
