package pipeline

import (
	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
)

// RuleCapabilities is the rule that a declaration of capabilities is rejected by.
const RuleCapabilities Rule = "O4" // what is known in a declaration has a value that the schema allows

// ReadCapabilities reads what an agent declares that it can do (section O), from wherever the application has it: the
// protocol says what a declaration looks like, and not how it is obtained.
//
// What the schema does not know is left out with a warning, and kept where members are open. A declaration that is
// malformed where it is known is a [*ProtocolError] and must not be used; that is no reason to refuse the agent or its
// streams. What is absent is undeclared, which says neither yes nor no. Of the options, those about warnings count.
func ReadCapabilities(text jsonx.Raw, o Options) (*agui.AgentCapabilities, error) {
	e := newEnv(o)
	s := &stripper{schema: agui.AgentCapabilitiesSchema, teller: teller{env: e, stage: StageRequest}}
	rest, err := s.strip(text)
	c := new(agui.AgentCapabilities)
	if err == nil {
		err = c.UnmarshalJSON([]byte(rest))
	}
	if err != nil {
		return nil, e.fail(StageRequest, RuleCapabilities, err)
	}
	return c, nil
}
