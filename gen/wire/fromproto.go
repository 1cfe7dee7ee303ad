package wire

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/scanner"

	parser "github.com/emicklei/proto"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// ProtoFile is a .proto file that is deployed.
type ProtoFile struct {
	Name string // as a user would name it
	Data []byte
}

// FromProto starts a ledger from .proto files that are deployed: the number and type of every field, arm and enum value,
// and the numbers and names that are reserved or left to extensions. The files are of one package. They may be several
// states of one: a slot that a later file reserves is a tombstone. Proto2 and editions are read as well as proto3.
//
// All that is wrong is returned at once, as a diag.Errors: what is no .proto file, two states that contradict each other,
// and names that a ledger cannot tell apart, since in it types begin with a capital letter and oneofs do not.
func FromProto(files ...ProtoFile) (*Lock, error) {
	p := &protoReader{lock: &Lock{}, kinds: map[string]string{}}
	trees := make([]*parser.Proto, len(files))
	for i, f := range files {
		tree, err := parseProto(f)
		if err != nil {
			p.diags.AddError(err)
			continue
		}
		trees[i] = tree
		p.enter(f.Name, tree)
		p.declare(tree.Elements, "")
	}
	for i, tree := range trees {
		if tree != nil {
			p.enter(files[i].Name, tree)
			p.read(tree.Elements, "")
		}
	}
	p.settle()
	if err := p.diags.Err(); err != nil {
		return nil, err
	}
	p.lock.seal()
	return p.lock, nil
}

var protoErrorPlace = regexp.MustCompile(`(\d+):(\d+): (.*)$`)

func parseProto(f ProtoFile) (tree *parser.Proto, err error) {
	fault := func(line, col int, message string) error {
		return diag.Errors{{Pos: diag.Pos{File: f.Name, Line: line, Col: col}, Message: "not readable as a .proto file: " + message}}
	}
	defer func() {
		// The parser has been seen to panic on odd input; for a user that is a file that cannot be read.
		if r := recover(); r != nil {
			tree, err = nil, fault(0, 0, fmt.Sprint(r))
		}
	}()
	p := parser.NewParser(bytes.NewReader(f.Data))
	if tree, err = p.Parse(); err == nil {
		return tree, nil
	}
	if m := protoErrorPlace.FindStringSubmatch(err.Error()); m != nil {
		line, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		return nil, fault(line, col, m[3])
	}
	return nil, fault(0, 0, err.Error())
}

// protoReader makes a ledger of parsed files.
type protoReader struct {
	lock  *Lock
	diags diag.List
	kinds map[string]string // "message" or "enum", by the name within the package
	file  string            // the file that is being read
	pkg   string
	began bool // a package has been met
}

// enter begins with a file.
func (p *protoReader) enter(file string, tree *parser.Proto) {
	pkg, at := "", diag.Pos{File: file}
	for _, e := range tree.Elements {
		if e, ok := e.(*parser.Package); ok {
			pkg, at = e.Name, p.at(e.Position)
		}
	}
	at.File, p.file = file, file
	if p.began && pkg != p.pkg {
		p.diags.Add(diag.Diagnostic{Pos: at, Message: fmt.Sprintf("package %s, and the files before are of %s", quote(pkg), quote(p.pkg)),
			Hint: "a ledger is of one package: start one for each"})
	}
	if !p.began {
		p.pkg, p.lock.pkg, p.began = pkg, pkg, true
	}
}

func (p *protoReader) at(pos scanner.Position) diag.Pos {
	return diag.Pos{File: p.file, Line: pos.Line, Col: pos.Column}
}

