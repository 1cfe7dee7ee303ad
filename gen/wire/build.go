package wire

import (
	"path"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

// Version is a schema and how it appears on protobuf, one of those that share a ledger.
type Version struct {
	Config *Config // nil for the defaults
	Schema *model.Schema
}

// Build puts a schema on the wire. Where cfg is nil the defaults hold: the package is named after the schema's title or
// file, one file holds everything that the root reaches (all definitions, where the schema has no root), objects become
// messages and discriminated unions messages with a oneof. A nil lock is an empty ledger.
//
// The lock that it returns is the given one with the new slots added and those that are gone turned into tombstones; the
// given one is not changed. All that is wrong is returned at once, as a diag.Errors.
func Build(cfg *Config, lock *Lock, s *model.Schema) (*Schema, *Lock, error) {
	built, grown, err := BuildShared(lock, Version{cfg, s})
	if err != nil {
		return nil, nil, err
	}
	return built[0], grown, nil
}

// BuildShared is [Build] for several versions of a schema that share a ledger, the oldest first. A slot has one number in
// all of them, and becomes a tombstone when none has it any more; a later version keeps from use what it lacks of the
// earlier ones. What one version declares as renamed is the same slot under its former name in the others.
func BuildShared(lock *Lock, versions ...Version) ([]*Schema, *Lock, error) {
	if lock == nil {
		lock = &Lock{}
	}
	var diags diag.List
	builders := make([]*builder, len(versions))
	for i, v := range versions {
		builders[i] = unnumbered(v)
		diags.AddError(builders[i].diags.Err())
	}
	if err := diags.Err(); err != nil {
		return nil, nil, err // numbers are given to a schema that stands
	}
	grown := number(lock, builders, &diags)
	out := make([]*Schema, len(versions))
	for i, b := range builders {
		b.diags = diag.List{}
		b.arrange()
		diags.AddError(b.diags.Err())
		out[i] = b.out
	}
	if err := diags.Err(); err != nil {
		return nil, nil, err
	}
	return out, grown, nil
}

// unnumbered is a version whose messages have all they need but numbers, or what is wrong with it.
func unnumbered(v Version) *builder {
	cfg, s := v.Config, v.Schema
	if cfg == nil {
		cfg = &Config{}
	}
	b := &builder{
		messages: map[*model.Def]*Message{},
		origins:  map[*Field]origin{},
		owners:   map[*Message]*model.Def{},
		out: &Schema{
			Package: cfg.pkg.Text,
			Objects: map[*model.Def]*Object{},
			Unions:  map[*model.Def]Union{},
			Enums:   map[*model.Def]*Enum{},
		},
	}
	if b.out.Package == "" {
		b.out.Package = defaultPackage(s)
	}
	b.binding = bind(cfg, s, &b.diags)
	if b.diags.Len() > 0 {
		return b // what follows would only repeat that names are unknown
	}
	b.out.Roots = b.roots
	b.reached = reach(b.binding)
	b.declare()
	b.carry()
	b.checkScopes()
	return b
}

// defaultPackage names the package after the schema's title, or else its file.
func defaultPackage(s *model.Schema) string {
	names := []string{s.Title}
	for _, d := range s.Defs {
		base := path.Base(strings.ReplaceAll(d.Pos.File, `\`, "/"))
		names = append(names, strings.TrimSuffix(strings.TrimSuffix(base, ".json"), ".schema"))
		break
	}
	for _, n := range names {
		if n = snakeCase(n); packageForm(n) == "" {
			return n
		}
	}
	return "schema"
}

// builder makes a Schema.
type builder struct {
	*binding
	diags     diag.List
	reached   *reached
	out       *Schema
	messages  map[*model.Def]*Message // the message of an object or a union that has one
	tagEnums  []taggedEnum            // the enums of tagged unions
	origins   map[*Field]origin       // where a field comes from
	scopes    map[string]scope        // the names of each message, and under "" those of the package
	owners    map[*Message]*model.Def // whose message it is
	pending   []composedTag           // composed parts to link once every object is built
	envelopes []envelopeTag           // tags to find once every object is built

	wants   []want          // the slots, by their names in the ledger
	own     map[string]bool // their names as this version has them
	mine    map[string]bool // their names in the ledger
	aliases aliases
}

// taggedEnum is the enum that a tagged union makes of its tag.
type taggedEnum struct {
	union *model.Def
	enum  *Enum
}

// origin says what a field was made of, for a message about it.
type origin struct {
	diag.Diagnostic        // where
	what            string // "property grams of Parcel"
	rename          string // the entry of wire.yaml that gives it another name
}

// declare makes every message and enum, still empty, so that fields can refer to them.
func (b *builder) declare() {
	for _, d := range b.schema.Defs {
		switch t := d.Type.(type) {
		case *model.Object:
			if b.reached.messages[d] {
				b.message(d)
			}
		case *model.Union:
			if b.reached.unions[d] && b.strategy(d) != strategyFlatten {
				b.message(d)
			}
		case *model.Enum:
			if b.reached.enums[d] {
				b.out.Enums[d] = b.enum(d, t)
			}
		}
	}
}

func (b *builder) message(d *model.Def) {
	m := &Message{Name: b.messageName(d), Doc: docOf(d), Deprecated: d.Deprecated, Pos: d.Pos}
	b.messages[d] = m
	b.owners[m] = d
}

// docOf is a definition's description, or else its title.
func docOf(d *model.Def) string {
	if d.Doc != "" {
		return d.Doc
	}
	return d.Title
}

// carry fills the messages, in the order of the schema.
func (b *builder) carry() {
	for _, d := range b.schema.Defs {
		switch t := d.Type.(type) {
		case *model.Object:
			if m := b.messages[d]; m != nil {
				b.out.Objects[d] = b.object(d, t, m)
			}
		case *model.Union:
			if b.reached.unions[d] {
				b.out.Unions[d] = b.union(d, t)
			}
		}
	}
	b.resolveComposed()
	b.resolveArms()
}

// addField adds a field to a message.
func (b *builder) addField(m *Message, f *Field, from origin) *Field {
	m.Fields = append(m.Fields, f)
	b.origins[f] = from
	return f
}
