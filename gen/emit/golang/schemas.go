package golang

import (
	"fmt"

	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/dave/jennifer/jen"
)

// schemas are the validators for whole documents, a variable a definition. Each is a literal that the linker drops, and
// all that only it needs, where nothing uses it.
func (e *emitter) schemas(f *file) {
	for _, d := range e.schema.Defs {
		name := e.names.Schema(d)
		f.decl(comment(fmt.Sprintf("%s validates JSON documents by the definition %s.", name, quoted(d.Key)))...).
			Var().Id(name).Op("=").Add(in("schema", "Schema")).Values(
			jen.Id("Location").Op(":").Lit(location(d.Rule)), jen.Id("Eval").Op(":").Add(e.fn(e.funcs.names[d.Rule])))
	}
	f.decl(comment(fmt.Sprintf("%s is the validator for a definition by its name in the schema, and whether there is one. A program that "+
		"calls it links all of them.", names.SchemaOf))...).
		Func().Id(names.SchemaOf).Params(jen.Id("name").String()).Params(in("schema", "Schema"), jen.Bool()).Block(
		jen.Switch(jen.Id("name")).BlockFunc(func(g *jen.Group) {
			for _, d := range e.schema.Defs {
				g.Case(jen.Lit(d.Key)).Block(jen.Return(jen.Id(e.names.Schema(d)), jen.True()))
			}
		}),
		jen.Return(in("schema", "Schema").Values(), jen.False()),
	)
}
