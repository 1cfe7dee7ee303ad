package wire

import "google.golang.org/protobuf/encoding/protowire"

// A message is written before its length is known, and the length stands before it. For most messages one byte is kept
// free, and what follows moves when that is too few. Open data can nest thousands deep, where every level would move all
// that is inside it: so for JSON text of some size the most that a length can take is kept free, and all gaps that are
// left are closed in one go at the end. Then it costs the same however deep it is.

// smallJSON is the length of JSON text up to which it is not worth it: whatever it nests, little is moved.
const smallJSON = 512

// gap is where a message's length stands, and which of the bytes kept for it are left.
type gap struct {
	from, to int // the bytes left; while the message is being written: from is where they start
	saved    int // what the gaps inside the messages before it leave, to tell a message's own
}

// lengthRoom is the most bytes that a length takes.
const lengthRoom = 5

// begin is [Writer.Begin] inside open data. Its result goes to end.
func (w *Writer) begin(num int) int {
	if w.late == nil {
		return w.Begin(num)
	}
	w.key(num, BytesType)
	w.late = append(w.late, gap{from: len(w.buf), saved: w.saved})
	w.buf = append(w.buf, make([]byte, lengthRoom)...)
	return len(w.late) - 1
}

// end is [Writer.End] inside open data.
func (w *Writer) end(at int) {
	if w.late == nil {
		w.End(at)
		return
	}
	g := &w.late[at]
	content := g.from + lengthRoom
	n := len(w.buf) - content - (w.saved - g.saved)
	b := protowire.AppendVarint(w.buf[:g.from], uint64(n))
	g.from, g.to = len(b), content
	w.saved += g.to - g.from
}

// closeGaps moves what stands behind gaps to the front, each byte once.
func (w *Writer) closeGaps() {
	if len(w.late) == 0 {
		return
	}
	out := w.late[0].from
	for i, g := range w.late {
		until := len(w.buf)
		if i+1 < len(w.late) {
			until = w.late[i+1].from
		}
		out += copy(w.buf[out:], w.buf[g.to:until])
	}
	w.buf = w.buf[:out]
	w.late, w.saved = nil, 0
}
