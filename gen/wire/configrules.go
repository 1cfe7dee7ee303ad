package wire

import (
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
)

func (p *configParser) packageName(n *yamlNode) Name { return p.checked(n, packageForm) }

func (p *configParser) fileRules(n *yamlNode) []fileRule {
	var out []fileRule
	seen := map[string]diag.Pos{}
	for _, item := range p.items(n) {
		r := fileRule{name: Name{Pos: item.pos}}
		p.mapping(item, keys{
			"name":  func(n *yamlNode) { r.name = p.checked(n, fileForm) },
			"holds": func(n *yamlNode) { r.holds = p.names(n) },
		})
		if r.name.Text == "" || len(r.holds) == 0 {
			p.diags.Addf(item.pos, "", "a file has a name and holds something: {name: types.proto, holds: [\"*\"]}")
			continue
		}
		if first, ok := seen[r.name.Text]; ok {
			p.diags.Addf(r.name.Pos, "", "%s is already described at %s", r.name.Text, first)
			continue
		}
		seen[r.name.Text] = r.name.Pos
		out = append(out, r)
	}
	return out
}

// fileOptions turns options into .proto text. Only the options that protobuf itself defines are known: another would
// need an import that says what it is.
func (p *configParser) fileOptions(n *yamlNode) []Option {
	var out []Option
	for _, e := range p.entries(n) {
		kind, ok := fileOptionKinds[e.key.Text]
		if !ok {
			p.diags.Add(diag.Diagnostic{Pos: e.key.Pos, Message: "unknown file option " + quote(e.key.Text),
				Hint: suggest(e.key.Text, fileOptionNames(), "there are "+strings.Join(fileOptionNames(), ", "))})
			continue
		}
		v := e.value
		switch kind {
		case optionString:
			if name := p.name(v); name.Text != "" {
				out = append(out, Option{Name: e.key.Text, Value: StringLiteral(name.Text)})
			}
		case optionBool:
			if v.kind != yamlBool {
				p.wrong(v, yamlBool)
				continue
			}
			out = append(out, Option{Name: e.key.Text, Value: v.text})
		case optionMode:
			if name := p.oneOf(v, "mode", "SPEED", "CODE_SIZE", "LITE_RUNTIME"); name.Text != "" {
				out = append(out, Option{Name: e.key.Text, Value: name.Text})
			}
		}
	}
	return out
}

func (p *configParser) messageRules(n *yamlNode) []messageRule {
	var out []messageRule
	for _, e := range p.entries(n) {
		if name := p.checked(e.value, messageForm); name.Text != "" {
			out = append(out, messageRule{def: e.key, message: name})
		}
	}
	return out
}

func (p *configParser) composeRules(n *yamlNode) []composeRule {
	var out []composeRule
	for _, e := range p.entries(n) {
		r := composeRule{def: e.key, field: Name{Pos: e.key.Pos}}
		p.mapping(e.value, keys{"field": func(n *yamlNode) { r.field = p.checked(n, fieldForm) }})
		if r.field.Text == "" {
			p.diags.Addf(e.key.Pos, "", "say which field holds %s: {field: name}", e.key.Text)
		}
		out = append(out, r)
	}
	return out
}

func (p *configParser) enumRules(n *yamlNode) []enumRule {
	var out []enumRule
	for _, e := range p.entries(n) {
		r := enumRule{def: e.key}
		p.mapping(e.value, keys{
			"name":   func(n *yamlNode) { r.name = p.checked(n, typeForm) },
			"values": func(n *yamlNode) { r.style = p.oneOf(n, "style", styleAsIs, styleUpperSnake) },
			"prefix": func(n *yamlNode) { r.prefix = p.checked(n, identifierForm) },
			"names":  func(n *yamlNode) { r.names = p.textNames(n) },
		})
		out = append(out, r)
	}
	return out
}

func (p *configParser) textNames(n *yamlNode) []textName {
	var out []textName
	for _, e := range p.entries(n) {
		if name := p.checked(e.value, identifierForm); name.Text != "" {
			out = append(out, textName{text: e.key, name: name})
		}
	}
	return out
}

// unionKeys are the keys that each strategy knows beside its own name.
var unionKeys = map[string][]string{
	strategyEnvelope: {"oneof", "arm", "tag", "names"},
	strategyOneof:    {"oneof", "arm", "names"},
	strategyMerge:    {"split"},
	strategyTagged:   {"enum", "values", "prefix", "names", "split"},
	strategyFlatten:  {"split"},
}

func (p *configParser) unionRules(n *yamlNode) []unionRule {
	var out []unionRule
	for _, e := range p.entries(n) {
		r := unionRule{def: e.key}
		p.mapping(e.value, keys{
			"strategy": func(n *yamlNode) {
				r.strategy = p.oneOf(n, "strategy", strategyEnvelope, strategyMerge, strategyOneof, strategyFlatten, strategyTagged)
			},
			"oneof":  func(n *yamlNode) { r.oneof = p.checked(n, fieldForm) },
			"arm":    func(n *yamlNode) { r.values.style = p.oneOf(n, "style", styleAsIs, styleLowerSnake) },
			"tag":    func(n *yamlNode) { r.tag = p.name(n) },
			"enum":   func(n *yamlNode) { r.enum = p.checked(n, typeForm) },
			"values": func(n *yamlNode) { r.values.style = p.oneOf(n, "style", styleAsIs, styleUpperSnake) },
			"prefix": func(n *yamlNode) { r.values.prefix = p.checked(n, identifierForm) },
			"names":  func(n *yamlNode) { r.values.names = p.textNames(n) },
			"split":  func(n *yamlNode) { r.split = p.splitRules(n) },
		})
		switch {
		case e.value.kind != yamlMapping:
		case r.strategy.Text == "":
			p.diags.Addf(e.key.Pos, "", "say how %s is carried: strategy: envelope, merge, oneof, flatten or tagged", e.key.Text)
		default:
			p.onlyKeysOf(e.value, r.strategy.Text)
			if r.strategy.Text == strategyEnvelope && r.tag.Text == "" {
				p.diags.Addf(e.key.Pos, "", "an envelope says where its tag is carried: tag: Part.property")
			}
		}
		out = append(out, r)
	}
	return out
}