// declare notes what there is, so that the types of fields can be looked up.
func (p *protoReader) declare(elements []parser.Visitee, outer string) {
	for _, e := range elements {
		switch e := e.(type) {
		case *parser.Message:
			if !e.IsExtend {
				p.kinds[outer+e.Name] = "message"
				p.declare(e.Elements, outer+e.Name+".")
			}
		case *parser.Group:
			p.kinds[outer+e.Name] = "message"
			p.declare(e.Elements, outer+e.Name+".")
		case *parser.Enum:
			p.kinds[outer+e.Name] = "enum"
		case *parser.Oneof:
			p.declare(e.Elements, outer)
		}
	}
}

// read takes in the slots of the messages and enums among some elements. outer is the message they are in, with a dot.
func (p *protoReader) read(elements []parser.Visitee, outer string) {
	for _, e := range elements {
		switch e := e.(type) {
		case *parser.Message:
			if !e.IsExtend { // extensions have the numbers that their message leaves to them
				p.typeName(e.Name, outer, e.Position)
				p.message(e.Elements, outer+e.Name)
			}
		case *parser.Enum:
			p.typeName(e.Name, outer, e.Position)
			p.enum(e, outer+e.Name)
		}
	}
}

// typeName reports a nested type that a ledger would take for a oneof.
func (p *protoReader) typeName(name, outer string, pos scanner.Position) {
	if outer != "" && !capital(name) {
		p.diags.Addf(p.at(pos), "", "%s%s begins with no capital letter, and a ledger would take it for a oneof", outer, name)
	}
}

func (p *protoReader) message(elements []parser.Visitee, name string) {
	for _, e := range elements {
		switch e := e.(type) {
		case *parser.NormalField:
			p.field(name, name, e.Field, wireType{label: labelOf(e.Repeated)})
		case *parser.MapField:
			p.field(name, name, e.Field, wireType{label: "map", key: e.KeyType})
		case *parser.Group:
			p.group(name, name, e)
		case *parser.Oneof:
			if capital(e.Name) {
				p.diags.Addf(p.at(e.Position), "", "the oneof %s.%s begins with a capital letter, and a ledger would take it for a message", name, e.Name)
			}
			for _, arm := range e.Elements {
				switch arm := arm.(type) {
				case *parser.OneOfField:
					p.field(name, name+"."+e.Name, arm.Field, wireType{})
				case *parser.Group:
					p.group(name, name+"."+e.Name, arm)
				}
			}
		case *parser.Reserved:
			p.holds(name, e.Ranges, e.FieldNames, e.Position, maxFieldNumber)
		case *parser.Extensions:
			p.holds(name, e.Ranges, nil, e.Position, maxFieldNumber)
		}
	}
	p.read(elements, name+".")
}

func labelOf(repeated bool) string {
	if repeated {
		return "repeated"
	}
	return ""
}

// group is a message and a field of it in one, whose bytes no other type has: the ledger does not say what it carries.
func (p *protoReader) group(message, path string, g *parser.Group) {
	p.slot(slot{name: path + "." + strings.ToLower(g.Name), number: g.Sequence, pos: p.at(g.Position)})
	p.message(g.Elements, message+"."+g.Name)
}

func (p *protoReader) field(message, path string, f *parser.Field, t wireType) {
	t.kind, t.name = p.resolve(f.Type, message)
	s := slot{name: path + "." + f.Name, number: f.Sequence, pos: p.at(f.Position)}
	if t.kind != "" {
		s.typ = t.String()
	}
	p.slot(s)
}

// resolve looks a type up from within a message, outwards. The kind is empty for a type of a file that was not given.
func (p *protoReader) resolve(typ, in string) (kind, name string) {
	if _, own := families[typ]; own {
		return typ, ""
	}
	full, absolute := strings.CutPrefix(typ, ".")
	for scope := p.pkg + "." + in; !absolute && scope != ""; scope = outerOf(scope) {
		if kind, name := p.kind(scope + "." + full); kind != "" {
			return kind, name
		}
	}
	if kind, name := p.kind(full); kind != "" {
		return kind, name
	}
	switch {
	case full == "google.protobuf.NullValue":
		return "enum", full
	case strings.HasPrefix(full, "google.protobuf."):
		return "message", full
	}
	return "", ""
}

