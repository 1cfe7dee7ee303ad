package main

import (
	"bytes"
	"os"
	"testing"
)

// TestFilesAreThese holds that what is measured is what is made here.
func TestFilesAreThese(t *testing.T) {
	for name, want := range files() {
		got, err := os.ReadFile("../testdata/" + name + ".json")
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s.json is another; run go generate in internal/bench", name)
		}
	}
}
