package citations

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
	"golang.org/x/text/unicode/norm"
)

var (
	// ErrMarker is a marker that readers could not find, or would find all over.
	ErrMarker = errors.New("bad marker")
	// ErrClosed is a list of citations for a message that has been closed already.
	ErrClosed = errors.New("the message is closed")
	// ErrInstant is an instant that RFC 3339 cannot write, or none.
	ErrInstant = errors.New("bad instant")
)

// RunOptions are what a [Run] can be told. The zero value is of use.
type RunOptions struct {
	// RunID is the run that the records are for, where the stream brings other runs as well, such as history that is
	// replayed: those go through without citations. "" stands for every run; each ends with all of its records forgotten.
	RunID string
	// Messages are those of the run's input: the text that a message has before this run reopens it.
	Messages []agui.Message
	// Loaded tells whether the Reader has a package loaded, by id, version and digest, at the time of sending. Nil stands
	// for: every package that a record came from.
	Loaded func(packageID, version, digest string) bool
	// OmitText leaves out the text of records.
	OmitText bool
	// OmitEmpty sends nothing for a message that cites nothing. Clients cannot tell then whether the service has the
	// extension at all (S7).
	OmitEmpty bool
	// Relay lets moca.citations events that the agent writes itself through, unjudged: for an upstream service that is
	// trusted to have made them by the same rules, or for history. Nothing is sent then for messages that cite nothing.
	Relay bool
	// Clock is the time at which a record counts as computed if [Run.ReturnedAt] does not say; nil for time.Now.
	Clock func() time.Time
	// Logger gets warnings at level warn, nil for nobody.
	Logger *slog.Logger
	// OnWarning gets them, too. Records are judged in the goroutine that brings them.
	OnWarning func(pipeline.Warning)
}

// Run knows what the Reader has returned in one run, and adds the citations of each answer to the stream. All of its methods
// may be called by several goroutines at once.
//
// A run that resumes an interrupted one is a run of its own: records must be read again in it.
type Run struct {
	options RunOptions
	teller  teller

	mu     sync.Mutex
	shelf  shelf
	marks  marks
	lists  map[string][]Key
	closed map[string]bool // messages that have been closed, until they are reopened
}

// NewRun makes a run that has no records yet.
func NewRun(o RunOptions) *Run {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	r := &Run{options: o, teller: teller{o.Logger, o.OnWarning}}
	r.forget()
	return r
}

// forget ends a run: what was returned in it counts no more.
func (r *Run) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shelf, r.marks = newShelf(), marks{}
	r.lists, r.closed = map[string][]Key{}, map[string]bool{}
}

// Returned tells of a record that the Reader has returned just now, by search or by reference, as raw JSON. It is kept as it
// came. Only records told of before an answer is closed can be cited in it (S2).
//
// Its error is a [*RecordError] for a record that breaks its schema or contradicts itself, and which is not kept; members
// that the schema does not know are a warning. A second record of one key replaces the first.
func (r *Run) Returned(raw jsonx.Raw) (Key, error) { return r.ReturnedAt(raw, r.options.Clock()) }

// ReturnedAt is [Run.Returned] for a Reader that says when it computed the record, or had computed it before. An event names
// the earliest such instant of its records, so that no flag looks newer than it is. The instant is a year from 0 to 9999,
// else the error wraps [ErrInstant].
func (r *Run) ReturnedAt(raw jsonx.Raw, computed time.Time) (Key, error) {
	if y := computed.UTC().Year(); computed.IsZero() || y < 0 || y > 9999 {
		return Key{}, fmt.Errorf("%w: %v", ErrInstant, computed)
	}
	rec, err := newRecord(raw, r.teller.about("", ""))
	if err != nil {
		return Key{}, err
	}
	k := keyOf(rec.says)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shelf.put(k, &returned{record: rec, computed: computed})
	return k, nil
}

// Mark says that a marker in an answer, such as "[1]", stands for a record. Its error wraps [ErrMarker] unless the marker has 1
// to 64 characters, at least one of which is not of ordinary words. A marker may stand for several records, told of one by
// one. Neither the record nor the marker need ever turn up.
func (r *Run) Mark(marker string, k Key) error {
	if wrong := checkMarker(marker); wrong != "" {
		return fmt.Errorf("%w: %s: %s", ErrMarker, wrong, quote(marker))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.marks.add(marker, k)
	return nil
}

// Cite says what a message cites, in this order, instead of what is found in its text. It must be called before the message
// is closed, else it gives [ErrClosed]. Keys of records that were not returned are left out in silence (S3).
func (r *Run) Cite(messageID string, keys ...Key) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed[messageID] {
		return fmt.Errorf("%w: %s", ErrClosed, quote(messageID))
	}
	r.lists[messageID] = append([]Key{}, keys...)
	return nil
}

// returned is a record that the Reader returned in this run.
type returned struct {
	*record
	computed time.Time
}

// shelf is what the Reader has returned.
type shelf struct {
	byKey  map[Key]*returned
	byRef  map[string][]Key // in the order in which they were returned first
	first  map[Key]Key      // the first key of a pair
	refs   []string
	needle *needles // for refs, nil where there are new ones
}

func newShelf() shelf {
	return shelf{byKey: map[Key]*returned{}, byRef: map[string][]Key{}, first: map[Key]Key{}}
}

func (s *shelf) put(k Key, r *returned) {
	if s.byKey[k] == nil {
		if s.byRef[k.Ref] == nil {
			s.refs, s.needle = append(s.refs, k.Ref), nil
		}
		s.byRef[k.Ref] = append(s.byRef[k.Ref], k)
		if _, ok := s.first[k.pair()]; !ok {
			s.first[k.pair()] = k
		}
	}
	s.byKey[k] = r
}

// get is the records that a key means.
func (s *shelf) get(k Key) []*returned {
	if r := s.byKey[k]; r != nil {
		return []*returned{r}
	}
	if !k.Locale.IsSet() {
		if full, ok := s.first[k.pair()]; ok {
			return []*returned{s.byKey[full]}
		}
	}
	if k.Span.IsSet() {
		return nil
	}
	var all []*returned
	for _, other := range s.byRef[k.Ref] {
		if !k.Locale.IsSet() || other.Locale == k.Locale {
			all = append(all, s.byKey[other])
		}
	}
	return all
}

// needles are the references, for finding them.
func (s *shelf) needles() *needles {
	if s.needle == nil {
		s.needle = newNeedles(normalAll(s.refs))
	}
	return s.needle
}

func normalAll(texts []string) []string {
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = norm.NFC.String(t)
	}
	return all
}

// marks are the markers, in their order.
type marks struct {
	texts  []string
	keys   map[string][]Key // by text in NFC
	needle *needles
}

func (m *marks) add(marker string, k Key) {
	if m.keys == nil {
		m.keys = map[string][]Key{}
	}
	text := norm.NFC.String(marker)
	if m.keys[text] == nil {
		m.texts, m.needle = append(m.texts, marker), nil
	}
	m.keys[text] = append(m.keys[text], k)
}

func (m *marks) needles() *needles {
	if m.needle == nil {
		m.needle = newNeedles(normalAll(m.texts))
	}
	return m.needle
}