func (p *configParser) onlyKeysOf(n *yamlNode, strategy string) {
	for _, e := range n.entries {
		if e.key.Text == "strategy" {
			continue
		}
		known := false
		for _, k := range unionKeys[strategy] {
			known = known || k == e.key.Text
		}
		if _, isKey := allUnionKeys[e.key.Text]; isKey && !known {
			p.diags.Add(diag.Diagnostic{Pos: e.key.Pos, Message: "strategy " + strategy + " has no use for " + quote(e.key.Text),
				Hint: "it knows " + strings.Join(unionKeys[strategy], ", ")})
		}
	}
}

var allUnionKeys = func() map[string]bool {
	all := map[string]bool{}
	for _, keys := range unionKeys {
		for _, k := range keys {
			all[k] = true
		}
	}
	return all
}()

func (p *configParser) splitRules(n *yamlNode) []splitRule {
	var out []splitRule
	for _, e := range p.entries(n) {
		out = append(out, splitRule{property: e.key, arms: p.armRules(e.value)})
	}
	return out
}

func (p *configParser) armRules(n *yamlNode) []armRule {
	var out []armRule
	for _, e := range p.entries(n) {
		kind, ok := kindByName(e.key.Text)
		if !ok {
			p.diags.Add(diag.Diagnostic{Pos: e.key.Pos, Message: quote(e.key.Text) + " is not a JSON type",
				Hint: "there are boolean, integer, number, string, array, object"})
			continue
		}
		if kind == model.KindNull {
			p.diags.Add(diag.Diagnostic{Pos: e.key.Pos, Message: "null has no field of its own",
				Hint: "a property that may be null is carried whole by {type: google.protobuf.Value}"})
			continue
		}
		if name := p.checked(e.value, fieldForm); name.Text != "" {
			out = append(out, armRule{kind: kind, pos: e.key.Pos, field: name})
		}
	}
	return out
}

func kindByName(name string) (model.Kind, bool) {
	for k := model.KindNull; k <= model.KindObject; k++ {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

// typeOverrides are the types that wire.yaml may give a field: each carries any value as its JSON text.
var typeOverrides = map[string]WellKnown{
	"google.protobuf.Value":     "Value",
	"google.protobuf.Struct":    "Struct",
	"google.protobuf.ListValue": "ListValue",
}

func (p *configParser) fieldRules(n *yamlNode) []fieldRule {
	var out []fieldRule
	for _, e := range p.entries(n) {
		r := fieldRule{key: e.key}
		split := false
		p.mapping(e.value, keys{
			"name": func(n *yamlNode) { r.name = p.checked(n, fieldForm) },
			"type": func(n *yamlNode) {
				r.typ = p.oneOf(n, "type", "google.protobuf.Value", "google.protobuf.Struct", "google.protobuf.ListValue")
			},
			"split": func(n *yamlNode) { r.arms, split = p.armRules(n), true },
		})
		if split && (r.name.Text != "" || r.typ.Text != "") {
			p.diags.Addf(e.key.Pos, "", "%s is split: its arms say their names, and their types are their own", e.key.Text)
		}
		if e.value.kind != yamlMapping || len(e.value.entries) == 0 {
			p.diags.Addf(e.key.Pos, "", "%s says nothing: give it a name, a type or a split", e.key.Text)
		}
		out = append(out, r)
	}
	return out
}

func (p *configParser) renameRules(n *yamlNode) []renameRule {
	var out []renameRule
	for _, e := range p.entries(n) {
		if why := slotForm(e.key.Text); why != "" {
			p.diags.Addf(e.key.Pos, "", "%s %s", quote(e.key.Text), why)
			continue
		}
		before := p.checked(e.value, slotForm)
		if before.Text == "" {
			continue
		}
		out = append(out, renameRule{now: e.key, before: before})
	}
	return out
}

func (p *configParser) retireRules(n *yamlNode) []retireRule {
	var out []retireRule
	for _, e := range p.entries(n) {
		if slotForm(e.key.Text) != "" || !strings.Contains(e.key.Text, ".") {
			p.diags.Addf(e.key.Pos, "", "%s is no slot of wire.lock: Message.field, Message.oneof.arm or Enum.VALUE", quote(e.key.Text))
			continue
		}
		if e.value.kind != yamlInt {
			p.wrong(e.value, yamlInt)
			continue
		}
		number, err := strconv.Atoi(e.value.text)
		if err != nil || number < 0 || number > maxEnumNumber {
			p.diags.Addf(e.value.pos, "", "%s is no number of protobuf", e.value.text)
			continue
		}
		out = append(out, retireRule{slot: e.key, number: number})
	}
	return out
}
