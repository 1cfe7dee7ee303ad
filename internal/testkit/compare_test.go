package testkit

import (
	"strings"
	"testing"
)

func TestSameEvent(t *testing.T) {
	for _, tt := range []struct{ name, want, got, diff string }{
		{"itself", `{"a":[1,"x",null,true]}`, `{"a":[1,"x",null,true]}`, ""},
		{"order of members", `{"a":1,"b":2}`, `{"b":2,"a":1}`, ""},
		{"escapes and white space", `{"a":"é"}`, ` {"\u0061" : "\u00e9"}`, ""},
		{"numbers by value", `[1e3,0.1,12345678901234567890]`, `[1000,0.10,12345678901234567000]`, ""},
		{"number", `{"a":1}`, `{"a":2}`, `"/a": want 1, got 2`},
		{"number and text", `{"a":1}`, `{"a":"1"}`, `"/a": want 1, got "1"`},
		{"null and absent", `{"a":null}`, `{}`, `"/a": want null, got nothing`},
		{"null and false", `[null]`, `[false]`, `"/0": want null, got false`},
		{"member too many", `{}`, `{"a/b~":1}`, `"/a~1b~0": want nothing, got 1`},
		{"item too many", `[1]`, `[1,2]`, `"": want 1 items, got 2`},
		{"order of items", `[1,2]`, `[2,1]`, `"/0": want 1, got 2`},
		{"optional list gone", `{"toolCalls":[]}`, `{}`, ""},
		{"optional list come", `{}`, `{"input":1,"tools":[]}`, `"/input": want nothing, got 1`},
		{"optional list with items gone", `{"usage":[1]}`, `{}`, `"/usage": want [1], got nothing`},
		{"required list gone", `{"messages":[]}`, `{}`, `"/messages": want [], got nothing`},
		{"list gone in open data", `{"metadata":{"usage":[]}}`, `{"metadata":{}}`, `"/metadata/usage": want [], got nothing`},
		{"list gone deep in open data", `{"value":[{"a":{"tools":[]}}]}`, `{"value":[{"a":{}}]}`, `"/value/0/a/tools": want [], got nothing`},
		{"not JSON", `{}`, `{`, "text got: unexpected EOF"},
		{"trailing data", `{}`, `{}{}`, "text got: data after the value at offset 3"},
	} {
		got := ""
		if err := SameEvent(tt.want, tt.got); err != nil {
			got = err.Error()
		}
		if got != tt.diff {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.diff)
		}
	}
}

func TestSameBytes(t *testing.T) {
	if err := SameBytes([]byte{1, 2}, []byte{1, 2}); err != nil {
		t.Error(err)
	}
	for _, tt := range []struct{ want, got, diff string }{
		{"\x01\x02\x03", "\x01\x04\x03", "differ at byte 1: want …01[0203] (3 bytes), got …01[0403] (3 bytes)"},
		{"\x01\x02", "\x01", "differ at byte 1: want …01[02] (2 bytes), got …01[] (1 bytes)"},
		{"", "\x01", "differ at byte 0: want …[] (0 bytes), got …[01] (1 bytes)"},
	} {
		if err := SameBytes([]byte(tt.want), []byte(tt.got)); err == nil || err.Error() != tt.diff {
			t.Errorf("got %v, want %s", err, tt.diff)
		}
	}
}

func TestSameText(t *testing.T) {
	if err := SameText("abc", "abc"); err != nil {
		t.Error(err)
	}
	err := SameText(strings.Repeat("x", 100)+"a", strings.Repeat("x", 100)+"b")
	if err == nil || !strings.HasPrefix(err.Error(), "differ at byte 100: ") {
		t.Errorf("got %v", err)
	}
}