func outerOf(scope string) string {
	outer, _, _ := cutLast(scope, ".")
	if outer == scope {
		return ""
	}
	return outer
}

// kind says what a type with its package is, and its name without.
func (p *protoReader) kind(full string) (kind, name string) {
	name, own := full, true
	if p.pkg != "" || strings.HasPrefix(full, ".") {
		name, own = strings.CutPrefix(full, p.pkg+".")
	}
	if !own {
		return "", ""
	}
	return p.kinds[name], name
}

func (p *protoReader) enum(e *parser.Enum, name string) {
	first := map[int]string{}
	for _, x := range e.Elements {
		switch x := x.(type) {
		case *parser.EnumField:
			if x.Integer < 0 {
				p.diags.Addf(p.at(x.Position), "", "%s.%s has a number below 0, which a ledger does not keep", name, x.Name)
				continue
			}
			if other, alias := first[x.Integer]; alias && other != x.Name {
				p.hold(hold{scope: name, name: x.Name, pos: p.at(x.Position)})
				continue
			}
			first[x.Integer] = x.Name
			p.slot(slot{name: name + "." + x.Name, number: x.Integer, pos: p.at(x.Position)})
		case *parser.Reserved:
			p.holds(name, x.Ranges, x.FieldNames, x.Position, maxEnumNumber)
		}
	}
}

// slot takes a slot in, once.
func (p *protoReader) slot(s slot) {
	if s.number > maxEnumNumber || !slotLine.MatchString(s.line()) {
		p.diags.Addf(s.pos, "", "%s: no name or no number of protobuf", s.line())
		return
	}
	for _, o := range p.lock.slots {
		if o.name == s.name && o.number == s.number {
			if o.typ != s.typ {
				p.diags.Addf(s.pos, "", "%s carries %s here, and %s at %s", s.line(), s.typ, o.typ, o.pos)
			}
			return
		}
	}
	p.lock.slots = append(p.lock.slots, s)
}

// holds takes in what is kept from use. A range that goes to the last number there is has no end.
func (p *protoReader) holds(scope string, ranges []parser.Range, names []string, pos scanner.Position, last int) {
	for _, r := range ranges {
		h := hold{scope: scope, from: max(r.From, 0), to: r.To, pos: p.at(pos)}
		if r.Max || h.to >= last {
			h.to = NoEnd
		}
		p.hold(h)
	}
	for _, name := range names {
		p.hold(hold{scope: scope, name: name, pos: p.at(pos)})
	}
}

func (p *protoReader) hold(h hold) {
	if h.to < h.from || !holdLine.MatchString(strings.TrimPrefix(h.line(), reservedMark)) {
		p.diags.Addf(h.pos, "", "%s: no name or no numbers of protobuf", strings.TrimPrefix(h.line(), "# "))
		return
	}
	p.lock.holds = append(p.lock.holds, h)
}

func capital(name string) bool { return name != "" && isUpper(rune(name[0])) }

// settle makes tombstones of what another file reserves, and holds what is left against the rules of a ledger.
func (p *protoReader) settle() {
	for i := range p.lock.slots {
		s := &p.lock.slots[i]
		if slices.ContainsFunc(p.lock.holds, func(h hold) bool { return h.scope == s.scope() && h.pos.File != s.pos.File && h.has(s.number) }) {
			s.reserved, s.typ = true, ""
		}
	}
	slices.SortStableFunc(p.lock.holds, byHold)
	p.lock.holds = slices.CompactFunc(p.lock.holds, func(a, b hold) bool { return byHold(a, b) == 0 })
	check := &lockParser{lock: p.lock}
	check.checkUnique()
	var many diag.Errors
	if errors.As(check.diags.Err(), &many) {
		p.diags.AddError(many)
	}
}
