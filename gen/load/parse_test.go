package load

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// outline writes a tree with the place of every name and value.
func outline(n *Node) string {
	var b strings.Builder
	var write func(n *Node, indent string)
	write = func(n *Node, indent string) {
		fmt.Fprintf(&b, "%s %q at %d:%d\n", n.Kind, n.Text, n.Pos.Line, n.Pos.Col)
		for _, m := range n.Members {
			fmt.Fprintf(&b, "%s%q at %d:%d: ", indent, m.Key, m.KeyPos.Line, m.KeyPos.Col)
			write(m.Value, indent+"  ")
		}
		for i, item := range n.Items {
			fmt.Fprintf(&b, "%s%d: ", indent, i)
			write(item, indent+"  ")
		}
	}
	if n == nil {
		return "no tree\n"
	}
	write(n, "  ")
	return b.String()
}

func TestTree(t *testing.T) {
	const text = "{\"b\": [1.50, -0E+2,\n\ttrue ],\r\n \"a\" : {\"\": null},\n\"é\\u00e9\\ud83d\\ude00\\n\\/\": \"\U0001F600\"}\n"
	n, err := Parse("t.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := `object "" at 1:1
  "b" at 1:2: array "" at 1:7
    0: number "1.50" at 1:8
    1: number "-0E+2" at 1:14
    2: boolean "true" at 2:2
  "a" at 3:2: object "" at 3:8
    "" at 3:9: null "null" at 3:13
  "éé😀\n/" at 4:1: string "😀" at 4:29
`
	if diff := cmp.Diff(want, outline(n)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if got := n.Get("a").Get("").Pos.String(); got != "t.json:3:13" {
		t.Errorf("place is %s", got)
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		tree       string // what the tree is beside the errors, "" where there is none
		want       []string
	}{
		{"empty", "", "", []string{`1:1: #: file holds no JSON value`}},
		{"only space", " \n ", "", []string{`2:2: #: file holds no JSON value`}},
		{"byte order mark", "\xef\xbb\xbf{}", "{}", []string{`1:1: #: file starts with a byte order mark; save the file as UTF-8 without a byte order mark`}},
		{"UTF-16", "\xff\xfe{\x00}\x00", "", []string{`1:1: #: file is UTF-16; save the file as UTF-8 without a byte order mark`}},
		{"invalid UTF-8", "[\"a\xffb\xfe\", \"\xc3\"]", `["a�b�","�"]`, []string{
			`1:4: #/0: byte 0xFF is not valid UTF-8; save the file as UTF-8 without a byte order mark`,
			`1:11: #/1: byte 0xC3 is not valid UTF-8; save the file as UTF-8 without a byte order mark`}},
		{"encoded surrogate", "\"\xed\xa0\x80\"", `"���"`, []string{
			`1:2: #: byte 0xED is not valid UTF-8; save the file as UTF-8 without a byte order mark`}},
		{"a replacement character is one", `"�\ufffd"`, `"��"`, nil},
		{"lone surrogates", `["\ud83d", "\ude00x", "\ud83d\ud83d\ude00", "\ud83d\n"]`, "[\"�\",\"�x\",\"�\U0001F600\",\"�\\n\"]", []string{
			`1:3: #/0: lone surrogate \ud83d; half of a pair stands for no character`,
			`1:13: #/1: lone surrogate \ude00; half of a pair stands for no character`,
			`1:24: #/2: lone surrogate \ud83d; half of a pair stands for no character`,
			`1:46: #/3: lone surrogate \ud83d; half of a pair stands for no character`}},
		{"escapes", `["\x", "\u12g4", "\u1"]`, `["�x","�12g4","�1"]`, []string{
			`1:3: #/0: JSON has no escape of 'x'; a backslash itself is written \\`,
			`1:9: #/1: \u without its four digits; \u takes four hexadecimal digits`,
			`1:19: #/2: \u without its four digits; \u takes four hexadecimal digits`}},
		{"control character", "\"a\tb\"", `"a�b"`, []string{`1:3: #: control character in a string, to be written as \u0009`}},
		{"line break", "{\"a\": \"b\n\"}", "", []string{`1:7: #/a: string is not closed on its line; close it, or write a line break as \n`}},
		{"open string", `["a`, "", []string{`1:2: #/0: string is not closed`}},
		{"open escape", `"a\`, "", []string{`1:1: #: string is not closed`}},
		{"duplicates", `{"a": 1, "b": {"x": 1, "\u0078": 2}, "a": [0], "a": 3}`, `{"a":1,"b":{"x":1}}`, []string{
			`1:24: #/b/x: duplicate member "x", first at t.json:1:16; readers disagree on which one counts, keep one`,
			`1:38: #/a: duplicate member "a", first at t.json:1:2; readers disagree on which one counts, keep one`,
			`1:48: #/a: duplicate member "a", first at t.json:1:2; readers disagree on which one counts, keep one`}},
		{"trailing data", `{} {}`, `{}`, []string{`1:4: #: '{' after the end of the document; a document is one value`}},
		{"trailing commas", `{"a": [1,], "b": {"c": 2,},}`, `{"a":[1],"b":{"c":2}}`, []string{
			`1:9: #/a: comma after the last value; remove it`,
			`1:25: #/b: comma after the last value; remove it`,
			`1:27: #: comma after the last value; remove it`}},
		{"missing commas", `{"a": [1 2] "b": 3}`, `{"a":[1,2],"b":3}`, []string{
			`1:10: #/a: comma missing before '2'`,
			`1:13: #: comma missing before '"'`}},
		{"only a comma", `[,]`, "", []string{`1:2: #/0: ',' where a value should be`}},
		{"two commas", `[1,,2]`, "", []string{`1:4: #/1: ',' where a value should be`}},
		{"open object", `{"a": 1`, "", []string{`1:8: #: end of file where a comma or '}' should be`}},
		{"open array", `[`, "", []string{`1:2: #/0: end of file where a value should be`}},
		{"wrong bracket", `{"a": [1}`, "", []string{`1:9: #/a: '}' where a comma or ']' should be`}},
		{"no colon", `{"a" 1}`, "", []string{`1:6: #/a: '1' where the colon after a member name should be`}},
		{"no name", `{1: 2}`, "", []string{`1:2: #: '1' where a member name should be; member names stand in double quotes`}},
		{"bare name", `{a: 1, $b: 2}`, `{"a":1,"$b":2}`, []string{
			`1:2: #: member name a without quotes; write it in double quotes`,
			`1:8: #: member name $b without quotes; write it in double quotes`}},
		{"single quotes", `{"a": 'b'}`, "", []string{`1:7: #/a: single quote; strings stand in double quotes`}},
		{"comments", "// one\n{/* two */\"a\": 1} // three", `{"a":1}`, []string{
			`1:1: #: comment, which JSON does not have; say it in "$comment" or "description"`,
			`2:2: #: comment, which JSON does not have; say it in "$comment" or "description"`,
			`2:19: #: comment, which JSON does not have; say it in "$comment" or "description"`}},
		{"words", `[True, None, NaN, yes]`, `[null,null,null,null]`, []string{
			`1:2: #/0: True is no JSON value; write true`,
			`1:8: #/1: None is no JSON value; write null`,
			`1:14: #/2: NaN is no JSON value; JSON has only finite numbers`,
			`1:19: #/3: yes is no JSON value`}},
		{"numbers", `[01, +1, .5, 1., 1e, 0x1F, 1.5.2, --1, -]`, `[0,0,0,0,0,0,0,0,0]`, []string{
			`1:2: #/0: 01 is not how JSON writes a number; digits, then perhaps a fraction and an exponent`,
			`1:6: #/1: +1 is not how JSON writes a number; digits, then perhaps a fraction and an exponent`,
			`1:10: #/2: .5 is not how JSON writes a number; digits, then perhaps a fraction and an exponent`,
			`1:14: #/3: 1. is not how JSON writes a number; digits, then perhaps a fraction and an exponent`,
			`1:18: #/4: 1e is not how JSON writes a number; digits, then perhaps a fraction and an exponent`,
			`1:22: #/5: 0x1F is not how JSON writes a number; digits, then perhaps a fraction and an exponent`,
			`1:28: #/6: 1.5.2 is not how JSON writes a number; digits, then perhaps a fraction and an exponent`,
			`1:35: #/7: --1 is not how JSON writes a number; digits, then perhaps a fraction and an exponent`,
			`1:40: #/8: - is not how JSON writes a number; digits, then perhaps a fraction and an exponent`}},
		{"numbers out of range", `[1e400, 1e-400, 0e99999, 1e999999999999999999999]`, `[0,0,0,0]`, []string{
			`1:2: #/0: number beyond the range of a float64, which most readers of JSON have`,
			`1:9: #/1: number beyond the range of a float64, which most readers of JSON have`,
			`1:17: #/2: number beyond the range of a float64, which most readers of JSON have`,
			`1:26: #/3: number beyond the range of a float64, which most readers of JSON have`}},
		{"numbers at the edge", `[1e308, -1.7976931348623157e308, 5e-324, 0e-9999, 123456789012345678901234567890.000000000000001]`,
			`[1e308,-1.7976931348623157e308,5e-324,0e-9999,123456789012345678901234567890.000000000000001]`, nil},
		{"pointer", `{"a/b": {"c~d": {"e f": [{"$g": 01}]}}}`, `{"a/b":{"c~d":{"e f":[{"$g":0}]}}}`, []string{
			`1:33: #/a~1b/c~0d/e%20f/0/$g: 01 is not how JSON writes a number; digits, then perhaps a fraction and an exponent`}},
		{"a byte of nothing", "\x00", "", []string{`1:1: #: '\x00' where a value should be`}},
		{"invalid byte outside", "[\xff]", "", []string{`1:2: #/0: byte 0xFF where a value should be`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n, err := Parse("t.json", []byte(tt.text))
			var got []string
			if err != nil {
				for _, line := range strings.Split(err.Error(), "\n") {
					got = append(got, strings.TrimPrefix(line, "t.json:"))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if text := jsonText(n); text != tt.tree {
				t.Errorf("tree is %s, want %s", text, tt.tree)
			}
		})
	}
}

// jsonText writes a tree as compact JSON.
func jsonText(n *Node) string {
	if n == nil {
		return ""
	}
	var parts []string
	switch n.Kind {
	case Object:
		for _, m := range n.Members {
			key, _ := json.Marshal(m.Key)
			parts = append(parts, string(key)+":"+jsonText(m.Value))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case Array:
		for _, item := range n.Items {
			parts = append(parts, jsonText(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case String:
		text, _ := json.Marshal(n.Text)
		return string(text)
	}
	return n.Text
}

func TestDepth(t *testing.T) {
	nested := func(depth int) []byte {
		return []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
	}
	if _, err := Parse("t.json", nested(MaxDepth)); err != nil {
		t.Errorf("%d: %v", MaxDepth, err)
	}
	n, err := Parse("t.json", nested(MaxDepth+1))
	if n != nil || err == nil || !strings.Contains(err.Error(), "nested deeper than 1000") {
		t.Errorf("%d: %v", MaxDepth+1, err)
	}
}

// TestGolden holds what is said of each file of testdata against the file beside it.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in testdata: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			n, err := Parse(filepath.Base(name), data)
			got := fmt.Sprintf("%v\n\n%s", err, outline(n))
			golden := strings.TrimSuffix(name, ".json") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestLargeObject(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "%c\"m%d\": %d", "{,"[min(i, 1)], i, i)
	}
	b.WriteString(`, "m7": true}`)
	n, err := Parse("t.json", []byte(b.String()))
	if err == nil || !strings.Contains(err.Error(), `duplicate member "m7"`) {
		t.Errorf("error is %v", err)
	}
	if got := n.Get("m7").Text; got != "7" {
		t.Errorf("m7 is %s, want the first", got)
	}
	if n.Get("m99").Text != "99" || n.Get("m100") != nil {
		t.Error("the last member is lost, or one is there that is not")
	}
}

// FuzzParse holds Parse against encoding/json: it takes nothing that the library refuses, and refuses what it takes only
// for a reason of ours.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a": [1, -2.5e3, "x\u00e9\n", true, null], "b": {}}`, `[1,]`, `{"a": 1, "a": 2}`, `"\ud800"`, "\xff", `{a: 'b'} // c`, `1e999`, "[[[["} {
		f.Add([]byte(seed))
	}
	stricter := []string{"duplicate member", "lone surrogate", "not valid UTF-8", "beyond the range", "nested deeper"}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse("f.json", data)
		if err == nil && n == nil {
			t.Fatal("neither a tree nor an error")
		}
		valid := json.Valid(data)
		if err == nil && !valid {
			t.Fatalf("took %q, which is not JSON", data)
		}
		if err != nil && valid {
			for _, line := range strings.Split(err.Error(), "\n") {
				if !containsAny(line, stricter) {
					t.Errorf("refused %q: %s", data, line)
				}
			}
		}
		if err == nil {
			var want, got any
			if json.Unmarshal(data, &want) != nil || json.Unmarshal([]byte(jsonText(n)), &got) != nil {
				t.Skip("encoding/json has limits of its own")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q: -want +got\n%s", data, diff)
			}
		}
	})
}

func containsAny(s string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}

func BenchmarkParse(b *testing.B) {
	text := []byte(`{"$defs": {` + strings.Repeat(`"Name": {"type": "object", "properties": {"id": {"type": "string", "description": "what it is called"}}},`, 500) + `"Last": true}}`)
	for i, n := 0, 0; i < len(text)-4; i++ { // names of their own, or each would be a duplicate
		if string(text[i:i+6]) == `"Name"` {
			copy(text[i+1:], fmt.Sprintf("%04d", n))
			n++
		}
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Parse("b.json", text); err != nil {
			b.Fatal(err)
		}
	}
}
