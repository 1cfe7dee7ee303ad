package schema_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/runtime/schema"
)

func TestType(t *testing.T) {
	typed := func(want schema.Types) schema.Func { return func(e *schema.Eval) { e.Type(want) } }
	judge(t, []verdict{
		{"null", typed(schema.Null), `null`, nil},
		{"boolean", typed(schema.Boolean), `false`, nil},
		{"integer", typed(schema.Integer), `-7`, nil},
		{"an integer with a fraction of 0", typed(schema.Integer), `1.0`, nil},
		{"an integer with an exponent", typed(schema.Integer), `1e3`, nil},
		{"an integer far beyond 64 bits", typed(schema.Integer), `100000000000000000000000`, nil},
		{"a number", typed(schema.Number), `1.5`, nil},
		{"an integer is a number", typed(schema.Number), `1`, nil},
		{"array", typed(schema.Array), `[]`, nil},
		{"object", typed(schema.Object), `{}`, nil},
		{"one of two", typed(schema.String | schema.Null), `null`, nil},
		{"a fraction is no integer", typed(schema.Integer), `1.5`,
			all(broken("type", "", "/type", "must be an integer, but is 1.5"))},
		{"null is no object", typed(schema.Object), `null`,
			all(broken("type", "", "/type", "must be an object, but is null"))},
		{"an object is neither", typed(schema.String | schema.Null | schema.Array), `{"a":1}`,
			all(broken("type", "", "/type", "must be null, a string or an array, but is an object"))},
	})
}

func TestConst(t *testing.T) {
	isConst := func(json string) schema.Func { return func(e *schema.Eval) { e.Const(json) } }
	user := func(e *schema.Eval) { e.ConstString("user") }
	judge(t, []verdict{
		{"text", user, `"user"`, nil},
		{"text with an escape", user, `"\u0075ser"`, nil},
		{"another text", user, `"usr"`, all(broken("const", "", "/const", `must be "user", but is "usr"`))},
		{"no text", user, `["user"]`, all(broken("const", "", "/const", `must be "user", but is an array`))},
		{"text as JSON", isConst(`"a\n"`), `"\u0061\n"`, nil},
		{"null", isConst(`null`), `null`, nil},
		{"true", isConst(`true`), `true`, nil},
		{"false is not true", isConst(`true`), `false`, all(broken("const", "", "/const", "must be true, but is false"))},
		{"false is not 0", isConst(`false`), `0`, all(broken("const", "", "/const", "must be false, but is 0"))},
		{"a number by value", isConst(`10`), `1.0e1`, nil},
		{"a number that a float64 cannot tell apart", isConst(`9007199254740993`), `9007199254740992`,
			all(broken("const", "", "/const", "must be 9007199254740993, but is 9007199254740992"))},
		{"an object in another order", isConst(`{"a":1,"b":[2]}`), `{"b":[2.0],"a":1}`, nil},
		{"an object with more", isConst(`{"a":1}`), `{"a":1,"b":2}`,
			all(broken("const", "", "/const", `must be {"a":1}, but is an object`))},
		{"an array in another order", isConst(`[1,2]`), `[2,1]`,
			all(broken("const", "", "/const", "must be [1,2], but is an array"))},
	})
}

func TestEnum(t *testing.T) {
	mixed := func(e *schema.Eval) { e.Enum(`1`, `"a"`, `[{}]`) }
	words := func(e *schema.Eval) { e.EnumStrings("low", "mid", "high") }
	judge(t, []verdict{
		{"number", mixed, `1.0`, nil},
		{"text", mixed, `"a"`, nil},
		{"structure", mixed, `[ { } ]`, nil},
		{"none", mixed, `[[]]`, all(broken("enum", "", "/enum", `must be 1, "a" or [{}], but is an array`))},
		{"word", words, `"mid"`, nil},
		{"no such word", words, `"Mid"`, all(broken("enum", "", "/enum", `must be "low", "mid" or "high", but is "Mid"`))},
		{"no word", words, `null`, all(broken("enum", "", "/enum", `must be "low", "mid" or "high", but is null`))},
	})
}

func TestLength(t *testing.T) {
	two := func(e *schema.Eval) { e.MinLength(2) }
	one := func(e *schema.Eval) { e.MaxLength(1) }
	judge(t, []verdict{
		{"long enough", two, `"ab"`, nil},
		{"too short", two, `"a"`, all(broken("minLength", "", "/minLength", "must have at least 2 characters, but has 1"))},
		{"code points, not bytes", two, `"💩"`, all(broken("minLength", "", "/minLength", "must have at least 2 characters, but has 1"))},
		{"code points, not UTF-16", one, `"\ud83d\udca9"`, nil},
		{"too long", one, `"ab"`, all(broken("maxLength", "", "/maxLength", "must have at most 1 character, but has 2"))},
		{"no string", two, `[]`, nil},
		{"no string either", one, `[1,2,3]`, nil},
	})
}

