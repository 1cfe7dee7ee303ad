package wire

import "testing"

func TestNames(t *testing.T) {
	for _, tt := range []struct{ in, snake, pascal string }{
		{"parcelId", "parcel_id", "ParcelId"},
		{"PARCEL_ID", "parcel_id", "PARCELID"},
		{"HTTPServer", "http_server", "HTTPServer"},
		{"userID", "user_id", "UserID"},
		{"text/plain", "text_plain", "TextPlain"},
		{"tool-call", "tool_call", "ToolCall"},
		{"tool_call", "tool_call", "ToolCall"},
		{"sha256", "sha256", "Sha256"},
		{"sha256Sum", "sha256_sum", "Sha256Sum"},
		{"ipV4", "ip_v4", "IpV4"},
		{"__a__b__", "a_b", "AB"},
		{"$ref", "ref", "Ref"},
		{"日本", "", ""},
		{"straße", "stra_e", "StraE"},
		{"", "", ""},
	} {
		if got := snakeCase(tt.in); got != tt.snake {
			t.Errorf("snakeCase(%q) = %q, want %q", tt.in, got, tt.snake)
		}
		if got := pascalCase(tt.in); got != tt.pascal {
			t.Errorf("pascalCase(%q) = %q, want %q", tt.in, got, tt.pascal)
		}
	}
	for in, want := range map[string]string{"parcel_id": "parcelId", "a__b": "aB", "a_1": "a1", "a_": "a", "aB": "aB"} {
		if got := protoJSONName(in); got != want {
			t.Errorf("protoJSONName(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"a\"b\\c": `"a\"b\\c"`,
		"é\n":     `"\303\251\012"`,
	} {
		if got := StringLiteral(in); got != want {
			t.Errorf("StringLiteral(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestGlobMatch(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"Event", "Event", true}, {"Event", "Events", false}, {"*", "", true}, {"*Event", "RunEvent", true}, {"*Event", "Event", true},
		{"*Event", "EventType", false}, {"Run*", "RunEvent", true}, {"R*E*t", "RunEvent", true}, {"R*E*x", "RunEvent", false},
		{"a*a", "a", false}, {"*a*a*", "a", false}, {"*a*a*", "xaya", true},
	} {
		if got := globMatch(tt.pattern, tt.name); got != tt.want {
			t.Errorf("globMatch(%q, %q) = %v", tt.pattern, tt.name, got)
		}
	}
}

func TestSlotScope(t *testing.T) {
	for name, want := range map[string]string{
		"A.b": "A", "A.kind.b": "A", "A.B.c": "A.B", "A.B.kind.c": "A.B", "E.VALUE": "E", "a.b": "a",
	} {
		if got := (slot{name: name}).scope(); got != want {
			t.Errorf("the scope of %s is %s, want %s", name, got, want)
		}
	}
}
