package diff

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/emit/golang"
)

// api is what a Go package offers to others: each exported name with its declaration as text, the members of types under
// "Type.Member".
type api struct {
	decls  map[string]string
	order  []string
	owners map[string]string // the type of a member
	// same are the types that are another name of one of the package: code cannot tell the two apart.
	same map[string]string
}

// apiOf reads the declarations of emitted files. They parse, or the emitter would have refused them.
func apiOf(files []golang.File) *api {
	a := &api{decls: map[string]string{}, owners: map[string]string{}, same: map[string]string{}}
	for _, f := range files {
		if strings.HasSuffix(f.Name, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				a.function(d)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					a.spec(d.Tok, s)
				}
			}
		}
	}
	a.follow()
	return a
}

// typeNames are the names in a declaration that may be types of the package itself; one of another package has a dot before it.
var typeNames = regexp.MustCompile(`\.?\b[A-Z]\w*`)

// plain is a declaration in which every type has the name that it has by itself.
func (a *api) plain(decl string) string {
	return typeNames.ReplaceAllStringFunc(decl, a.target)
}

// target is the type that a name is another name of, or itself.
func (a *api) target(name string) string {
	for range a.same {
		next, ok := a.same[name]
		if !ok {
			break
		}
		name = next
	}
	return name
}

// follow gives types that are another name of one what that one has.
func (a *api) follow() {
	for _, name := range slices.Sorted(maps.Keys(a.same)) {
		target := a.target(name)
		if _, ok := a.decls[target]; !ok {
			continue
		}
		a.decls[name] = a.decls[target]
		for _, member := range slices.Clone(a.order) {
			if a.owners[member] == target {
				a.add(name, strings.TrimPrefix(member, target+"."), a.decls[member])
			}
		}
	}
}

func (a *api) add(owner, name, decl string) {
	if owner != "" {
		name = owner + "." + name
		a.owners[name] = owner
	}
	if _, ok := a.decls[name]; !ok {
		a.order = append(a.order, name)
	}
	a.decls[name] = decl
}

func (a *api) function(d *ast.FuncDecl) {
	owner := ""
	if d.Recv != nil {
		owner = strings.TrimPrefix(text(d.Recv.List[0].Type), "*")
		if !ast.IsExported(owner) {
			return
		}
	}
	switch {
	case d.Name.IsExported():
		a.add(owner, d.Name.Name, "a func"+signature(d.Type))
	case owner != "" && strings.HasPrefix(d.Name.Name, "is"):
		// The unexported method that makes a type a member of a sealed interface: values of the type are assigned to it.
		a.add(owner, "("+strings.TrimPrefix(d.Name.Name, "is")+")", "a member of it")
	}
}

func (a *api) spec(tok token.Token, s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			a.typ(s)
		}
	case *ast.ValueSpec:
		for _, n := range s.Names {
			if !n.IsExported() {
				continue
			}
			decl := "a " + tok.String()
			if s.Type != nil {
				decl += " of type " + text(s.Type)
			}
			a.add("", n.Name, decl)
		}
	}
}

func (a *api) typ(s *ast.TypeSpec) {
	name := s.Name.Name
	switch t := s.Type.(type) {
	case *ast.StructType:
		a.add("", name, "a struct")
		for _, f := range t.Fields.List {
			for _, n := range f.Names {
				if n.IsExported() {
					a.add(name, n.Name, text(f.Type))
				}
			}
		}
	case *ast.InterfaceType:
		a.add("", name, "an interface")
		for _, m := range t.Methods.List {
			if len(m.Names) == 0 {
				a.add(name, text(m.Type), "part of it")
				continue
			}
			if fn, ok := m.Type.(*ast.FuncType); ok && m.Names[0].IsExported() {
				a.add(name, m.Names[0].Name, "a func"+signature(fn))
			}
		}
	default:
		decl := "a " + text(s.Type)
		if s.Assign.IsValid() {
			decl = "another name of " + text(s.Type)
			if to, ok := s.Type.(*ast.Ident); ok {
				a.same[name] = to.Name
			}
		}
		a.add("", name, decl)
	}
}

// signature is a function's type without the names of its parameters, which no caller sees.
func signature(t *ast.FuncType) string {
	list := func(fields *ast.FieldList) string {
		var out []string
		if fields == nil {
			return ""
		}
		for _, f := range fields.List {
			for range max(len(f.Names), 1) {
				out = append(out, text(f.Type))
			}
		}
		return strings.Join(out, ", ")
	}
	s := "(" + list(t.Params) + ")"
	switch results := list(t.Results); {
	case results == "":
	case strings.Contains(results, ", "):
		s += " (" + results + ")"
	default:
		s += " " + results
	}
	return s
}

func text(n ast.Expr) string {
	var b bytes.Buffer
	_ = printer.Fprint(&b, token.NewFileSet(), n) // a buffer takes everything
	return b.String()
}

// Declares tells whether emitted files declare an exported name, "Type.Member" for a member.
func Declares(files []golang.File, name string) bool {
	_, ok := apiOf(files).decls[name]
	return ok
}
