package wire

import "google.golang.org/protobuf/encoding/protowire"

// A message is written before its length is known, and the length stands before it. One byte is kept free for that, and
// what follows moves when it is too few. Open data can nest thousands deep, where every level would move all that is
// inside it: so below some levels, which nothing but a hostile value has, the most that a length can take is kept free,
// and all gaps that are left are closed in one go at the end. Then it costs the same however deep it is.

// lateLevel is from which level of open data on lengths are late.
const lateLevel = 24

// late is what is known of the messages that are being written below lateLevel.
type late struct {
	gaps  []gap
	saved int // what the gaps leave so far
}

// gap is where a message's length stands, and which of the bytes kept for it are left.
type gap struct {
	from, to int // the bytes left; while the message is being written: from is where they start
	saved    int // what the gaps inside the messages before it leave, to tell a message's own
}

// lengthRoom is the most bytes that a length takes.
const lengthRoom = 5

// begin is [Writer.Begin] inside open data. Its result goes to end.
func (w *Writer) begin(num, level int) int {
	if level < lateLevel {
		return w.Begin(num)
	}
	if w.late == nil {
		w.late = new(late)
	}
	l := w.late
	w.key(num, BytesType)
	l.gaps = append(l.gaps, gap{from: len(w.buf), saved: l.saved})
	w.buf = append(w.buf, make([]byte, lengthRoom)...)
	return len(l.gaps) - 1
}

// end is [Writer.End] inside open data.
func (w *Writer) end(at, level int) {
	if level < lateLevel {
		w.End(at)
		return
	}
	l := w.late
	g := &l.gaps[at]
	content := g.from + lengthRoom
	n := len(w.buf) - content - (l.saved - g.saved)
	b := protowire.AppendVarint(w.buf[:g.from], uint64(n))
	g.from, g.to = len(b), content
	l.saved += g.to - g.from
	if at == 0 {
		w.closeGaps()
	}
}

// closeGaps moves what stands behind gaps to the front, each byte once. No late message is being written any more.
func (w *Writer) closeGaps() {
	gaps := w.late.gaps
	out := gaps[0].from
	for i, g := range gaps {
		until := len(w.buf)
		if i+1 < len(gaps) {
			until = gaps[i+1].from
		}
		out += copy(w.buf[out:], w.buf[g.to:until])
	}
	w.buf = w.buf[:out]
	w.late.gaps, w.late.saved = gaps[:0], 0
}
