package citations_test

import (
	"fmt"
	"io/fs"
	"log"
	"os"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/sdk/citations"
	"github.com/agui-gen/agui-gen/sdk/citations/demo"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	data "github.com/agui-gen/agui-gen/testdata/moca"
)

// reader is a stand-in for a MOCA Reader that has loaded the example package, with its host's trust root.
func reader() *demo.Reader {
	folder, err := fs.Sub(data.FS, "harbour")
	if err != nil {
		log.Fatal(err)
	}
	harbour, err := demo.Load(folder)
	if err != nil {
		log.Fatal(err)
	}
	keys, err := fs.ReadFile(data.FS, "trust.json")
	if err != nil {
		log.Fatal(err)
	}
	trust, err := demo.ParseTrustRoot(keys)
	if err != nil {
		log.Fatal(err)
	}
	return demo.NewReader(trust, now, harbour)
}

func now() time.Time { return time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC) }

// A service reads, answers, and leaves the rest to the middleware; a client shows what the answer cites.
func Example() {
	// The client.
	observer := citations.NewObserver(citations.ObserverOptions{})
	client := pipeline.New(pipeline.Options{Deliver: observer.Deliver})

	// The service. Its server writes to the client.
	run := citations.NewRun(citations.RunOptions{Clock: now})
	write := run.Middleware()(client.Push)

	// The agent.
	start := agui.NewRunStartedEvent("thread-1", "run-1")
	if err := write(start); err != nil {
		log.Fatal(err)
	}
	for i, record := range reader().Search("tide tables", 3) {
		key, err := run.Returned(record)
		if err != nil {
			log.Fatal(err)
		}
		if err := run.Mark(fmt.Sprintf("[%d]", i+1), key); err != nil {
			log.Fatal(err)
		}
	}
	for _, ev := range []agui.Event{
		agui.NewTextMessageStartEvent("m1"),
		agui.NewTextMessageContentEvent("m1", "High tide is forty minutes later [1], and elsewhere, too [7]."),
		agui.NewTextMessageEndEvent("m1"),
	} {
		if err := write(ev); err != nil {
			log.Fatal(err)
		}
	}

	// The client again.
	answer, told := observer.Citations("m1")
	fmt.Println(told, answer.Citations[0].Places)
	if err := answer.WriteText(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// true [{33 36}]
	// Sources (trust as reported by this agent, as of 2026-09-01T08:00:00Z)
	// 1. “Tide tables”
	//    marker: “[1]”
	//    source: “https://quay.example/moca/harbour@2.1.0#tide-tables.md”
	//    ! Stale: the author wanted it checked again from “2026-03-01”.
	//    ! Unsigned: only the author says that somebody checked it.
	//    - Publisher: the package is signed, by “Quay examples publisher”; that is no review of it.
	//    - Author's own statement, unsigned: checked by “human:ole.strand” on “2025-02-20T00:00:00Z”.
}

// A model may write what it likes: only what the Reader returned in this run is cited.
func ExampleRun_Middleware() {
	run := citations.NewRun(citations.RunOptions{Clock: now, OmitText: true})
	write := run.Middleware()(func(ev agui.Event) error {
		if ev, ok := ev.(*agui.CustomEvent); ok {
			list, _ := ev.Value.Lookup("citations")
			for entry := range list.Elements() {
				record, _ := entry.Lookup("record")
				node, _ := record.Lookup("node")
				ref, _ := node.Lookup("ref")
				fmt.Println(ref)
			}
		}
		return nil
	})
	record, _ := reader().Get("https://quay.example/moca/harbour@2.1.0#mooring-lines.md", "en")
	if _, err := run.Returned(record); err != nil {
		log.Fatal(err)
	}
	for _, ev := range []agui.Event{
		agui.NewTextMessageStartEvent("m1"),
		agui.NewTextMessageContentEvent("m1", "See https://quay.example/moca/harbour@2.1.0#mooring-lines.md,"+
			" https://quay.example/moca/harbour@2.1.0#fresh-water.md and https://quay.example/moca/harbour@3.0.0#mooring-lines.md."),
		agui.NewTextMessageEndEvent("m1"),
	} {
		if err := write(ev); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// "https://quay.example/moca/harbour@2.1.0#mooring-lines.md"
}

func ExampleSafeLink() {
	for _, address := range []string{"https://bücher.example/a", "javascript:alert(1)", "https://user@evil.test", "https://a.example/%5c"} {
		if link := citations.SafeLink(address); link != nil {
			fmt.Println(link.Host, link.URL)
		} else {
			fmt.Println("no link")
		}
	}
	// Output:
	// xn--bcher-kva.example https://xn--bcher-kva.example/a
	// no link
	// no link
	// no link
}

// When a conversation is opened again, the dates in its records may have come.
func ExampleAnswer_Recheck() {
	run := citations.NewRun(citations.RunOptions{Clock: now})
	observer := citations.NewObserver(citations.ObserverOptions{})
	write := run.Middleware()(observer.Deliver)
	record, _ := reader().Get("https://quay.example/moca/harbour@2.1.0#mooring-lines.md", "en")
	key, err := run.Returned(record)
	if err != nil {
		log.Fatal(err)
	}
	if err := run.Cite("m1", key); err != nil {
		log.Fatal(err)
	}
	for _, ev := range []agui.Event{agui.NewTextMessageStartEvent("m1"), agui.NewTextMessageEndEvent("m1")} {
		if err := write(ev); err != nil {
			log.Fatal(err)
		}
	}
	answer, _ := observer.Citations("m1")
	fmt.Println(answer.Citations[0].Trust[0].Text)
	fmt.Println(answer.Recheck(now().AddDate(1, 0, 0)).Citations[0].Trust[0].Text)
	// Output:
	// Signed review: accurate, signed by “Quay examples reviewer”, who names “human:ines.mole” as reviewer on “2026-05-04T15:00:00Z”, with the scope “facts”.
	// Stale by now: the author wanted it checked again from “2027-03-01T00:00:00Z”.
}
