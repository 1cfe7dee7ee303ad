package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/names"
	"github.com/google/go-cmp/cmp"
)

func TestSentence(t *testing.T) {
	tests := []struct{ name, description, want string }{
		{"EndEvent", "Closes a streamed text message.", "EndEvent closes a streamed text message."},
		{"Event", "Any event. Every member counts.", "Event is any event. Every member counts."},
		{"Delta", "The fragment to append.", "Delta is the fragment to append."},
		{"Messages", "The messages so far.", "Messages are the messages so far."},
		{"InputTokens", "The number of tokens.", "InputTokens is the number of tokens."},
		{"BaseEvent", "The fields of every event.", "BaseEvent has the fields of every event."},
		{"Result", "The run's result.", "Result is the run's result."},
		{"Timestamp", "When it was made.", "Timestamp is when it was made."},
		{"Role", "Whether it is one.", "Role is whether it is one."},
		{"Metadata", "Extra information.", "Metadata: Extra information."},
		{"State", "Names of states.", "State: Names of states."},
		{"State", "Names a state.", "State names a state."},
		{"State", "State of the agent.", "State of the agent."},
		{"Code", "a code", "Code: a code"},
		{"Code", "HTTP status.", "Code: HTTP status."},
		{"Code", "The", "Code: The"},
		{"Text", "日本の文。", "Text: 日本の文。"},
	}
	for _, tt := range tests {
		if got := sentence(tt.name, tt.description); got != tt.want {
			t.Errorf("%s, %q: got %q, want %q", tt.name, tt.description, got, tt.want)
		}
	}
}

func TestDoc(t *testing.T) {
	long := strings.Repeat("word ", 30)
	tests := []struct {
		name, description string
		deprecated        bool
		more              []string
		want              []string
	}{
		{"One line", "The only\none.", false, nil, []string{"// X is the only one."}},
		{"Paragraphs", "The first.\n \n\nThe second.\r\n\r\nThe third.", false, []string{"More."},
			[]string{"// X is the first.", "//", "// The second.", "//", "// The third.", "//", "// More."}},
		{"Wrapped", long, false, nil, []string{
			"// X: " + strings.TrimSpace(strings.Repeat("word ", 19)), "// " + strings.TrimSpace(strings.Repeat("word ", 11))}},
		{"Marked", "The old one.", true, nil, []string{"// X is the old one.", "//", "// Deprecated: the schema marks it as deprecated."}},
		{"Marked, with a reason", "The old one.\n\nDeprecated: use Y.", true, nil, []string{"// X is the old one.", "//", "// Deprecated: use Y."}},
		{"Not marked", "The old one.\n\nDeprecated: not so.", false, nil, []string{"// X is the old one.", "//", "// deprecated: not so."}},
		{"A constraint of old", "The one.\n\n+build ignore", false, nil, []string{"// X is the one.", "//", "// + build ignore"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, doc("X", tt.description, tt.deprecated, tt.more...)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.name, diff)
		}
	}
}

// hostile are descriptions that try to be more than text.
var hostile = []string{
	"*/ func init() { panic(1) } /*",
	"/* not a comment of another kind */",
	"/*",
	"//go:build ignore",
	"one\n//go:build ignore\n\n//go:build ignore\n",
	"one\r//line evil.go:1\r\n//line evil.go:1",
	"//line evil.go:1",
	"+build ignore\n\n+build ignore",
	"one\u2028func init() { panic(1) }\u2029func init() {}",
	"one\u0085func init() {}\vfunc init() {}\ffunc init() {}",
	"right \u202eto\u202c left \u2066isolated\u2069 \u200f \u061c",
	"nul \x00, bell \x07, escape \x1b[31m, delete \x7f, c1 \u009b",
	"bad utf-8 \xff\xfe, replaced \ufffd, mark \ufeff",
	"ends in a backslash \\",
	"`back` \"double\" 'single' %s %d {{.}}",
	"Deprecated: from the start.\n\nDeprecated: again.",
	strings.Repeat("x", 300) + "\n" + strings.Repeat("Deprecated: ", 30) + strings.Repeat("+build ", 30),
	"# heading\n\n# heading",
	"  - list\n  - list\n\n\t\tcode",
	"[link]: https://example.com\n\n[another]: https://example.com",
	"\n\n \t \r\n",
}

