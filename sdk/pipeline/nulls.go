package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// inputNulls are the members of a run input that were null, once, where they had no value.
var inputNulls = [][]string{
	{"forwardedProps"},
	{"tools", "*", "parameters"},
	{"resume", "*", "payload"},
	{"messages", "*", "content", "*", "metadata"},
}

// eventNulls are those of events, by type. Any event may have a rawEvent.
var eventNulls = map[agui.EventType][][]string{
	agui.EventTypeRunStarted:       within("input", inputNulls),
	agui.EventTypeRunFinished:      {{"result"}, {"outcome"}},
	agui.EventTypeSubagentFinished: {{"result"}},
	agui.EventTypeToolCallStart:    {{"parentMessageId"}},
	agui.EventTypeToolCallChunk:    {{"parentMessageId"}},
}

func within(name string, paths [][]string) [][]string {
	all := make([][]string, len(paths))
	for i, path := range paths {
		all[i] = append([]string{name}, path...)
	}
	return all
}

// nulls leaves out what is null in the places where it once meant that there is no value.
func (b *boundary) nulls(ev agui.Event) agui.Event {
	m, ok := ev.(*agui.MalformedEvent)
	switch {
	case !ok:
		return ev
	case m.Raw == "":
		return b.nullsByProto(m)
	}
	text, changed := dropNulls(b.env, StageBoundary, m.Raw, append([][]string{{"rawEvent"}}, eventNulls[m.Tag]...))
	if !changed {
		return ev
	}
	return decode(text, ev)
}

const nullIsAbsent = "null is no value here and is read as absent; leave the member out"

// dropNulls is a text without the nulls that paths lead to, and whether there were any.
func dropNulls(e *env, stage Stage, text jsonx.Raw, paths [][]string) (jsonx.Raw, bool) {
	c, err := newCut(text)
	if err != nil {
		return text, false
	}
	told := teller{env: e, stage: stage}
	for _, path := range paths {
		visit(c.doc.Root(), path, func(v jsonx.Value) {
			if v.Kind() == jsonx.KindNull {
				c.remove(v)
				told.tell(v, nullIsAbsent)
			}
		})
	}
	if c.whole() {
		return text, false
	}
	return c.text(), true
}
