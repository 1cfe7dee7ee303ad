package golang

import (
	"fmt"
	"strings"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/dave/jennifer/jen"
)

// x is the receiver of every method. Generated methods have one name for it so that no parameter can be in its way.
const x = "x"

// packageDoc is the package's own comment.
func (e *emitter) packageDoc(f *file) {
	title := e.schema.Title
	if title == "" {
		title = e.schema.ID
	}
	what := "Package " + e.pkg + " holds the types of a JSON Schema, their codecs and their validators."
	if title != "" {
		what = "Package " + e.pkg + " is " + oneLine(title) + " in Go: types, codecs and validators."
	}
	paras := append([]string{what}, paragraphs(e.schema.Doc)...)
	if e.schema.ID != "" && e.schema.Title != "" {
		paras = append(paras, "It is made from the schema "+oneLine(e.schema.ID)+".")
	}
	for _, l := range comment(append(current(paras), e.usage()...)...) {
		f.PackageComment(l)
	}
	f.decl("This does not compile against a runtime that lacks what the package stands on.").
		Const().Id("_").Op("=").Add(in("compat", compatVersion)).Line()
}

// compatVersion is the constant of runtime/compat that emitted code needs. It changes when emitted code begins to call
// what the runtime did not have before, never otherwise.
const compatVersion = "Version1"

// usage says how the package is used, in terms of what is in it.
func (e *emitter) usage() []string {
	var out []string
	if root := e.schema.Root; root != nil {
		reads := fmt.Sprintf("[%s] reads a JSON document", names.Decode)
		if e.decodesProto() {
			reads += fmt.Sprintf(", [%s] a protobuf message", names.DecodeProto)
		}
		out = append(out, reads+".")
	}
	return append(out,
		"Reading does not judge: what a Go type can hold is read, whatever else the schema says about it, and members that it does "+
			"not know are kept in the field "+names.Unknowns+" and written back. Validate says what the schema has against a value. A struct's "+
			"UnmarshalJSON refuses null, where by the convention of encoding/json it would leave the struct as it was.",
		"An absent member is never written. Optional members are opt.Opt, or nil, or an empty jsonx.Raw; a list that is nil is absent "+
			"where it may be, and one that is empty but not nil is written as [].")
}

// decodesProto tells whether there is a function that reads the root from protobuf.
func (e *emitter) decodesProto() bool {
	if e.wire == nil {
		return false
	}
	_, message := e.wire.Objects[e.schema.Root]
	return e.protoUnion() != nil || message && e.isProtoRoot(e.schema.Root)
}

// objectTypes are the structs, and a constructor for each that has required members.
func (e *emitter) objectTypes(f *file) {
	for _, s := range e.structs {
		g := f.decl(doc(s.name, e.described(s.def, "An object of the schema."), s.def.Deprecated)...)
		g.Type().Id(s.name).StructFunc(func(g *jen.Group) {
			for _, fd := range s.held() {
				lines(g, fieldDoc(fd))
				g.Id(fd.name).Add(e.fieldType(fd))
			}
			if len(s.held()) > 0 {
				g.Line()
			}
			lines(g, comment(names.Unknowns+" keeps what the schema does not know, to be written back as it came; nil if nothing."))
			g.Id(names.Unknowns).Op("*").Add(in("unknown", "Fields"))
		})
		e.constructor(f, s)
	}
}

// described is what the schema says about a definition, or else what can be said without it.
func (e *emitter) described(d *model.Def, otherwise string) string {
	switch {
	case d.Doc != "":
		return d.Doc
	case d.Title != "" && !strings.EqualFold(strings.ReplaceAll(d.Title, " ", ""), e.names.Type(d)):
		return d.Title
	case d.Inline && strings.Contains(d.Key, "."):
		return fmt.Sprintf("What stands at %q.", d.Key)
	}
	return otherwise
}

