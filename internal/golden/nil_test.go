package golden_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agui-gen/agui-gen/internal/testkit"
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
	"github.com/agui-gen/agui-gen/runtime/wire"
)

// unions are all unions, each with a nil pointer of every member type. TestUnionsAreAll holds that none is missing.
var unions = map[reflect.Type][]any{
	reflect.TypeFor[agui.Event](): {
		(*agui.TextMessageStartEvent)(nil), (*agui.TextMessageContentEvent)(nil), (*agui.TextMessageEndEvent)(nil),
		(*agui.TextMessageChunkEvent)(nil), (*agui.ToolCallStartEvent)(nil), (*agui.ToolCallArgsEvent)(nil), (*agui.ToolCallEndEvent)(nil),
		(*agui.ToolCallChunkEvent)(nil), (*agui.ToolCallResultEvent)(nil), (*agui.StateSnapshotEvent)(nil), (*agui.StateDeltaEvent)(nil),
		(*agui.MessagesSnapshotEvent)(nil), (*agui.ActivitySnapshotEvent)(nil), (*agui.ActivityDeltaEvent)(nil), (*agui.RawEvent)(nil),
		(*agui.CustomEvent)(nil), (*agui.RunStartedEvent)(nil), (*agui.RunFinishedEvent)(nil), (*agui.RunErrorEvent)(nil),
		(*agui.StepStartedEvent)(nil), (*agui.StepFinishedEvent)(nil), (*agui.ReasoningStartEvent)(nil),
		(*agui.ReasoningMessageStartEvent)(nil), (*agui.ReasoningMessageContentEvent)(nil), (*agui.ReasoningMessageEndEvent)(nil),
		(*agui.ReasoningMessageChunkEvent)(nil), (*agui.ReasoningEndEvent)(nil), (*agui.ReasoningEncryptedValueEvent)(nil),
		(*agui.SubagentStartedEvent)(nil), (*agui.SubagentFinishedEvent)(nil), (*agui.SubagentErrorEvent)(nil),
		(*agui.UnknownEvent)(nil), (*agui.MalformedEvent)(nil),
	},
	reflect.TypeFor[agui.RunFinishedOutcome](): {
		(*agui.RunFinishedSuccessOutcome)(nil), (*agui.RunFinishedInterruptOutcome)(nil), (*agui.RunFinishedCancelledOutcome)(nil),
		(*agui.UnknownRunFinishedOutcome)(nil),
	},
	reflect.TypeFor[agui.SubagentFinishedOutcome](): {
		(*agui.SubagentFinishedSuccessOutcome)(nil), (*agui.SubagentFinishedSuspendedOutcome)(nil), (*agui.UnknownSubagentFinishedOutcome)(nil),
	},
	reflect.TypeFor[agui.Message](): {
		(*agui.DeveloperMessage)(nil), (*agui.SystemMessage)(nil), (*agui.AssistantMessage)(nil), (*agui.UserMessage)(nil),
		(*agui.ToolMessage)(nil), (*agui.ActivityMessage)(nil), (*agui.ReasoningMessage)(nil), (*agui.UnknownMessage)(nil),
	},
	reflect.TypeFor[agui.ContentPart](): {
		(*agui.TextPart)(nil), (*agui.ImagePart)(nil), (*agui.AudioPart)(nil), (*agui.VideoPart)(nil), (*agui.DocumentPart)(nil),
		(*agui.UnknownContentPart)(nil),
	},
	reflect.TypeFor[agui.PartSource](): {
		(*agui.DataSource)(nil), (*agui.URLSource)(nil), (*agui.FileSource)(nil), (*agui.UnknownPartSource)(nil),
	},
	reflect.TypeFor[agui.JSONPatchOperation](): {
		(*agui.AddOperation)(nil), (*agui.RemoveOperation)(nil), (*agui.ReplaceOperation)(nil), (*agui.MoveOperation)(nil),
		(*agui.CopyOperation)(nil), (*agui.TestOperation)(nil), (*agui.UnknownJSONPatchOperation)(nil),
	},
	// Its members are no pointers, but pointers to them are taken as well.
	reflect.TypeFor[agui.TextOrContentPartList](): {(*agui.Text)(nil), (*agui.ContentPartList)(nil)},
}

