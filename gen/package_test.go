package gen

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPackageName(t *testing.T) {
	folder(t, map[string]string{
		"my-chat/x.txt": "",
		// The first file that is built, is no test and not generated decides.
		"talk/a.gen.go": mark + "package old", "talk/a_test.go": "package talk_test", "talk/b.go": "//go:build ignore\n\npackage main",
		"talk/c_plan9.go": "package p9", "talk/d.go": "package", "talk/e.go": "// Package conversation talks.\npackage conversation", "talk/f.go": "package later",
		"cmd/main.go": "package main",
	})
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("my-chat")
	for _, tt := range []struct{ dir, profile, want string }{
		{"internal/chat", "", "chat"}, {"out", "agui", "agui"}, {"out", "", "out"}, {"gen", "agui", "agui"},
		{"My-API", "", "myapi"}, {"a/go", "", "generated"}, {"../1st", "", "generated"}, {"a/go", "agui", "agui"}, {"chat", "agui", "chat"},
		{".", "", "mychat"}, {"..", "", identifier(filepath.Base(here))}, {"../my-chat", "agui", "mychat"}, {"chat/v2", "", "chat"}, {"main", "", "generated"},
		{"../talk", "", "conversation"}, {"../talk", "agui", "conversation"}, {"../cmd", "", "main"},
	} {
		if tt.want == "" {
			tt.want = "generated" // the temporary folder is a number
		}
		if got := PackageName(tt.dir, tt.profile); got != tt.want {
			t.Errorf("PackageName(%q, %q) is %q, want %q", tt.dir, tt.profile, got, tt.want)
		}
	}
}

func TestPageName(t *testing.T) {
	for _, tt := range []struct {
		in   Target
		want string
	}{
		{Target{Schema: "a/ag-ui-citations.schema.json"}, "aguicitations"}, {Target{Schema: "chat.json", Profile: "agui"}, "chat"},
		{Target{Profile: "agui"}, "agui"}, {Target{Schema: "1.json", Profile: "agui"}, "agui"}, {Target{Schema: "1.json"}, "schema"},
		{Target{Schema: "chat.json", GoPackage: "talk"}, "talk"}, {Target{Schema: "chat.json", GoDir: "no/talk"}, "talk"},
	} {
		if got := tt.in.goPackage(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestOnePackage(t *testing.T) {
	folder(t, map[string]string{"talk/a.go": "// Talk.\npackage talk"})
	for pkg, want := range map[string]string{
		"talk": "",
		"chat": "talk/a.go:2:9: this folder holds package talk, and the one to generate is to be called chat; generate into a folder of its own, or as package talk",
	} {
		_, err := NewPlan(&Result{goDir: "talk", goPackage: pkg})
		if got := ""; err != nil {
			got = err.Error()
			if got != want {
				t.Errorf("%s: %q, want %q", pkg, got, want)
			}
		} else if want != "" {
			t.Errorf("%s: no error", pkg)
		}
	}
}
