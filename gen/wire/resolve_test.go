package wire_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agui-gen/agui-gen/gen/wire"
)

// kept is a ledger as agui-gen keeps it.
func kept(t *testing.T, src string) []byte {
	t.Helper()
	if src == "" {
		return nil
	}
	return lock(t, src).Format()
}

// TestResolve holds what a merge makes of what two branches did to a ledger.
func TestResolve(t *testing.T) {
	for _, tt := range []struct {
		name               string
		base, ours, theirs string
		want               string
		moved              []wire.Renumbered
	}{
		{name: "nothing", base: "A.a = 1\n", ours: "A.a = 1\n", theirs: "A.a = 1\n", want: "A.a = 1\n"},
		{name: "each added elsewhere", base: "A.a = 1\n", ours: "A.a = 1\nB.b = 1\n", theirs: "A.a = 1\nC.c = 1\n", want: "A.a = 1\nB.b = 1\nC.c = 1\n"},
		{name: "each added a field", base: "A.a = 1\n", ours: "A.a = 1\nA.b = 2\n", theirs: "A.a = 1\nA.c = 2\nA.d = 3\n",
			want: "A.a = 1\nA.b = 2\nA.c = 4\nA.d = 3\n", moved: []wire.Renumbered{{"A.c", 2, 4, "A.b"}}},
		{name: "no base", ours: "A.a = 1\nA.b = 2\n", theirs: "A.a = 1\nA.c = 2\n",
			want: "A.a = 1\nA.b = 2\nA.c = 3\n", moved: []wire.Renumbered{{"A.c", 2, 3, "A.b"}}},
		{name: "both added one name", base: "A.a = 1\n", ours: "A.a = 1\nA.b = 2\nA.c = 3\n", theirs: "A.a = 1\nA.c = 2\n",
			want: "A.a = 1\nA.b = 2\nA.c = 3\n", moved: []wire.Renumbered{{"A.c", 2, 3, "A.b"}}},
		{name: "both added one name, and its other number is free", base: "A.a = 1\n", ours: "A.a = 1\nA.c = 2\n", theirs: "A.a = 1\nA.b = 2\nA.c = 3\n",
			want: "A.a = 1\nA.b = 4\nA.c = 2\n# reserved A.c = 3\n", moved: []wire.Renumbered{{"A.c", 3, 2, "A.c"}, {"A.b", 2, 4, "A.c"}}},
		{name: "both added the same", base: "A.a = 1\n", ours: "A.a = 1\nA.b = 2\n", theirs: "A.a = 1\nA.b = 2\n", want: "A.a = 1\nA.b = 2\n"},
		{name: "arms and fields", base: "A.a = 1\n", ours: "A.a = 1\nA.kind.b = 2\n", theirs: "A.a = 1\nA.c = 2\n",
			want: "A.a = 1\nA.c = 3\nA.kind.b = 2\n", moved: []wire.Renumbered{{"A.c", 2, 3, "A.kind.b"}}},
		{name: "values", base: "K.A = 0\n", ours: "K.A = 0\nK.B = 1\n", theirs: "K.A = 0\nK.C = 1\n",
			want: "K.A = 0\nK.B = 1\nK.C = 2\n", moved: []wire.Renumbered{{"K.C", 1, 2, "K.B"}}},
		{name: "a number that the other side had and lost", base: "A.a = 1\n", ours: "A.a = 1\nA.b = 2\n", theirs: "A.a = 1\n# reserved A.c = 2\n",
			want: "A.a = 1\nA.b = 2\n# reserved A \"c\"\n"},
		{name: "removed by one", base: "A.a = 1\nA.b = 2\n", ours: "A.a = 1\nA.b = 2\n", theirs: "A.a = 1\n# reserved A.b = 2\n", want: "A.a = 1\n# reserved A.b = 2\n"},
		{name: "removed by the first", base: "A.a = 1\nA.b = 2\n", ours: "A.a = 1\n# reserved A.b = 2\n", theirs: "A.a = 1\nA.b = 2\n", want: "A.a = 1\n# reserved A.b = 2\n"},
		{name: "removed by the first, no base", ours: "A.a = 1\n# reserved A.b = 2\n", theirs: "A.a = 1\nA.b = 2\n", want: "A.a = 1\nA.b = 2\n"},
		{name: "renamed by the other", base: "A.a = 1\n", ours: "A.a = 1\nA.c = 2\n", theirs: "A.b = 1\n", want: "A.b = 1\nA.c = 2\n"},
		{name: "renamed by the first", base: "A.a = 1\n", ours: "A.b = 1\n", theirs: "A.a = 1\nA.c = 2\n", want: "A.b = 1\nA.c = 2\n"},
		{name: "a message renamed by the other", base: "A.a = 1\n", ours: "A.a = 1\nA.c = 2\n", theirs: "B.a = 1\n", want: "B.a = 1\nB.c = 2\n"},
		{name: "a message renamed by the first", base: "A.a = 1\n", ours: "B.a = 1\n", theirs: "A.a = 1\nA.c = 2\n", want: "B.a = 1\nB.c = 2\n"},
		{name: "a message renamed by the first, both added a field", base: "A.a = 1\nA.I.x = 1\n", ours: "B.a = 1\nB.b = 2\nB.I.x = 1\n", theirs: "A.a = 1\nA.c = 2\nA.I.x = 1\nA.I.y = 2\n",
			want: "B.I.x = 1\nB.I.y = 2\nB.a = 1\nB.b = 2\nB.c = 3\n", moved: []wire.Renumbered{{"B.c", 2, 3, "B.b"}}},
		{name: "a message and its field renamed by the other", base: "A.a = 1\n", ours: "A.a = 1\nA.c = 2\n", theirs: "B.x = 1\n", want: "A.c = 2\nB.x = 1\n"},
		{name: "a message and its field renamed by the first", base: "A.a = 1\n", ours: "B.x = 1\n", theirs: "A.a = 1\nA.c = 2\n", want: "A.c = 2\nB.x = 1\n"},
		{name: "retired by the other", base: "A.a = 1\n", ours: "A.a = 1\nA.b = 2\n", theirs: "# reserved A.a = 1\nA.a = 2\n",
			want: "# reserved A.a = 1\nA.a = 3\nA.b = 2\n", moved: []wire.Renumbered{{"A.a", 2, 3, "A.b"}}},
		{name: "around what either ever had", base: "A.a = 1\n", ours: "A.a = 1\nA.b = 2\n", theirs: "A.a = 1\nA.c = 2\n# reserved A.z = 9\n",
			want: "A.a = 1\nA.b = 2\nA.c = 10\n# reserved A.z = 9\n", moved: []wire.Renumbered{{"A.c", 2, 10, "A.b"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, err := wire.NewBranches("wire.lock", kept(t, tt.base), kept(t, tt.ours), kept(t, tt.theirs))
			if err != nil {
				t.Fatal(err)
			}
			got, moved, err := b.Resolve()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, slots(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.moved, moved); diff != "" {
				t.Errorf("moved (-want +got):\n%s", diff)
			}
			if again := lock(t, string(got.Format())); !cmp.Equal(again.Format(), got.Format()) {
				t.Error("what was settled does not read as itself")
			}
		})
	}
}

// TestResolveRefuses holds that a side that was edited by hand is not made right by a merge.
func TestResolveRefuses(t *testing.T) {
	good := kept(t, "A.a = 1\nA.b = 2\n")
	bad := []byte(strings.Replace(string(good), "A.b = 2", "A.b = 3", 1))
	_, err := wire.NewBranches("wire.lock", good, good, bad)
	wantError(t, err, "wire.lock:16:1: A.b = 3: the number was edited, it was 2; restore the file from version control; numbers are added by agui-gen alone")
}

// conflict puts marks around what differs in two files that begin alike, as git does.
func conflict(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	i = strings.LastIndex(a[:i], "\n") + 1
	return a[:i] + "<<<<<<< HEAD\n" + a[i:] + "=======\n" + b[i:] + ">>>>>>> other\n"
}

// TestReadBranches holds what is made of a merged file alone.
func TestReadBranches(t *testing.T) {
	ours, theirs := string(kept(t, "A.a = 1\nA.b = 2\n")), string(kept(t, "A.a = 1\nA.c = 2\n"))
	digest := func(file string) string {
		_, after, _ := strings.Cut(file, "\n# format ")
		line, _, _ := strings.Cut(after, "\n")
		return "# format " + line + "\n"
	}
	digests := func(a, b string) string {
		return "<<<<<<< HEAD\n" + digest(a) + "=======\n" + digest(b) + ">>>>>>> other\n"
	}
	body := title() + "\n#\n"
	const settled = "A.a = 1\nA.b = 2\nA.c = 3\n"
	for _, tt := range []struct{ name, file, want, err string }{
		{"one block of marks", conflict(ours, theirs), settled, ""},
		{"with what both stem from", strings.Replace(conflict(ours, theirs), "=======\n", "||||||| base\n"+digest(string(kept(t, "A.a = 1\n")))+"A.a = 1\n=======\n", 1), settled, ""},
		{"a slot outside the marks, told by the digest", body + digests(ours, theirs) + "A.a = 1\nA.b = 2\nA.c = 2\n", settled, ""},
		{"more outside the marks than the digest can tell", body + digests(ours, string(kept(t, "A.a = 1\nA.c = 2\nB.b = 1\nB.c = 2\nB.d = 3\nB.e = 4\n"))) +
			"A.a = 1\n<<<<<<< HEAD\nA.b = 2\n=======\n>>>>>>> other\nA.c = 2\nB.b = 1\nB.c = 2\nB.d = 3\nB.e = 4\n", settled + "B.b = 1\nB.c = 2\nB.d = 3\nB.e = 4\n", ""},
		{"no marks, the first digest", body + digest(ours) + "A.a = 1\nA.b = 2\nA.c = 2\n", settled, ""},
		{"no marks, the digest of the other", body + digest(theirs) + "A.a = 1\nA.b = 2\nA.c = 2\n", "A.a = 1\nA.b = 3\nA.c = 2\n", ""},
		{"both digests", body + digest(ours) + digest(theirs) + "A.a = 1\nA.b = 2\nA.c = 2\n", settled, ""},
		{"all lines of both", body + digest(ours) + "A.a = 1\nA.b = 2\n" + digest(theirs) + "A.a = 1\nA.c = 2\n", settled, ""},
		{"no clash", body + digest(string(kept(t, "A.a = 1\n"))) + "A.a = 1\nB.b = 1\n", "A.a = 1\nB.b = 1\n", ""},
		{"settled already", ours, "A.a = 1\nA.b = 2\n", ""},
		{"edited", strings.Replace(ours, "A.b = 2", "A.b = 7", 1), "",
			"wire.lock: which of the lines that clash came from which branch cannot be told; take the file of the branch that was released first from version control and run agui-gen generate, which numbers what the other branch added anew"},
		{"another tool's", "A.a = 1\nA.b = 1\n", "", "wire.lock: there is no digest in this ledger, so that it shows no merge"},
		{"no end", "<<<<<<< HEAD\nA.a = 1\n", "", "wire.lock: a conflict mark has no end; restore the file as git left it: git checkout --merge -- wire.lock"},
		{"out of place", "=======\nA.a = 1\n", "", "wire.lock:1:1: this conflict mark is out of place; restore the file as git left it: git checkout --merge -- wire.lock"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, err := wire.ReadBranches("wire.lock", []byte(tt.file))
			if tt.err != "" {
				wantError(t, err, tt.err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := b.Resolve()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, slots(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzReadBranches holds that no merged file makes a panic, and that what is settled is a ledger.
func FuzzReadBranches(f *testing.F) {
	f.Add("A.a = 1\n<<<<<<< HEAD\nA.b = 2\n||||||| base\n=======\nA.c = 2\n# reserved A.d = 3\n>>>>>>> other\n")
	f.Add(string((&wire.Lock{}).Format()) + "A.B.c = 1\n# reserved A 3 to max\n# type A.B.c string\n")
	f.Fuzz(func(t *testing.T, src string) {
		b, err := wire.ReadBranches("wire.lock", []byte(src))
		if err != nil {
			return
		}
		l, _, err := b.Resolve()
		if err != nil {
			return
		}
		if _, err := wire.ParseLock("wire.lock", l.Format()); err != nil {
			t.Fatalf("what was settled is no ledger: %v\n%s", err, l.Format())
		}
	})
}