// TestUnionsAreAll compares the unions with the methods in the generated files that make types their members.
func TestUnionsAreAll(t *testing.T) {
	files, err := filepath.Glob("../../out/agui/*.gen.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil {
				continue
			}
			if union, ok := strings.CutPrefix(fn.Name.Name, "is"); ok {
				recv := fn.Recv.List[0].Type
				if p, ok := recv.(*ast.StarExpr); ok {
					recv = p.X
				}
				found[union] = append(found[union], recv.(*ast.Ident).Name)
			}
		}
	}
	have := map[string][]string{}
	for u, members := range unions {
		for _, m := range members {
			have[u.Name()] = append(have[u.Name()], reflect.TypeOf(m).Elem().Name())
		}
	}
	for _, sets := range []map[string][]string{found, have} {
		for _, members := range sets {
			slices.Sort(members)
		}
	}
	if !reflect.DeepEqual(found, have) {
		t.Errorf("the generated files have\n%v\nand this test\n%v", found, have)
	}
}

// absentAt holds that a value which lacks something required at a pointer is refused for that, by each that a user may ask.
func absentAt(t *testing.T, what, pointer string, text func([]byte) ([]byte, error), message func([]byte) ([]byte, error), validate func() error) {
	t.Helper()
	var noJSON *jsonx.EncodeError
	if b, err := text([]byte("b")); !errors.As(err, &noJSON) || !errors.Is(err, jsonx.ErrAbsent) || !strings.EqualFold(noJSON.Pointer, pointer) || string(b) != "b" {
		t.Errorf("%s: AppendJSON gives %q, %v; want that %q is absent", what, b, err, pointer)
	}
	if message != nil {
		var noProto *wire.EncodeError
		if b, err := message([]byte("b")); !errors.As(err, &noProto) || !strings.EqualFold(noProto.Pointer, pointer) ||
			noProto.Msg != "the required value is absent" || string(b) != "b" {
			t.Errorf("%s: AppendProto gives %q, %v; want that %q is absent", what, b, err, pointer)
		}
	}
	var refused *violation.Error
	if err := validate(); !errors.As(err, &refused) || len(refused.Violations) != 1 || !strings.EqualFold(refused.Violations[0].InstanceLocation, pointer) {
		t.Errorf("%s: Validate gives %v; want one violation at %q", what, err, pointer)
	}
}

// TestNilMembers calls whatever there is to call on nil pointers of each union's members.
func TestNilMembers(t *testing.T) {
	for _, members := range unions {
		for _, m := range members {
			what := reflect.TypeOf(m).String()
			v := reflect.ValueOf(m)
			same := v.MethodByName("Equal")
			if same.IsValid() && !same.Call([]reflect.Value{v})[0].Bool() {
				t.Errorf("%s: nil is not equal to itself", what)
			}
			if same.IsValid() && same.Call([]reflect.Value{reflect.New(v.Type().Elem())})[0].Bool() {
				t.Errorf("%s: nil is equal to an empty one", what)
			}
			for _, accessor := range []string{"EventType", "Type", "Role", "Op"} {
				if a := v.MethodByName(accessor); a.IsValid() && strings.Contains(what, "Unknown") && a.Call(nil)[0].Len() != 0 {
					t.Errorf("%s: nil has a tag", what)
				}
			}
			if b, err := json.Marshal(m); string(b) != "null" || err != nil { // as it is for all nil pointers
				t.Errorf("%s: encoding/json writes %s, %v", what, b, err)
			}
			if choice, ok := m.(agui.TextOrContentPartList); ok {
				if _, err := json.Marshal(agui.TextOrContentPartListBox{TextOrContentPartList: choice}); !errors.Is(err, jsonx.ErrAbsent) {
					t.Errorf("%s: in a box, encoding/json gives %v", what, err)
				}
				continue
			}
			x := m.(interface {
				AppendJSON([]byte) ([]byte, error)
				Validate() error
			})
			ev, _ := m.(agui.Event)
			if ev == nil {
				absentAt(t, what, "", x.AppendJSON, nil, x.Validate)
				continue
			}
			absentAt(t, what, "", x.AppendJSON, ev.AppendProto, x.Validate)
			if lost := append(agui.ProtoOmissions(ev), agui.JSONOmissions(ev)...); len(lost) > 0 {
				t.Errorf("%s: %q is left out", what, lost)
			}
			if !agui.EqualEvent(ev, ev) || agui.EqualEvent(ev, nil) || agui.EqualEvent(nil, ev) {
				t.Errorf("%s: EqualEvent", what)
			}
			if _, err := json.Marshal(agui.EventBox{Event: ev}); !errors.Is(err, jsonx.ErrAbsent) {
				t.Errorf("%s: in a box, encoding/json gives %v", what, err)
			}
		}
	}
}