func TestPattern(t *testing.T) {
	digits := &schema.Regexp{Source: `\d+`, RE2: `[0-9]+`}
	bad := &schema.Regexp{Source: `(`, RE2: `(`}
	judge(t, []verdict{
		{"somewhere", func(e *schema.Eval) { e.Pattern(digits) }, `"a1b"`, nil},
		{"nowhere", func(e *schema.Eval) { e.Pattern(digits) }, `"ab"`,
			all(broken("pattern", "", "/pattern", `must match the regular expression \d+, but is "ab"`))},
		{"no string", func(e *schema.Eval) { e.Pattern(digits) }, `5`, nil},
		{"what does not compile matches nothing", func(e *schema.Eval) { e.Pattern(bad) }, `""`,
			all(broken("pattern", "", "/pattern", `must match the regular expression (, but is ""`))},
	})
}

func TestBounds(t *testing.T) {
	atLeast := func(e *schema.Eval) { e.Minimum("-9007199254740991") }
	atMost := func(e *schema.Eval) { e.Maximum("0.3") }
	above := func(e *schema.Eval) { e.ExclusiveMinimum("0") }
	below := func(e *schema.Eval) { e.ExclusiveMaximum("1e2") }
	judge(t, []verdict{
		{"minimum met", atLeast, `-9007199254740991`, nil},
		{"minimum missed by what a float64 does not see", atLeast, `-9007199254740991.0000000000001`,
			all(broken("minimum", "", "/minimum", "must be at least -9007199254740991, but is -9007199254740991.0000000000001"))},
		{"maximum met", atMost, `0.3`, nil},
		{"maximum missed", atMost, `0.30000000000000004`,
			all(broken("maximum", "", "/maximum", "must be at most 0.3, but is 0.30000000000000004"))},
		{"exclusive minimum met", above, `1e-300`, nil},
		{"exclusive minimum missed", above, `-0.0`,
			all(broken("exclusiveMinimum", "", "/exclusiveMinimum", "must be more than 0, but is -0.0"))},
		{"exclusive maximum met", below, `99.999`, nil},
		{"exclusive maximum missed", below, `100`,
			all(broken("exclusiveMaximum", "", "/exclusiveMaximum", "must be less than 1e2, but is 100"))},
		{"no number", func(e *schema.Eval) { above(e); below(e); atLeast(e); atMost(e) }, `"-1e9"`, nil},
	})
}

func TestMultipleOf(t *testing.T) {
	cents := func(e *schema.Eval) { e.MultipleOf("0.01") }
	judge(t, []verdict{
		{"by value, not by float64", cents, `19.99`, nil},
		{"zero", cents, `0`, nil},
		{"huge", cents, `1e308`, nil},
		{"a rest", cents, `0.0075`, all(broken("multipleOf", "", "/multipleOf", "must be a multiple of 0.01, but is 0.0075"))},
		{"no number", cents, `"0.0075"`, nil},
	})
}

func TestMessagesAreShort(t *testing.T) {
	long := `"` + strings.Repeat("é", 50) + `"`
	judge(t, []verdict{
		{"text", isInteger, long,
			all(broken("type", "", "/type", `must be an integer, but is "`+strings.Repeat("é", 30)+`"…`))},
		{"number", isString, strings.Repeat("1", 100),
			all(broken("type", "", "/type", "must be a string, but is "+strings.Repeat("1", 60)+"…"))},
		{"what cannot be seen is escaped", isInteger, `"a\u202eb\u0000"`,
			all(broken("type", "", "/type", `must be an integer, but is "a\u202eb\x00"`))},
	})
}

func TestMessagesListWhatTheSchemaHas(t *testing.T) {
	many := make([]string, 300)
	for i := range many {
		many[i] = fmt.Sprintf("value-%03d", i)
	}
	shown := make([]string, 93)
	for i := range shown {
		shown[i] = strconv.Quote(many[i])
	}
	newline := &schema.Regexp{Source: "^\n$", RE2: "^\n$"}
	judge(t, []verdict{
		{"not all of a long list", func(e *schema.Eval) { e.EnumStrings(many...) }, `1`,
			all(broken("enum", "", "/enum", "must be "+strings.Join(shown, ", ")+", … (207 more), but is 1"))},
		{"not all of a long text", func(e *schema.Eval) { e.Const("[" + strings.Repeat("1,", 1000) + "1]") }, `1`,
			all(broken("const", "", "/const", "must be ["+strings.Repeat("1,", 599)+"1…, but is 1"))},
		{"what cannot be seen is escaped", func(e *schema.Eval) { e.Pattern(newline) }, `"a"`,
			all(broken("pattern", "", "/pattern", `must match the regular expression "^\n$", but is "a"`))},
	})
}
