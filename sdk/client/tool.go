package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/schema"
	"github.com/agui-gen/agui-gen/sdk/client/internal/toolschema"
)

// Tool is a tool of the application, and what runs it.
type Tool struct {
	// Definition is what the agent is told.
	Definition agui.Tool
	// Schema judges arguments before they are handed on (P1). Where it is the zero value, [NewTools] makes it of the
	// parameters of the definition; a generated one serves where those have a keyword that is not known here.
	Schema schema.Schema

	handle func(context.Context, jsonx.Raw) (agui.TextOrContentPartList, error)
}

// NewTool makes a tool of a function. Parameters are the JSON Schema of its arguments, "" for any. The arguments have
// been judged by it when encoding/json makes an In of them.
//
// An Out that is a string, an [agui.Text] or an [agui.ContentPartList] is the answer as it is; any other is written as
// JSON. An error is answered, too: its text goes to the agent.
func NewTool[In, Out any](name, description string, parameters jsonx.Raw, f func(context.Context, In) (Out, error)) Tool {
	t := Declare(name, description, parameters)
	t.handle = func(ctx context.Context, arguments jsonx.Raw) (agui.TextOrContentPartList, error) {
		var in In
		if err := json.Unmarshal([]byte(arguments), &in); err != nil {
			return nil, fmt.Errorf("the arguments are not what the tool takes: %w", err)
		}
		out, err := f(ctx, in)
		if err != nil {
			return nil, err
		}
		return contentOf(out)
	}
	return t
}

// Declare makes a tool that the application answers by itself, with [Thread.AnswerTool].
func Declare(name, description string, parameters jsonx.Raw) Tool {
	d := agui.NewTool(name, description)
	d.Parameters = parameters
	return Tool{Definition: *d}
}

// contentOf is the answer of a tool.
func contentOf(out any) (agui.TextOrContentPartList, error) {
	switch out := out.(type) {
	case agui.TextOrContentPartList:
		if out != nil {
			return out, nil
		}
	case string:
		return agui.Text(out), nil
	}
	raw, err := jsonx.FromGo(out)
	if err != nil {
		return nil, fmt.Errorf("the answer has no JSON form: %w", err)
	}
	return agui.Text(raw), nil
}

// Tools are the tools that an application offers.
type Tools struct {
	list   []Tool
	byName map[string]*Tool
}

// NewTools makes a registry. It fails where two tools have one name, or where parameters are no JSON Schema, or one whose
// keywords are not all known here.
func NewTools(tools ...Tool) (*Tools, error) {
	t := &Tools{list: append([]Tool(nil), tools...), byName: map[string]*Tool{}}
	var errs []error
	for i := range t.list {
		tool := &t.list[i]
		name := tool.Definition.Name
		if t.byName[name] != nil {
			errs = append(errs, fmt.Errorf("there are two tools with the name %s", quote(name)))
		}
		t.byName[name] = tool
		if tool.Schema.Eval != nil || tool.Definition.Parameters == "" {
			continue
		}
		var err error
		if tool.Schema, err = toolschema.Compile(tool.Definition.Parameters); err != nil {
			errs = append(errs, fmt.Errorf("the parameters of tool %s: %w", quote(name), err))
		}
	}
	return t, errors.Join(errs...)
}

// definitions are what the agent is told, in their order.
func (t *Tools) definitions() []agui.Tool {
	list := make([]agui.Tool, len(t.list))
	for i, tool := range t.list {
		list[i] = tool.Definition
	}
	return list
}

// named is the tool of a name, nil for none.
func (t *Tools) named(name string) *Tool {
	if t == nil {
		return nil
	}
	return t.byName[name]
}

// ArgumentsError is a call whose arguments are no JSON, or not what the tool's schema allows.
type ArgumentsError struct {
	Tool string
	// Err is a [*violation.Error] or a [*jsonx.SyntaxError].
	Err error
}

func (e *ArgumentsError) Error() string {
	return fmt.Sprintf("the arguments of %s are not valid: %v", e.Tool, e.Err)
}

// Unwrap is what is wrong.
func (e *ArgumentsError) Unwrap() error { return e.Err }

// Arguments judges the arguments of a call (P1): the error is an [*ArgumentsError]. Blank ones are {}, as agents write
// them for tools without parameters.
func (t *Tool) Arguments(text string) (jsonx.Raw, error) {
	raw := jsonx.Raw(text)
	if strings.TrimSpace(text) == "" {
		raw = "{}"
	}
	if err := t.Schema.ValidateRaw(raw); err != nil {
		return "", &ArgumentsError{Tool: t.Definition.Name, Err: err}
	}
	return raw, nil
}