// TestNilInside puts nil pointers of each member type in the place of each union value in the corpus.
func TestNilInside(t *testing.T) {
	seen := map[reflect.Type]bool{reflect.TypeFor[agui.Event](): true}
	eachCase(t, func(t *testing.T, c testkit.Case) {
		ev := fromJSON(t, c.JSON)
		if ev.Validate() != nil {
			return
		}
		places(reflect.ValueOf(ev), "", func(place reflect.Value, pointer string) {
			was := reflect.ValueOf(place.Interface())
			seen[place.Type()] = true
			for _, m := range unions[place.Type()] {
				place.Set(reflect.ValueOf(m))
				absentAt(t, reflect.TypeOf(m).String(), pointer, ev.AppendJSON, ev.AppendProto, ev.Validate)
				agui.ProtoOmissions(ev)
				agui.JSONOmissions(ev)
				if !agui.EqualEvent(ev, ev) && place.Type() != reflect.TypeFor[agui.TextOrContentPartList]() {
					t.Errorf("with a nil %T at %s it is not equal to itself", m, pointer)
				}
			}
			place.Set(was)
		})
	})
	for u := range unions {
		if !seen[u] {
			t.Errorf("no %s in the corpus", u)
		}
	}
}

// places calls visit for each union value in v that is there. Pointers have the fields' Go names, which are the members'
// but for their capitals.
func places(v reflect.Value, pointer string, visit func(place reflect.Value, pointer string)) {
	switch v.Kind() {
	case reflect.Pointer:
		places(v.Elem(), pointer, visit)
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		places(v.Elem(), pointer, visit)
		if unions[v.Type()] != nil {
			visit(v, pointer)
		}
	case reflect.Slice:
		for i := range v.Len() {
			places(v.Index(i), pointer+"/"+strconv.Itoa(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Name != "Unknown" {
				places(v.Field(i), pointer+"/"+f.Name, visit)
			}
		}
	}
}

// TestNilInARequest is about the other document that there is, which only travels as JSON by itself.
func TestNilInARequest(t *testing.T) {
	var none *agui.RunAgentInput
	absentAt(t, "the input", "", none.AppendJSON, nil, none.Validate)
	x := agui.NewRunAgentInput("t", "r", []agui.Message{agui.NewUserMessage("u", agui.ContentPartList{(*agui.TextPart)(nil)})})
	absentAt(t, "a part", "/messages/0/content/0", x.AppendJSON, nil, x.Validate)
}

// TestNull holds that null is not a value of a struct, and that a box takes it for nil.
func TestNull(t *testing.T) {
	part := agui.NewTextPart("kept")
	var refused *violation.Error
	if err := json.Unmarshal([]byte("null"), part); !errors.As(err, &refused) || part.Text != "kept" {
		t.Errorf("a struct: %v, %+v", err, part)
	}
	box := agui.EventBox{Event: &agui.RawEvent{}}
	if err := json.Unmarshal([]byte("null"), &box); err != nil || box.Event != nil {
		t.Errorf("a box: %v, %+v", err, box)
	}
}
