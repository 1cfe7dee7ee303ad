package server

import (
	"errors"
	"slices"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/opt"
	"github.com/agui-gen/agui-gen/sdk/pipeline"
)

// usage is what a run has taken, an entry for each provider and model (I1).
type usage struct{ all []agui.TokenUsage }

// maxCount is the largest count that there can be: 2^53-1.
const maxCount = 1<<53 - 1

var (
	errCount = errors.New("a count is below zero or above 2^53-1")
	errPart  = errors.New("a part is larger than the total that it must be in")
	errTotal = errors.New("the total is not input and output together, or less than one of them")
)

// counts are where an entry has its counts.
func counts(u *agui.TokenUsage) [6]*opt.Opt[int64] {
	return [...]*opt.Opt[int64]{&u.InputTokens, &u.OutputTokens, &u.TotalTokens, &u.ReasoningTokens, &u.CachedInputTokens, &u.CacheWriteInputTokens}
}

// add adds to the entry of the same provider and model. Absent counts were not reported, and stay so (I6).
func (s *usage) add(u agui.TokenUsage) error {
	if rule, err := checkUsage(&u); err != nil {
		return &RuleError{Rule: rule, Event: agui.EventTypeRunFinished, Err: err}
	}
	i := slices.IndexFunc(s.all, func(v agui.TokenUsage) bool { return v.Provider == u.Provider && v.Model == u.Model })
	if i < 0 {
		s.all = append(s.all, u)
		return nil
	}
	sum := s.all[i]
	from := counts(&u)
	for k, to := range counts(&sum) {
		n, ok := from[k].Get()
		if !ok {
			continue
		}
		if n += to.Or(0); n > maxCount {
			return &RuleError{Rule: "I1", Event: agui.EventTypeRunFinished, Err: errCount}
		}
		*to = opt.Some(n)
	}
	if rule, err := checkUsage(&sum); err != nil { // as where only one of two calls has reported its input
		return &RuleError{Rule: rule, Event: agui.EventTypeRunFinished, Err: err}
	}
	s.all[i] = sum
	return nil
}

// checkUsage judges what a model has taken. A part may come without its total.
func checkUsage(u *agui.TokenUsage) (pipeline.Rule, error) {
	for _, c := range counts(u) {
		if n := c.Or(0); n < 0 || n > maxCount {
			return "I1", errCount
		}
	}
	in, hasIn := u.InputTokens.Get()
	out, hasOut := u.OutputTokens.Get()
	if hasIn && u.CachedInputTokens.Or(0)+u.CacheWriteInputTokens.Or(0) > in || hasOut && u.ReasoningTokens.Or(0) > out {
		return "I3", errPart
	}
	if total, ok := u.TotalTokens.Get(); ok && (hasIn && hasOut && total != in+out || total < max(in, out)) {
		return "I5", errTotal
	}
	return "", nil
}

// entries are a copy of the entries, nil for none.
func (s *usage) entries() []agui.TokenUsage { return slices.Clone(s.all) }
