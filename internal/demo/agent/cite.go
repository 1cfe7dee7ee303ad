package agent

import (
	"encoding/json"
	"io/fs"
	"sync"
	"time"

	"github.com/agui-gen/agui-gen/sdk/citations"
	reader "github.com/agui-gen/agui-gen/sdk/citations/demo"
	"github.com/agui-gen/agui-gen/testdata/moca"
)

// The library is of this instant, so that what is stale in it, or out of force, is always the same.
func libraryClock() time.Time { return time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC) }

// library is the stand-in for a Reader, with the example packages loaded.
var library = sync.OnceValues(func() (*reader.Reader, error) {
	text, err := moca.FS.ReadFile("trust.json")
	if err != nil {
		return nil, err
	}
	trust, err := reader.ParseTrustRoot(text)
	if err != nil {
		return nil, err
	}
	var packages []*reader.Package
	for _, name := range []string{"harbour", "signals"} {
		folder, err := fs.Sub(moca.FS, name)
		if err != nil {
			return nil, err
		}
		p, err := reader.Load(folder)
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return reader.NewReader(trust, libraryClock, packages...), nil
})

const (
	harbour = "https://quay.example/moca/harbour@2.1.0#"
	signals = "https://quay.example/moca/signals@1.4.2#"
)

// source is a node of the library, and the marker that stands for it in the answer.
type source struct{ marker, ref string }

// moored answers with sources of which one is sound.
func moored(o *office) error {
	return o.cite([]source{{"[1]", harbour + "mooring-lines.md"}, {"[2]", harbour + "tide-tables.md"}},
		"A ship of more than forty metres is moored with at least four lines [1]. Mind the tide: it is high at the quay forty minutes after it is at the bar [2].")
}

// rules answers with a source for each thing that readers have to be warned of, and makes up another one.
func rules(o *office) error {
	return o.cite([]source{
		{"[1]", harbour + "line-inspection.md"}, {"[2]", harbour + "fresh-water.md"}, {"[3]", harbour + "ice-season.md"},
		{"[4]", harbour + "night-berthing.md"}, {"[5]", harbour + "rat-guards.md"}, {"[6]", harbour + "tug-fees.md"},
		{"[7]", signals + "flag-signals.md"},
	}, "Inspect your lines once a year [1], and take water after sunrise [2]. From December on you need an ice class [3]. "+
		"At night you berth with a pilot [4], with a rat guard on every line [5]. A tug costs 300 an hour [6]; show a yellow flag for one [7]. "+
		"I have made up "+harbour+"whistles.md, so it is not among the sources.")
}

// cite reads sources, as the tool of an agent would, and answers with them. Package citations sees to it that only what was
// read is cited, wherever the answer has it from.
func (o *office) cite(sources []source, answer string) error {
	books, err := library()
	if err != nil {
		return err
	}
	cites := citations.NewRun(citations.RunOptions{RunID: o.Input().RunID, Messages: o.Input().Messages, Clock: libraryClock})
	o.Use(cites.Middleware())
	call, err := o.ToolCall("read_library")
	if err != nil {
		return err
	}
	refs := make([]string, len(sources))
	for i, s := range sources {
		refs[i] = s.ref
		record, ok := books.Get(s.ref, "")
		if !ok {
			continue
		}
		key, err := cites.Returned(record)
		if err == nil {
			err = cites.Mark(s.marker, key)
		}
		if err != nil {
			return err
		}
	}
	arguments, err := json.Marshal(map[string]any{"refs": refs})
	if err != nil {
		return err
	}
	if err := call.Args(string(arguments)); err != nil {
		return err
	}
	if err := o.wait(); err != nil {
		return err
	}
	if err := call.Result("read"); err != nil {
		return err
	}
	return o.say(o.Text(), answer)
}
