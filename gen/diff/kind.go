package diff

// Kind is what happened to a schema.
type Kind string

// The kinds of changes, in the order of [Table].
const (
	MemberAdded         Kind = "member_added"
	MemberDeclared      Kind = "member_declared"
	RequiredMemberAdded Kind = "required_member_added"
	MemberRemoved       Kind = "member_removed"
	RequiredRemoved     Kind = "required_member_removed"
	MemberRequired      Kind = "member_required"
	MemberOptional      Kind = "member_optional"
	ChoiceAdded         Kind = "choice_added"
	ChoiceRemoved       Kind = "choice_removed"
	ValueAdded          Kind = "value_added"
	ValueRemoved        Kind = "value_removed"
	ValuesOpened        Kind = "values_opened"
	ValuesClosed        Kind = "values_closed"
	TypeWidened         Kind = "type_widened"
	TypeNarrowed        Kind = "type_narrowed"
	TypeChanged         Kind = "type_changed"
	Widened             Kind = "constraint_widened"
	Narrowed            Kind = "constraint_narrowed"
	ConstraintChanged   Kind = "constraint_changed"
	MembersOpened       Kind = "members_opened"
	MembersClosed       Kind = "members_closed"
	DefinitionAdded     Kind = "definition_added"
	DefinitionRemoved   Kind = "definition_removed"
	DefinitionRenamed   Kind = "definition_renamed"
	DocumentRemoved     Kind = "document_removed"
	SchemaAdded         Kind = "schema_added"
	SchemaRemoved       Kind = "schema_removed"
	WireChanged         Kind = "wire_changed"
	GoChanged           Kind = "go_changed"
	ProofFailed         Kind = "proof_failed"
)

// Row is what one kind of change means to who reads and who writes JSON, and what to do about it. What it means on
// protobuf and to Go code is not in the row: it is found by comparing what is generated.
type Row struct {
	Kind             Kind
	What             string
	Readers, Writers Effect
	// GoRisk is what Go code that still compiles may have to do, or empty.
	GoRisk string
	Advice string
}

