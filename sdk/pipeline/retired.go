package pipeline

import "github.com/agui-gen/agui-gen/out/agui"

// Retired is a shape that the protocol no longer has, or that an old peer does not have yet, and what the boundary makes
// of it.
type Retired struct {
	// Shape is what it is about.
	Shape string
	// Where is on which side it is met: events of a stream, or the input that is sent.
	Where string
	// Replacement is what it becomes.
	Replacement string
	// Peers is the last release of the peers that it is about, nil for all.
	Peers *Release
	// Expires is the version of the protocol from which on the translation may go.
	Expires string

	event func(*boundary, agui.Event) agui.Event
	input func(*request)
}

// Registry lists the retired shapes, in the order in which the boundary looks for them.
func Registry() []Retired {
	return []Retired{
		{
			Shape: "THINKING_START, THINKING_TEXT_MESSAGE_START, THINKING_TEXT_MESSAGE_CONTENT, THINKING_TEXT_MESSAGE_END and THINKING_END",
			Where: "events", Replacement: "the reasoning events, with minted ids", Expires: "2.0",
			event: (*boundary).thinking,
		},
		{
			Shape: "null for a member that has no value", Where: "events and the input", Replacement: "no member", Expires: "2.0",
			event: (*boundary).nulls, input: (*request).nulls,
		},
		{
			Shape: `content parts of type "binary"`, Where: "events and the input", Replacement: "image, audio, video and document parts", Expires: "2.0",
			event: (*boundary).binary, input: (*request).binary,
		},
		{
			Shape: "SUBAGENT_STARTED, SUBAGENT_FINISHED and SUBAGENT_ERROR", Where: "events", Replacement: "nothing", Peers: &beforeVersions, Expires: "2.0",
			event: (*boundary).subagents,
		},
		{
			Shape: "lists of content parts", Where: "the input", Replacement: "the text of their text parts", Peers: &beforeParts, Expires: "2.0",
			input: (*request).flatten,
		},
		{
			Shape: "protocolVersion, and subagentRunId on messages", Where: "the input", Replacement: "nothing", Peers: &beforeVersions, Expires: "2.0",
			input: (*request).predate,
		},
	}
}

// about tells whether a shape is to be looked for with a peer.
func (r *Retired) about(peer *Release) bool { return r.Peers == nil || peer.within(*r.Peers) }
