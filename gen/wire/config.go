package wire

import (
	"slices"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// Config is a parsed wire.yaml: how the definitions of a schema appear on protobuf where the defaults are not what is
// wanted. It names definitions by their keys in $defs and properties by their JSON names; whether the schema has them
// is for [Build] to say. All keys but version may be left out:
//
//	version: 1
//	package: acme.parcel            # else after the schema's title, or its file
//	roots: [Definition]             # only what they reach is on the wire; else the schema's root, else all
//	files:                          # the first entry that matches has a definition; else one file for all
//	  - {name: types.proto, holds: [Definition, "*Event", "*"]}
//	options: {go_package: a/b}      # file options, for every file
//	messages: {Definition: Name}    # what a message is called; Outer.Inner nests it
//	compose: {Part: {field: name}}  # a part of allOf that is a message of its own, in a field of each taker
//	enums:                          # enums that are enums on the wire; all others are texts
//	  Definition: {name: Name, values: as_is | upper_snake, prefix: P_, names: {text: VALUE}}
//	unions:                         # strategies, each with the keys it knows
//	  Definition: {strategy: oneof, oneof: name, arm: lower_snake | as_is, names: {tag: arm}}
//	  Definition: {strategy: envelope, oneof: …, arm: …, names: …, tag: Part.property}
//	  Definition: {strategy: merge, split: {property: {string: field, array: field}}}
//	  Definition: {strategy: tagged, enum: Name, values: …, prefix: …, names: …, split: …}
//	  Definition: {strategy: flatten, split: …}
//	fields:
//	  Definition.property: {name: field}
//	  Definition.property: {type: google.protobuf.Value}   # or Struct, or ListValue: the JSON as it is
//	  Definition.property: {split: {string: field, array: field}}
//	renamed_from:                   # names as in wire.lock; what is renamed keeps its numbers
//	  Message: OldMessage
//	  Message.field: Message.old_field
//	  Enum.VALUE: Enum.OLD_VALUE
//	retired:                        # slots that gave up this number and take a new one, of another type or come back
//	  Message.field: 7
type Config struct {
	file     string
	pkg      Name // empty for the default
	roots    []Name
	files    []fileRule
	options  []Option
	messages []messageRule
	compose  []composeRule
	enums    []enumRule
	unions   []unionRule
	fields   []fieldRule
	renamed  []renameRule
	retired  []retireRule
}

type (
	// fileRule puts the definitions that one of its patterns matches into a file.
	fileRule struct {
		name  Name
		holds []Name
	}
	// messageRule names the message of a definition.
	messageRule struct{ def, message Name }
	// composeRule makes a message of a part that others take in by allOf, held in a field of each taker.
	composeRule struct{ def, field Name }
	// enumRule makes a protobuf enum of an enum definition.
	enumRule struct {
		def Name
		valueNames
		name Name
	}
	// unionRule says how a union is carried.
	unionRule struct {
		def      Name
		strategy Name
		oneof    Name // envelope, oneof
		tag      Name // envelope: "Part.property"
		enum     Name // tagged
		values   valueNames
		split    []splitRule // merge, tagged, flatten
	}
	// fieldRule departs from the defaults for one property.
	fieldRule struct {
		key  Name // "Definition.property"
		name Name
		typ  Name
		arms []armRule
	}
	// splitRule gives one property of a union's members a field for each JSON type.
	splitRule struct {
		property Name
		arms     []armRule
	}
	armRule struct {
		kind  model.Kind
		pos   diag.Pos
		field Name
	}
	// renameRule says what something in the ledger was called before.
	renameRule struct{ now, before Name }
	// retireRule says which number a slot has given up.
	retireRule struct {
		slot   Name
		number int
	}
	// valueNames says how texts of the schema become protobuf names.
	valueNames struct {
		style  Name // empty for the default of the place
		prefix Name
		names  []textName
	}
	textName struct{ text, name Name }
)

// The strategies for unions.
const (
	strategyEnvelope = "envelope"
	strategyMerge    = "merge"
	strategyOneof    = "oneof"
	strategyFlatten  = "flatten"
	strategyTagged   = "tagged"
)

// ParseConfig reads a wire.yaml. It is strict: a key it does not know, a value of the wrong kind or a name that
// protobuf cannot have is an error at its line and column. All errors are returned at once, as a diag.Errors.
func ParseConfig(file string, data []byte) (*Config, error) {
	p := &configParser{}
	root := parseYAML(file, data, &p.diags)
	if root == nil {
		return nil, p.diags.Err()
	}
	c := &Config{file: file}
	version := false
	p.mapping(root, keys{
		"version": func(n *yamlNode) {
			version = true
			if n.kind != yamlInt || n.text != "1" {
				p.diags.Addf(n.pos, "", "version %s of wire.yaml is not known here; version 1 is", n.text)
			}
		},
		"package":      func(n *yamlNode) { c.pkg = p.packageName(n) },
		"roots":        func(n *yamlNode) { c.roots = p.names(n) },
		"files":        func(n *yamlNode) { c.files = p.fileRules(n) },
		"options":      func(n *yamlNode) { c.options = p.fileOptions(n) },
		"messages":     func(n *yamlNode) { c.messages = p.messageRules(n) },
		"compose":      func(n *yamlNode) { c.compose = p.composeRules(n) },
		"enums":        func(n *yamlNode) { c.enums = p.enumRules(n) },
		"unions":       func(n *yamlNode) { c.unions = p.unionRules(n) },
		"fields":       func(n *yamlNode) { c.fields = p.fieldRules(n) },
		"renamed_from": func(n *yamlNode) { c.renamed = p.renameRules(n) },
		"retired":      func(n *yamlNode) { c.retired = p.retireRules(n) },
	})
	if !version {
		p.diags.Addf(root.pos, "", "the version of wire.yaml is missing: say version: 1")
	}
	if err := p.diags.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// configParser turns YAML into rules.
type configParser struct{ diags diag.List }

// keys are the members that a mapping may have, and who reads each.
type keys map[string]func(*yamlNode)

// mapping hands each member of a mapping to its reader.
func (p *configParser) mapping(n *yamlNode, known keys) {
	for _, e := range p.entries(n) {
		read, ok := known[e.key.Text]
		if !ok {
			names := make([]string, 0, len(known))
			for k := range known {
				names = append(names, k)
			}
			slices.Sort(names)
			p.diags.Add(diag.Diagnostic{Pos: e.key.Pos, Message: "unknown key " + quote(e.key.Text),
				Hint: suggest(e.key.Text, names, "the keys here are "+strings.Join(names, ", "))})
			continue
		}
		read(e.value)
	}
}

// entries are the members of a mapping whose keys are data. Nothing is an empty mapping.
func (p *configParser) entries(n *yamlNode) []yamlEntry {
	switch n.kind {
	case yamlMapping:
		return n.entries
	case yamlNull:
		return nil
	}
	p.wrong(n, yamlMapping)
	return nil
}

func (p *configParser) items(n *yamlNode) []*yamlNode {
	switch n.kind {
	case yamlSequence:
		return n.items
	case yamlNull:
		return nil
	}
	p.wrong(n, yamlSequence)
	return nil
}

func (p *configParser) wrong(n *yamlNode, want yamlKind) {
	if n.kind == yamlRefused {
		return
	}
	p.diags.Addf(n.pos, "", "%s is wanted here, not %s", want, n.kind)
}

// name reads a text. Numbers and booleans that were not put into quotes are not names.
func (p *configParser) name(n *yamlNode) Name {
	if n.kind != yamlString {
		p.wrong(n, yamlString)
		return Name{Pos: n.pos}
	}
	if n.text == "" {
		p.diags.Addf(n.pos, "", "an empty name")
	}
	return Name{Text: n.text, Pos: n.pos}
}

func (p *configParser) names(n *yamlNode) []Name {
	var out []Name
	for _, item := range p.items(n) {
		out = append(out, p.name(item))
	}
	return out
}

// checked reads a text that must have a form.
func (p *configParser) checked(n *yamlNode, form nameForm) Name {
	name := p.name(n)
	if name.Text != "" {
		if why := form(name.Text); why != "" {
			p.diags.Addf(n.pos, "", "%s %s", quote(name.Text), why)
			return Name{Pos: n.pos}
		}
	}
	return name
}

// oneOf reads a text out of a closed list.
func (p *configParser) oneOf(n *yamlNode, what string, allowed ...string) Name {
	name := p.name(n)
	if name.Text != "" && !slices.Contains(allowed, name.Text) {
		p.diags.Add(diag.Diagnostic{Pos: n.pos, Message: "unknown " + what + " " + quote(name.Text),
			Hint: suggest(name.Text, allowed, "there are "+strings.Join(allowed, ", "))})
		return Name{Pos: n.pos}
	}
	return name
}
