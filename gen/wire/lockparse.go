package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

const slotNamePattern = `[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+`

var (
	slotLine     = regexp.MustCompile(`^(` + slotNamePattern + `) = (\d+)$`)
	holdLine     = regexp.MustCompile(`^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*) (?:"([A-Za-z_]\w*)"|(\d+)(?: to (\d+|max))?)$`)
	typeLineForm = regexp.MustCompile(`^(` + slotNamePattern + `) (.+)$`)
	formatLine   = regexp.MustCompile(`^` + formatMark + `(\d+)\b`)
	digestLine   = regexp.MustCompile(`^` + formatMark + `\d+, digest (\S+)$`)
	conflictMark = regexp.MustCompile(`^(<{7}|={7}|>{7}|\|{7})( |$)`)
)

const resolveHint = "agui-gen lock --resolve settles it: the first side keeps its numbers, and what the other added gets new ones where they clash"

// ParseLock reads a ledger: a wire.lock, or a file of bare "Message.field = N" lines that another tool kept, which has no
// digest and is taken as it is. Other comments are not kept. All that is wrong is returned at once, as a diag.Errors;
// whether the lines are those that the digest was made of is for [Build] to say, which knows the schema's names.
func ParseLock(file string, data []byte) (*Lock, error) {
	if pos := conflict(file, data); pos != (diag.Pos{}) {
		return nil, diag.Errors{{Pos: pos, Message: "a merge conflict is not settled here", Hint: resolveHint}}
	}
	p := readLock(file, data)
	p.checkUnique()
	if err := p.diags.Err(); err != nil {
		return nil, err
	}
	return p.lock, nil
}

// conflict is where git first says that it could not merge, or no place.
func conflict(file string, data []byte) diag.Pos {
	for i, line := range bytes.Split(data, []byte("\n")) {
		if conflictMark.Match(bytes.TrimRight(line, " \t\r")) {
			return diag.Pos{File: file, Line: i + 1, Col: 1}
		}
	}
	return diag.Pos{}
}

// readLock reads lines, and says of each by itself what is wrong.
func readLock(file string, data []byte) *lockParser {
	p := &lockParser{}
	p.read(file, data)
	return p
}

func (p *lockParser) read(file string, data []byte) {
	p.lock = &Lock{file: file}
	lines := bytes.Split(data, []byte("\n"))
	if p.fromTheFuture(file, lines) {
		return
	}
	for i, line := range lines {
		text := strings.TrimRight(string(line), " \t\r")
		p.ours = p.ours || text == lockTitle
		p.line(diag.Pos{File: file, Line: i + 1, Col: 1}, text)
	}
	if p.ours && p.lock.digest == nil && p.diags.Len() == 0 {
		p.diags.Add(diag.Diagnostic{Pos: diag.Pos{File: file, Line: 1, Col: 1}, Message: "the digest line is lost",
			Hint: "restore the file from version control"})
	}
	if p.merging {
		p.lock.once()
	}
	for i := range p.lock.slots {
		s := &p.lock.slots[i]
		at := slices.IndexFunc(p.lock.types, func(t typed) bool { return t.name == s.name })
		if at >= 0 && !s.reserved {
			s.typ = p.lock.types[at].text
		}
	}
}

// fromTheFuture reports a ledger whose format is a later one, whatever its other lines look like. It is the only finding
// then, since all others would be about lines that nobody here can read.
func (p *lockParser) fromTheFuture(file string, lines [][]byte) bool {
	for i, line := range lines {
		m := formatLine.FindSubmatch(line)
		if m == nil {
			continue
		}
		if n, err := strconv.Atoi(string(m[1])); err != nil || n > lockFormat {
			p.diags.Add(diag.Diagnostic{Pos: diag.Pos{File: file, Line: i + 1, Col: 1},
				Message: fmt.Sprintf("this ledger was made by a newer agui-gen: it has format %s, and this one knows format %d", m[1], lockFormat),
				Hint:    "upgrade agui-gen in go.mod to what the ledger was made with; the file is not at fault"})
			return true
		}
	}
	return false
}

type lockParser struct {
	lock    *Lock
	ours    bool // the file is a wire.lock, and not another tool's
	merging bool // the lines of two ledgers may stand in it, and the digests of both
	diags   diag.List
}

func (p *lockParser) line(pos diag.Pos, text string) {
	reserved, isReserved := strings.CutPrefix(text, reservedMark)
	typ, isType := strings.CutPrefix(text, typeMark)
	switch {
	case text == "":
	case strings.HasPrefix(text, formatMark):
		p.digest(pos, text)
	case isReserved && p.ours && holdLine.MatchString(reserved):
		p.hold(pos, reserved)
	case isReserved && (p.ours || slotLine.MatchString(reserved)):
		p.slot(pos, reserved, true)
	case isType && p.ours:
		p.typ(pos, typ)
	case strings.HasPrefix(text, "#"):
	default:
		p.slot(pos, text, false)
	}
}

