package pipeline

import (
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/violation"
)

// spot is where a violation is in the whole text: the value, and what it is directly in.
type spot struct {
	value, parent jsonx.Value
}

// place finds where violations of what is left are in the whole text. It goes over the text once, however many there are.
func place(c *cut, violations []violation.Violation) []spot {
	spots := make([]spot, len(violations))
	root := &pointers{}
	for i, v := range violations {
		at := root
		if v.InstanceLocation != "" {
			for token := range strings.SplitSeq(v.InstanceLocation[1:], "/") {
				at = at.down(unescape.Replace(token))
			}
		}
		at.here = append(at.here, i)
	}
	root.resolve(c, spot{value: c.doc.Root()}, spots)
	return spots
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// pointers are JSON pointers as a tree of their tokens.
type pointers struct {
	here  []int // the violations that this is the place of
	below map[string]*pointers
}

func (p *pointers) down(token string) *pointers {
	next := p.below[token]
	if next == nil {
		if p.below == nil {
			p.below = map[string]*pointers{}
		}
		next = &pointers{}
		p.below[token] = next
	}
	return next
}

func (p *pointers) resolve(c *cut, at spot, spots []spot) {
	for _, i := range p.here {
		spots[i] = at
	}
	if len(p.below) == 0 {
		return
	}
	array := at.value.Kind() == jsonx.KindArray
	n := 0
	for child := at.value.Children(); child.Next(); {
		if c.removed[child.Value().ID()] {
			continue
		}
		key := strconv.Itoa(n)
		if array {
			n++
		} else {
			key = child.Key()
		}
		if next := p.below[key]; next != nil {
			next.resolve(c, spot{value: child.Value(), parent: at.value}, spots)
		}
	}
}