// Table is the meaning of every kind of change to a schema. It follows from three facts about generated code: its
// decoders keep what they do not know (members, members of unions, values of enums) and pass it on; its validators take
// what the schema takes and nothing else; and what no reader of the new schema knows, nobody acts on any more.
var Table = []Row{
	{Kind: MemberAdded, What: "an optional member is added to a closed object",
		Readers: risk(Gains, "old readers keep it as unknown and pass it on; old validators refuse it"), Writers: safe(Gains, "old writers need not send it"),
		Advice: "upgrade strict validators before anybody sends it"},
	{Kind: MemberDeclared, What: "an optional member is added to an open object",
		Readers: safe(Gains, "old readers keep it as unknown and pass it on"), Writers: safe(Gains, "old writers need not send it"),
		Advice: "check that nobody sends something else under that name"},
	{Kind: RequiredMemberAdded, What: "a required member is added",
		Readers: risk(Gains, "old readers keep it as unknown and pass it on; validators of a closed object refuse it"), Writers: breaks(Loses, "old writers do not send it, so that new readers refuse what they write"),
		GoRisk: "a literal without it compiles, and writes it empty or fails to", Advice: "make it optional, and require it when every writer sends it"},
	{Kind: MemberRemoved, What: "an optional member is removed",
		Readers: safe(Loses, "old readers get it no more, which they allow for"), Writers: breaks(Loses, "what old writers say with it is not acted on any more, and refused where the object is closed"),
		Advice: "keep it, mark it deprecated, remove it when nobody sends it, and give its name to nothing else"},
	{Kind: RequiredRemoved, What: "a required member is removed",
		Readers: breaks(Loses, "old readers require it: without it the value is malformed to them"), Writers: breaks(Loses, "what old writers say with it is not acted on any more, and refused where the object is closed"),
		Advice: "keep it, mark it deprecated, remove it when nobody reads or sends it, and give its name to nothing else"},
	{Kind: MemberRequired, What: "an optional member becomes required",
		Readers: safe(Gains, "old readers take it as before"), Writers: breaks(Loses, "old writers may leave it out, and new readers refuse that"),
		GoRisk: "a literal without it compiles, and writes it empty or fails to", Advice: "leave it optional until every writer sends it"},
	{Kind: MemberOptional, What: "a required member becomes optional",
		Readers: breaks(Loses, "old readers require it: without it the value is malformed to them"), Writers: safe(Gains, "old writers send it as before"),
		Advice: "release readers that do without it, and go on sending it until they are everywhere"},
	{Kind: ChoiceAdded, What: "a union gains a member, such as an event type",
		Readers: risk(Gains, "old readers keep it as unknown and pass it on without acting on it; old validators refuse it"), Writers: safe(Gains, "old writers need not send it"),
		GoRisk: "a type switch without a default passes over it", Advice: "upgrade the readers that have to act on it before anybody sends it"},
	{Kind: ChoiceRemoved, What: "a union loses a member, such as an event type",
		Readers: safe(Loses, "old readers get it no more"), Writers: breaks(Loses, "what old writers send is unknown to new readers: kept, not acted on, and refused by validators"),
		Advice: "keep it, mark it deprecated, and remove it when nobody sends it"},
	{Kind: ValueAdded, What: "a list of allowed values gains one",
		Readers: risk(Gains, "old readers keep the value and tell that they do not know it; old validators refuse it"), Writers: safe(Gains, "old writers need not send it"),
		Advice: "upgrade the readers that have to act on it before anybody sends it"},
	{Kind: ValueRemoved, What: "a list of allowed values loses one",
		Readers: safe(Loses, "old readers get it no more"), Writers: breaks(Loses, "old writers send it, and new validators refuse it"),
		Advice: "keep it until nobody sends it"},
	{Kind: ValuesOpened, What: "a list of allowed values becomes any value of the type",
		Readers: risk(Gains, "old readers keep values they do not know; old validators refuse them"), Writers: safe(Gains, "old writers send what they sent"),
		Advice: "upgrade strict validators before anybody sends another value"},
	{Kind: ValuesClosed, What: "any value of a type becomes a list of allowed values",
		Readers: safe(Loses, "old readers take all of them"), Writers: breaks(Loses, "old writers may send another, and new validators refuse it"),
		Advice: "leave it open and describe the values, or make sure that no other is sent"},
	{Kind: TypeWidened, What: "more JSON types are allowed",
		Readers: breaks(Gains, "old readers cannot hold the new type: the value is malformed to them"), Writers: safe(Gains, "old writers send what they sent"),
		Advice: "add another member for it and leave this one as it is"},
	{Kind: TypeNarrowed, What: "fewer JSON types are allowed",
		Readers: safe(Loses, "old readers take what is left"), Writers: breaks(Loses, "old writers may send the type that is gone, and new readers cannot hold it"),
		Advice: "leave it as it is, or make sure that nobody sends the type that goes"},
	{Kind: TypeChanged, What: "another JSON type takes the place of the old one",
		Readers: breaks(Differs, "old readers cannot hold it: the value is malformed to them"), Writers: breaks(Differs, "new readers cannot hold what old writers send"),
		Advice: "add another member for it, mark this one deprecated, and send both meanwhile"},
	{Kind: Widened, What: "a constraint is widened",
		Readers: breaks(Gains, "old validators refuse what is beyond the old limit"), Writers: safe(Gains, "old writers keep within it"),
		Advice: "release readers with the wider limit before any writer goes beyond the old one"},
	{Kind: Narrowed, What: "a constraint is narrowed",
		Readers: safe(Loses, "old readers take all that is left"), Writers: breaks(Loses, "old writers may go beyond it, and new validators refuse that"),
		Advice: "make sure that every writer keeps within the new limit before readers demand it"},
	{Kind: ConstraintChanged, What: "a constraint is another, neither clearly wider nor narrower",
		Readers: breaks(Differs, "old validators may refuse what is allowed now"), Writers: breaks(Differs, "new validators may refuse what was allowed"),
		Advice: "take it as two bumps, one that widens and one that narrows"},
	{Kind: MembersOpened, What: "an object takes members that it does not declare",
		Readers: risk(Gains, "old readers keep them as unknown and pass them on; old validators refuse them"), Writers: safe(Gains, "old writers send what they sent"),
		Advice: "upgrade strict validators before anybody sends other members"},
	{Kind: MembersClosed, What: "an object no longer takes members that it does not declare",
		Readers: safe(Loses, "old readers take what is left"), Writers: breaks(Loses, "members that old writers add are kept by new readers, and refused by validators"),
		Advice: "declare the members that are in use, or leave the object open"},
	{Kind: DefinitionAdded, What: "a definition is added",
		Readers: safe(Gains, "it shows only where something refers to it, which is a change of its own"), Writers: safe(Gains, "it shows only where something refers to it, which is a change of its own")},
	{Kind: DefinitionRemoved, What: "a definition is removed that others referred to",
		Readers: safe(Loses, "it showed only where something referred to it, which is a change of its own"), Writers: safe(Loses, "it showed only where something referred to it, which is a change of its own"),
		Advice: "keep it if code names it"},
	{Kind: DefinitionRenamed, What: "a definition has another name",
		Readers: safe(Same, "JSON does not show the name"), Writers: safe(Same, "JSON does not show the name"),
		Advice: "see that wire.yaml says so under renamed_from, so that its numbers stay; Go code has to use the new name"},
	{Kind: DocumentRemoved, What: "a definition is removed that no other referred to",
		Readers: safe(Loses, "old readers get no such document any more"), Writers: breaks(Loses, "nobody reads such documents any more"),
		Advice: "keep it, mark it deprecated, and remove it when nobody sends such documents"},
	{Kind: SchemaAdded, What: "a whole schema is added",
		Readers: safe(Gains, "there was nothing to read"), Writers: safe(Gains, "there was nothing to write")},
	{Kind: SchemaRemoved, What: "a whole schema is removed",
		Readers: safe(Loses, "old readers get no such document any more"), Writers: breaks(Loses, "nobody reads such documents any more"),
		Advice: "keep it until nobody sends such documents"},
}

func safe(d Direction, why string) Effect   { return Effect{Level: Safe, Direction: d, Why: why} }
func risk(d Direction, why string) Effect   { return Effect{Level: Risk, Direction: d, Why: why} }
func breaks(d Direction, why string) Effect { return Effect{Level: Break, Direction: d, Why: why} }

// rowOf is the row of a kind, nil for what has none because it is no change to what JSON means.
func rowOf(k Kind) *Row {
	for i := range Table {
		if Table[i].Kind == k {
			return &Table[i]
		}
	}
	return nil
}