// TestHostileDescriptions puts each where a description can stand, and looks at what Go makes of the file.
func TestHostileDescriptions(t *testing.T) {
	for _, text := range hostile {
		s := schemaWithText(text)
		n, err := names.Assign(s)
		if err != nil {
			t.Fatal(err)
		}
		files, err := Emit(s, nil, n, Options{Package: "hostile"})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for _, f := range files {
			inspect(t, text, f)
		}
	}
}

func inspect(t *testing.T, text string, f File) {
	t.Helper()
	for _, r := range string(f.Data) {
		if (r < ' ' && r != '\n' && r != '\t') || r == 0x7f || (r >= 0x80 && r <= 0x9f) || (plain(string(r)) == "" && r != '\n' && r != '\ufffd') {
			t.Errorf("%q: %s holds %U", text, f.Name, r)
		}
	}
	for _, line := range strings.Split(string(f.Data), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "//") && line != "//" && !strings.HasPrefix(line, "// ") && !strings.HasPrefix(line, "//\t") {
			t.Errorf("%q: %s has the line %q", text, f.Name, line)
		}
		if strings.HasPrefix(line, "/*") || strings.HasPrefix(line, "// +build") {
			t.Errorf("%q: %s has the line %q", text, f.Name, line)
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.ParseComments)
	if err != nil {
		t.Errorf("%q: %v", text, err)
		return
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "init" {
			t.Errorf("%q: %s has an init function", text, f.Name)
		}
	}
	for _, c := range file.Comments {
		for _, para := range strings.Split(c.Text(), "\n\n") {
			if strings.HasPrefix(para, "Deprecated:") {
				t.Errorf("%q: %s marks something as deprecated: %q", text, f.Name, para)
			}
		}
	}
}

// schemaWithText is a schema in which a text stands wherever one can that is not a name.
func schemaWithText(text string) *model.Schema {
	rule := func(key string) *model.Rule {
		return &model.Rule{Base: "https://example.com/" + text, Pointer: "#/$defs/" + key}
	}
	leaf := &model.Def{Key: "Leaf", Doc: text, Title: text, Rule: rule("Leaf")}
	kind := &model.Property{Name: "kind", Type: model.Const{Value: text}, Required: true}
	leaf.Type = &model.Object{Properties: []*model.Property{
		kind,
		{Name: "value", Doc: text, Type: model.String{}, Default: text},
		{Name: text, Doc: text, Type: model.Any{}, Required: true},
	}}
	leaf.Rule.Asserts = []model.Assertion{
		model.Pattern{Source: text, RE2: text}, model.Equals{JSON: quote(text)}, model.Required{Names: []string{text}},
		model.Properties{Named: []model.NamedRule{{Name: text, Rule: &model.Rule{}}}},
	}
	union := &model.Def{Key: "Union", Doc: text, Rule: rule("Union"), Type: &model.Union{Tag: "kind", Members: []model.UnionMember{{Def: leaf, Value: text}}}}
	enum := &model.Def{Key: "Enum", Doc: text, Rule: rule("Enum"), Type: &model.Enum{Values: []model.EnumValue{{Value: text}}}}
	alias := &model.Def{Key: "Alias", Doc: text, Rule: rule("Alias"), Type: model.List{Elem: model.Ref{Def: leaf}}}
	either := &model.Def{Key: "Either", Doc: text, Rule: rule("Either"), Type: &model.KindUnion{Members: []model.KindMember{
		{Kind: model.KindString, Type: model.String{}}, {Kind: model.KindObject, Type: model.Ref{Def: union}}}}}
	inline := &model.Def{Key: "Leaf." + text, Inline: true, Rule: rule("Inline"), Type: model.String{}}
	fixed := &model.Def{Key: "Fixed", Doc: text, Rule: rule("Fixed"), Type: model.Const{Value: text}}
	return &model.Schema{ID: text, Title: text, Doc: text, Root: union, Defs: []*model.Def{union, leaf, enum, alias, either, inline, fixed}}
}
