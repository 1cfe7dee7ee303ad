package random

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// Document is a random document and what is to be known of it.
type Document struct {
	*Value
	// Strangers tells that an open type has members that no type of its union declares. A wire has no place for them.
	Strangers bool
}

// Generate makes a document that the definition takes. Seed and index decide it alone.
func (s *Schema) Generate(def string, seed, index uint64) Document {
	g := generator{schema: s, rand: rand.New(rand.NewPCG(seed, index))}
	return Document{g.value(s.defs[def]), g.strangers}
}

// bareBelow is how many levels of declared objects have optional members and free lists; further down, where a schema
// that refers to itself would go on for ever, there are none.
const bareBelow = 12

type generator struct {
	schema    *Schema
	rand      *rand.Rand
	depth     int
	strangers bool
}

// demands is what a value must meet, gathered from a schema, all that it refers to and takes in, and one branch of each
// union.
type demands struct {
	types      []string
	constant   *Value
	enum       []*Value
	properties []property
	required   map[string]bool
	items      *Value
	minItems   int
	minimum    *int64
	maximum    *int64
	pattern    string
	notNull    bool
	closed     bool     // to members that it does not declare
	others     []*Value // the branches of its union that were not taken
}

type property struct {
	name    string
	schemas []*Value
}

// value makes a value that meets every one of the schemas.
func (g *generator) value(schemas ...*Value) *Value {
	g.depth++
	defer func() { g.depth-- }()
	d := demands{required: make(map[string]bool)}
	for _, schema := range schemas {
		g.gather(&d, schema)
	}
	return g.meet(&d)
}

func (g *generator) gather(d *demands, schema *Value) {
	for _, m := range schema.Members {
		switch m.Name {
		case "$ref":
			target, err := g.schema.target(m.Value.Text)
			if err != nil {
				panic(err) // Load has looked
			}
			g.gather(d, target)
		case "allOf":
			for _, part := range m.Value.Items {
				g.gather(d, part)
			}
		case "oneOf":
			g.choose(d, m.Value.Items)
		case "type":
			d.types = append(d.types, m.Value.Text)
		case "const":
			d.constant = m.Value
		case "enum":
			d.enum = m.Value.Items
		case "properties":
			for _, p := range m.Value.Members {
				d.property(p.Name, p.Value)
			}
		case "required":
			for _, name := range m.Value.Items {
				d.required[name.Text] = true
			}
		case "items":
			d.items = m.Value
		case "minItems":
			d.minItems = int(integer(m.Value))
		case "minimum":
			d.minimum = ptr(integer(m.Value))
		case "maximum":
			d.maximum = ptr(integer(m.Value))
		case "pattern":
			d.pattern = m.Value.Text
		case "not":
			d.notNull = true
		case "unevaluatedProperties", "additionalProperties":
			d.closed = d.closed || m.Value.Kind == Bool && m.Value.Text == "false"
		}
	}
}

// choose takes one branch of a union, and remembers the others.
func (g *generator) choose(d *demands, branches []*Value) {
	chosen := g.rand.IntN(len(branches))
	for i, branch := range branches {
		if i == chosen {
			g.gather(d, branch)
		} else {
			d.others = append(d.others, branch)
		}
	}
}

func (d *demands) property(name string, schema *Value) {
	for i := range d.properties {
		if d.properties[i].name == name {
			d.properties[i].schemas = append(d.properties[i].schemas, schema)
			return
		}
	}
	d.properties = append(d.properties, property{name, []*Value{schema}})
}

func (d *demands) declares(name string) bool {
	for _, p := range d.properties {
		if p.name == name {
			return true
		}
	}
	return false
}

func ptr(n int64) *int64 { return &n }

func integer(v *Value) int64 {
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil {
		panic(fmt.Sprintf("a bound that is no 64-bit integer: %s", v.Text))
	}
	return n
}

func (g *generator) meet(d *demands) *Value {
	switch {
	case d.constant != nil:
		return d.constant.Clone()
	case d.enum != nil:
		return d.enum[g.rand.IntN(len(d.enum))].Clone()
	case len(d.types) == 0 && len(d.properties) == 0:
		return g.any(d.notNull)
	}
	kind := "object"
	if len(d.types) > 0 {
		kind = d.types[0]
	}
	switch kind {
	case "string":
		return g.text(d)
	case "integer":
		return number(g.integer(d))
	case "number":
		return number(randomNumber(g.rand))
	case "boolean":
		return boolean(g.rand.IntN(2) == 0)
	case "array":
		return g.array(d)
	case "null":
		return null()
	default:
		return g.object(d)
	}
}

func (g *generator) any(notNull bool) *Value {
	for {
		if v := randomAny(g.rand, 3); v.Kind != Null || !notNull {
			return v
		}
	}
}

func (g *generator) text(d *demands) *Value {
	if d.pattern == "" {
		return text(randomText(g.rand))
	}
	s, err := matching(g.rand, d.pattern)
	if err != nil {
		panic(err)
	}
	return text(s)
}

func (g *generator) integer(d *demands) string {
	least, most := int64(-1<<53+1), int64(1<<53-1)
	if d.minimum != nil {
		least = *d.minimum
	}
	if d.maximum != nil {
		most = *d.maximum
	}
	return randomInteger(g.rand, least, most)
}

func (g *generator) array(d *demands) *Value {
	v := &Value{Kind: Array}
	n := randomCount(g.rand)
	if g.depth > bareBelow {
		n = 0
	}
	for range max(d.minItems, n) {
		v.Items = append(v.Items, g.value(d.items))
	}
	return v
}

// object sets the required members and a share of the optional ones that differs from object to object, so that bare
// ones and full ones both come up.
func (g *generator) object(d *demands) *Value {
	if len(d.properties) == 0 && !d.closed {
		return randomObject(g.rand, 3)
	}
	v := &Value{Kind: Object}
	share := []int{0, 20, 50, 80, 100}[g.rand.IntN(5)]
	if g.depth > bareBelow {
		share = 0
	}
	for _, p := range d.properties {
		if d.required[p.name] || g.rand.IntN(100) < share {
			v.Members = append(v.Members, Member{p.name, g.value(p.schemas...)})
		}
	}
	if !d.closed {
		g.extend(v, d)
	}
	return v
}

// extend gives an open object members that its type does not declare: at times one that a sibling in its union does,
// at times one that nobody does.
func (g *generator) extend(v *Value, d *demands) {
	if len(d.others) > 0 && g.rand.IntN(4) == 0 {
		sibling := demands{required: make(map[string]bool)}
		g.gather(&sibling, d.others[g.rand.IntN(len(d.others))])
		if n := len(sibling.properties); n > 0 {
			p := sibling.properties[g.rand.IntN(n)]
			if !d.declares(p.name) {
				v.Members = append(v.Members, Member{p.name, g.value(p.schemas...)})
			}
		}
	}
	if g.rand.IntN(20) == 0 {
		name := "x-" + textOf(g.rand, 3)
		if v.Get(name) == nil {
			v.Members = append(v.Members, Member{name, randomAny(g.rand, 2)})
			g.strangers = true
		}
	}
}
