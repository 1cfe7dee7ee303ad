package resolve

import "testing"

func TestAbsolute(t *testing.T) {
	for _, tt := range []struct{ base, ref, want string }{
		{"https://a.test/b/c.json", "d.json", "https://a.test/b/d.json"},
		{"https://a.test/b/c.json", "../d.json", "https://a.test/d.json"},
		{"https://a.test/b/c.json", "/d", "https://a.test/d"},
		{"https://a.test/b/c.json", "//e.test/d", "https://e.test/d"},
		{"https://a.test/b/c.json", "?q", "https://a.test/b/c.json?q"},
		{"https://a.test/b/c.json", "", "https://a.test/b/c.json"},
		{"https://a.test/b/c.json", "HTTP://E.Test/x/./../y%2fz", "http://e.test/y%2fz"},
		{"https://a.test/b/c.json", "urn:x:y", "urn:x:y"},
		{"urn:x:y", "", "urn:x:y"},
		{"urn:x:y", "https://a.test", "https://a.test"},
		{"folder:main.json", "b.json", "folder:b.json"},
		{"folder:sub/main.json", "b c.json", "folder:sub/b c.json"},
		{"folder:sub/main.json", "b%20c.json", "folder:sub/b c.json"},
		{"folder:sub/main.json", "./../b.json", "folder:b.json"},
		{"folder:sub/main.json", "../../b.json", "folder:../b.json"},
		{"folder:../main.json", "b.json", "folder:../b.json"},
		{"folder:main.json", "/etc/x", "folder:/etc/x"},
		{"folder:main.json", "sub/", "folder:sub/"},
		{"folder:sub/", "b.json", "folder:sub/b.json"},
		{"folder:sub/main.json", "..", "folder:./"},
		{"folder:./", "b.json", "folder:b.json"},
		{"folder:main.json", "https://a.test/x", "https://a.test/x"},
		{"urn:x:y", "b.json", "! a relative reference has no meaning against urn:x:y"},
		{"folder:main.json", "//a.test/x", `! a reference that starts with // needs a base with a scheme, by an absolute "$id"`},
		{"folder:main.json", "b.json?x", "! a query means nothing to a file"},
		{"folder:main.json", "http://[::1", "! missing ']' in host"},
	} {
		got, err := absolute(tt.base, tt.ref)
		if err != nil {
			got = "! " + err.Error()
		}
		if got != tt.want {
			t.Errorf("absolute(%q, %q) is %q, want %q", tt.base, tt.ref, got, tt.want)
		}
	}
}

func TestPathFrom(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{"https://a.test/b/c.json", "https://a.test/b/d.json", "d.json"},
		{"https://a.test/b/c.json", "https://a.test/b/d/e.json", "d/e.json"},
		{"https://a.test/b/c.json", "https://a.test/e.json", "../e.json"},
		{"https://a.test/b/c/d", "https://a.test/x/y", "../../x/y"},
		{"https://a.test/b", "https://a.test/b", "b"},
		{"https://a.test/b", "http://a.test/b", "!"},
		{"https://a.test/b", "https://c.test/b", "!"},
		{"urn:a:b", "urn:a:c", "!"},
	} {
		got, ok := pathFrom(tt.from, tt.to)
		if !ok {
			got = "!"
		}
		if got != tt.want {
			t.Errorf("pathFrom(%q, %q) is %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestDisplay(t *testing.T) {
	for uri, want := range map[string]string{
		"folder:a/b c.json": "a/b%20c.json", "folder:../a.json": "../a.json", "folder:c:d.json": "./c:d.json",
		"https://a.test/x": "https://a.test/x", "urn:x:y": "urn:x:y",
	} {
		if got := display(uri); got != want {
			t.Errorf("display(%q) is %q, want %q", uri, got, want)
		}
	}
}
