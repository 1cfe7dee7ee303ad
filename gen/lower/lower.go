// Package lower says what a schema means. It is the one place that knows what a keyword does: before it there are
// keywords, after it there are none, only the model.
//
// Each schema is read twice, for the two halves of the model. As a [model.Rule] it is exact: every keyword that asserts
// something becomes an assertion, and what cannot become one exactly is an error. As a [model.Type] it is a shape that
// holds every value the rule takes, named as closely as the schema names it; where it names nothing that Go could, the
// shape is any JSON, and the rule alone knows more.
//
// Three analyses tell what a schema is without building anything, and both halves use them: the kinds of values it can
// take (kinds.go), the schemas that judge one value together (facet.go), and the member that tells the branches of a
// choice apart (discriminate.go).
package lower

import (
	"github.com/agui-gen/agui-gen/gen/internal/diag"
	"github.com/agui-gen/agui-gen/gen/model"
	"github.com/agui-gen/agui-gen/gen/resolve"
)

// Options say how to read a schema.
type Options struct {
	// Strict makes an error of each keyword that the schema's dialect does not define.
	Strict bool
	// RulesOnly is for those who judge documents and emit nothing: two definitions of one name, in two files, are then
	// told apart by a number instead of refused.
	RulesOnly bool
}

// Lower gives the model of a linked schema, and what a user may want to know of it although nothing is wrong, sorted by
// place. The error is a [diag.Errors] with everything that cannot be expressed exactly; what is to be known of the rest
// is returned beside it.
//
// The definitions are those at the root of the main file ("$defs", and "definitions" in any dialect), in its order,
// then those of other files that are referred to, in the order in which they first are. Every other target of a
// reference and every shape that Go must name is a definition too, marked inline, right after the one it stands in.
func Lower(g *resolve.Graph, opts Options) (*model.Schema, []Note, error) {
	l := newLowerer(g, opts)
	l.findDynamicAnchors()
	l.findTargets()
	l.mainDefinitions()
	l.mainRules()
	l.finishDefinitions()
	l.refuseEndless()
	l.finishTypes()
	l.checkKeywords()
	s := &model.Schema{
		ID:    l.id(),
		Title: text(g.Root, "title"),
		Doc:   text(g.Root, "description"),
		Root:  l.root,
		Defs:  l.ordered(),
	}
	if err := l.faults.Err(); err != nil {
		return nil, l.sortedNotes(), err
	}
	return s, l.sortedNotes(), nil
}

// lowerer is one schema on its way into the model.
type lowerer struct {
	graph  *resolve.Graph
	opts   Options
	faults diag.List
	notes  []Note

	// Analyses
	kinds   map[*resolve.Schema]kindSet           // kinds.go
	shaping map[facetKey]bool                     // classify.go
	plans   map[facetKey]plan                     // classify.go
	meeting map[[2]model.Type]bool                // meet.go
	lists   map[*resolve.Schema][]model.EnumValue // classify.go
	tagged  map[*resolve.Schema][]tagValue        // discriminate.go

	// Definitions, see define.go
	defs       map[facetKey]*definition
	bySchema   map[*resolve.Schema][]*definition
	byDef      map[*model.Def]*definition
	keys       map[string]*definition
	all        []*definition            // in the order in which they were found
	top        []*definition            // those that stand in no other
	made       int                      // how many of all have a type
	shared     map[string]*definition   // kind unions by shape and rule, see kindunion.go
	targets    map[*resolve.Schema]bool // what has a name, or a reference leading to it
	documented map[*resolve.Schema]role // what has its words in the model
	root       *model.Def
	alias      *resolve.Schema // what the root stands for when it says nothing of its own

	// Rules, see rule.go
	rules   map[ruleKey]*model.Rule
	judged  []*resolve.Schema            // those that have rules
	dynamic map[string][]*resolve.Schema // scope.go
	scopes  map[string]*scope
}

func newLowerer(g *resolve.Graph, opts Options) *lowerer {
	return &lowerer{
		graph:      g,
		opts:       opts,
		kinds:      map[*resolve.Schema]kindSet{},
		shaping:    map[facetKey]bool{},
		plans:      map[facetKey]plan{},
		lists:      map[*resolve.Schema][]model.EnumValue{},
		tagged:     map[*resolve.Schema][]tagValue{},
		meeting:    map[[2]model.Type]bool{},
		defs:       map[facetKey]*definition{},
		bySchema:   map[*resolve.Schema][]*definition{},
		byDef:      map[*model.Def]*definition{},
		keys:       map[string]*definition{},
		shared:     map[string]*definition{},
		targets:    map[*resolve.Schema]bool{},
		documented: map[*resolve.Schema]role{},
		rules:      map[ruleKey]*model.Rule{},
	}
}

// text is the text of a keyword, empty where there is none or the dialect does not define it.
func text(s *resolve.Schema, keyword string) string {
	n := s.Keyword(keyword)
	if _, known := resolve.LookupKeyword(s.Dialect, keyword); n == nil || !known {
		return ""
	}
	return n.Text
}

// id is the root document's identifier.
func (l *lowerer) id() string {
	if l.graph.Root.Keyword("$id") == nil {
		return ""
	}
	return l.graph.Root.Base
}

// fault reports that a keyword of a schema cannot be expressed.
func (l *lowerer) fault(s *resolve.Schema, keyword, message, hint string) {
	l.faults.Add(diagnosticAt(s, keyword, message, hint))
}