func (p *lockParser) slot(pos diag.Pos, text string, reserved bool) {
	m := slotLine.FindStringSubmatch(text)
	if m == nil {
		p.diags.Addf(pos, "", "%s is not a slot: Message.field = N, Message.oneof.arm = N or Enum.VALUE = N", quote(text))
		return
	}
	n, err := strconv.Atoi(m[2])
	if err != nil || n > maxEnumNumber {
		p.diags.Addf(pos, "", "%s = %s: no number of protobuf is that high", m[1], m[2])
		return
	}
	p.lock.slots = append(p.lock.slots, slot{name: m[1], number: n, reserved: reserved, pos: pos})
}

func (p *lockParser) hold(pos diag.Pos, text string) {
	m := holdLine.FindStringSubmatch(text)
	h := hold{scope: m[1], name: m[2], pos: pos}
	if h.name == "" {
		var err, err2 error
		h.from, err = strconv.Atoi(m[3])
		switch m[4] {
		case "":
			h.to = h.from
		case "max":
			h.to = NoEnd
		default:
			h.to, err2 = strconv.Atoi(m[4])
		}
		if err != nil || err2 != nil || h.from > maxEnumNumber || h.to > maxEnumNumber && h.to != NoEnd || h.to < h.from {
			p.diags.Addf(pos, "", "%s: no range of protobuf's numbers", text)
			return
		}
	}
	p.lock.holds = append(p.lock.holds, h)
}

func (p *lockParser) typ(pos diag.Pos, text string) {
	m := typeLineForm.FindStringSubmatch(text)
	if m == nil {
		p.diags.Addf(pos, "", "%s does not say what a slot carries: # type Message.field string", quote(text))
		return
	}
	if t, ok := parseWireType(m[2]); !ok || t.String() != m[2] {
		p.diags.Addf(pos, "", "%s is no type of protobuf", quote(m[2]))
		return
	}
	p.lock.types = append(p.lock.types, typed{m[1], m[2], pos})
}

func (p *lockParser) digest(pos diag.Pos, text string) {
	m := digestLine.FindStringSubmatch(text)
	switch {
	case m == nil:
		p.diags.Addf(pos, "", "not readable: # format N, digest HEX")
	case p.lock.digest != nil && p.merging:
	case p.lock.digest != nil:
		p.diags.Add(diag.Diagnostic{Pos: pos, Message: "a second digest; the first is at line " + strconv.Itoa(p.lock.at.Line),
			Hint: "where two branches were merged, " + resolveHint})
	default:
		raw, err := hex.DecodeString(m[1])
		if err != nil || len(raw) != sha256.Size {
			p.diags.Addf(pos, "", "the digest is no digest: %d hexadecimal digits are", 2*sha256.Size)
			return
		}
		d := digest(raw)
		p.lock.digest, p.lock.at = &d, pos
	}
}

// slotKey is what a number belongs to.
type slotKey struct {
	scope  string
	number int
}

func (s slot) key() slotKey { return slotKey{s.scope(), s.number} }

// checkUnique holds the rules that need no schema: a name has one number, or one after the other, and a number one slot.
func (p *lockParser) checkUnique() {
	live := map[string]slot{}
	byNumber := map[slotKey]slot{}
	for _, s := range p.lock.slots {
		first, named := live[s.name]
		other, numbered := byNumber[s.key()]
		switch {
		case named && !s.reserved:
			p.diags.Add(diag.Diagnostic{Pos: s.pos, Message: s.name + " has a line already (line " + strconv.Itoa(first.pos.Line) + "): a slot has one number at a time",
				Hint: p.mergeHint()})
			continue
		case !numbered:
			byNumber[s.key()] = s
		case other.name == s.name:
			p.diags.Addf(s.pos, "", "%s has a line already (line %d): a slot has one number at a time", s.name, other.pos.Line)
		case other.reserved || s.reserved:
			now, dead := s, other
			if s.reserved {
				now, dead = other, s
			}
			p.diags.Addf(now.pos, "", "%s: %s had the number %d, which is reserved (line %d) and not given again", now.line(), dead.name, s.number, dead.pos.Line)
		default:
			p.diags.Add(diag.Diagnostic{Pos: s.pos,
				Message: s.line() + ": " + other.name + " has the number " + strconv.Itoa(s.number) + " (line " + strconv.Itoa(other.pos.Line) + "): no two slots of " + s.scope() + " share one",
				Hint:    p.mergeHint()})
		}
		if !s.reserved {
			live[s.name] = s
		}
	}
	p.checkHolds()
	p.checkTypes()
}

// mergeHint is for what comes of a merge, in a file that is ours.
func (p *lockParser) mergeHint() string {
	if !p.ours {
		return ""
	}
	return "where two branches were merged, " + resolveHint
}

func (p *lockParser) checkHolds() {
	for _, s := range p.lock.slots {
		for _, h := range p.lock.holds {
			if h.scope == s.scope() && !s.reserved && (h.has(s.number) || h.name == s.base()) {
				p.diags.Addf(s.pos, "", "%s: line %d keeps that from use", s.line(), h.pos.Line)
			}
		}
	}
}

func (p *lockParser) checkTypes() {
	seen := map[string]typed{}
	for _, t := range p.lock.types {
		if first, ok := seen[t.name]; ok {
			p.diags.Addf(t.pos, "", "line %d says what %s carries already", first.pos.Line, t.name)
		}
		seen[t.name] = t
	}
}
