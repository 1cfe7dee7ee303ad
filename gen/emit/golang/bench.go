package golang

import (
	"fmt"
	"slices"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/agui-gen/agui-gen/gen/sample"
	"github.com/dave/jennifer/jen"
)

// benchmarksFile is where the benchmarks go. It ends in what the go command takes for a test.
const benchmarksFile = "bench_gen_test.go"

// example is a document that benchmarks work on.
type example struct{ name, text string }

// benchmarks measure what is done with a document of the root definition: one of each kind, where that is a union.
func (e *emitter) benchmarks(f *file) {
	examples := e.examples()
	if len(examples) == 0 {
		return
	}
	f.ImportName("testing", "testing")
	b := func(method string, args ...jen.Code) *jen.Statement { return jen.Id("b").Dot(method).Call(args...) }
	param := jen.Id("b").Op("*").Qual("testing", "B")
	failed := jen.If(jen.Err().Op("!=").Nil()).Block(b("Fatal", jen.Err()))
	f.decl(comment(fmt.Sprintf("%s measures what is done with %s, which has only the members that it must have.", names.Benchmark, e.ofEach()))...).
		Func().Id(names.Benchmark).Params(param).Block(
		jen.For(jen.List(jen.Id("_"), jen.Id("example")).Op(":=").Range().Index().Struct(jen.List(jen.Id("name"), jen.Id("text")).String()).
			ValuesFunc(func(g *jen.Group) {
				for _, ex := range examples {
					g.Line().Values(jen.Lit(ex.name), literal(ex.text))
				}
				g.Line()
			})).Block(
			b("Run", jen.Id("example").Dot("name"), jen.Func().Params(param).BlockFunc(func(g *jen.Group) {
				g.Id("text").Op(":=").Index().Byte().Call(jen.Id("example").Dot("text"))
				g.List(jen.Id(x), jen.Err()).Op(":=").Id(names.Decode).Call(jen.Id("text"))
				g.Add(failed)
				g.If(jen.Err().Op(":=").Id(x).Dot("Validate").Call(), jen.Err().Op("!=").Nil()).Block(b("Skip", jen.Lit("this is no example: "), jen.Err()))
				room := jen.Len(jen.Id("text"))
				if e.rootOnWire() {
					g.List(jen.Id("message"), jen.Err()).Op(":=").Id(x).Dot("AppendProto").Call(jen.Nil())
					g.Add(failed)
					room.Op("+").Len(jen.Id("message"))
				}
				g.Id("room").Op(":=").Make(jen.Index().Byte(), jen.Lit(0), room)
				g.For(jen.List(jen.Id("_"), jen.Id("task")).Op(":=").Range().Index().Struct(jen.Id("name").String(), jen.Id("run").Func().Params().Error()).
					ValuesFunc(e.tasks)).Block(
					b("Run", jen.Id("task").Dot("name"), jen.Func().Params(param).Block(
						b("ReportAllocs"),
						jen.For(b("Loop")).Block(
							jen.If(jen.Err().Op(":=").Id("task").Dot("run").Call(), jen.Err().Op("!=").Nil()).Block(b("Fatal", jen.Err()))),
					)))
			}))))
}

// tasks are what is measured, each with its name.
func (e *emitter) tasks(g *jen.Group) {
	task := func(name string, run jen.Code) { g.Line().Values(jen.Lit(name), run) }
	call := func(fn, arg *jen.Statement) *jen.Statement {
		return jen.Func().Params().Error().Block(jen.List(jen.Id("_"), jen.Err()).Op(":=").Add(fn).Call(arg), jen.Return(jen.Err()))
	}
	task("AppendJSON", call(jen.Id(x).Dot("AppendJSON"), jen.Id("room")))
	if e.rootOnWire() {
		task("AppendProto", call(jen.Id(x).Dot("AppendProto"), jen.Id("room")))
	}
	task(names.Decode, call(jen.Id(names.Decode), jen.Id("text")))
	if e.rootOnWire() {
		task(names.DecodeProto, call(jen.Id(names.DecodeProto), jen.Id("message")))
	}
	task("Validate", jen.Id(x).Dot("Validate"))
	g.Line()
}

// examples are documents of the root definition, where that is a union or an object.
func (e *emitter) examples() []example {
	root := e.schema.Root
	if root == nil {
		return nil
	}
	var out []example
	switch t := root.Type.(type) {
	case *model.Object:
		out = append(out, example{root.Key, sample.Least(root).Compact()})
	case *model.Union:
		for _, m := range t.Members {
			out = append(out, example{m.Value, sample.Least(m.Def).Compact()})
		}
	}
	return out
}

// ofEach says what the examples are.
func (e *emitter) ofEach() string {
	name := e.names.Type(e.schema.Root)
	if _, ok := e.schema.Root.Type.(*model.Union); ok {
		return "an " + name + " of each kind"
	}
	return article(name) + " " + name
}

// rootOnWire tells whether a document of the root definition is a protobuf message too.
func (e *emitter) rootOnWire() bool {
	return e.protoUnion() != nil || slices.ContainsFunc(e.protoObjects(), func(c *carried) bool { return c.def == e.schema.Root })
}