func fieldDoc(fd *field) []string {
	p := fd.prop
	text := p.Doc
	if text == "" {
		text = fmt.Sprintf("%s is the member %q.", fd.name, p.Name)
	}
	var more []string
	if p.Default != "" && !p.Required {
		more = append(more, "Where it is absent, "+oneLine(p.Default)+" is meant.")
	}
	return doc(fd.name, text, p.Deprecated, more...)
}

// maxParams is how many required members a constructor takes at most. Beyond that a composite literal, which names them,
// reads better.
const maxParams = 5

// constructor makes a struct from its required members, so that the compiler asks for all of them.
func (e *emitter) constructor(f *file, s *structOf) {
	var params, values []jen.Code
	var group []jen.Code // parameters of one type that follow each other
	last := ""
	for _, fd := range s.held() {
		if !fd.prop.Required {
			continue
		}
		param, goType := jen.Id(e.names.Param(s.def, fd.prop.Name)), e.fieldType(fd)
		values = append(values, jen.Id(fd.name).Op(":").Add(param))
		if same := goType.GoString(); len(group) > 0 && same == last {
			group = append(group, param)
			params[len(params)-1] = jen.List(group...).Add(goType)
		} else {
			group, last = []jen.Code{param}, same
			params = append(params, jen.List(param).Add(goType))
		}
	}
	if len(values) == 0 || len(values) > maxParams {
		return
	}
	name := e.names.New(s.def)
	g := f.decl("// " + name + " makes " + article(s.name) + " " + s.name + " of the members that it must have.")
	g.Func().Id(name).Params(params...).Op("*").Id(s.name).Block(
		jen.Return(jen.Op("&").Id(s.name).Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: len(values) > 3}, values...)),
	)
}

func article(name string) string {
	if strings.ContainsRune("AEIOU", rune(name[0])) {
		return "an"
	}
	return "a"
}

// enumTypes are the closed lists of texts.
func (e *emitter) enumTypes(f *file) {
	each(e, func(d *model.Def, t *model.Enum) {
		name := e.names.Type(d)
		g := f.decl(doc(name, e.described(d, "One of a list of texts."), d.Deprecated,
			"Reading keeps a text that is not on the list; Known tells.")...)
		g.Type().Id(name).String()
		g = f.decl("// The values of " + name + ".")
		var known []jen.Code
		g.Const().DefsFunc(func(g *jen.Group) {
			seen := map[string]bool{}
			for _, v := range t.Values {
				if !seen[v.Value] {
					seen[v.Value] = true
					g.Id(e.names.Const(d, v.Value)).Id(name).Op("=").Lit(v.Value)
					value := jen.Id(e.names.Const(d, v.Value))
					if len(known) > 0 {
						value = jen.Line().Add(value)
					}
					known = append(known, value)
				}
			}
		})
		g = f.decl("// Known tells whether x is one of the values that the schema has.")
		g.Func().Params(jen.Id(x).Id(name)).Id("Known").Params().Bool().Block(
			jen.Switch(jen.Id(x)).Block(jen.Case(known...).Block(jen.Return(jen.True()))),
			jen.Return(jen.False()),
		)
	})
}

// aliasTypes are definitions that are no types of their own: other names for what they are, and constants.
func (e *emitter) aliasTypes(f *file) {
	for _, d := range e.schema.Defs {
		if nominal(d) {
			continue
		}
		name := e.names.Type(d)
		if c, ok := d.Type.(model.Const); ok {
			f.decl(doc(name, e.described(d, "The one text that the schema allows."), d.Deprecated)...).Const().Id(name).Op("=").Lit(c.Value)
			continue
		}
		g := f.decl(doc(name, e.described(d, "A definition that is no type of its own."), d.Deprecated)...)
		if e.defined[d] {
			g.Type().Id(name).Add(e.goType(d.Type))
		} else {
			g.Type().Id(name).Op("=").Add(e.goType(d.Type))
		}
	}
}
