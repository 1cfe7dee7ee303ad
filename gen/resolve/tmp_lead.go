package resolve

// TEMPORARY stand-in by the lead so that siblings can compile; DELETE this file when link.go, dynamic.go, metaschema.go exist.

import (
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/load"
)

func describe(n *load.Node) string { return "another kind" }
func didYouMean(name string, names []string) string { return "" }
func (r *resolver) linkDynamic() {}
func (r *resolver) refuseEndless() {}
func (r *resolver) checkMetaschema(s *Schema) {}
func (r *resolver) link() {
	for len(r.pending) > 0 {
		l := r.pending[0]
		r.pending = r.pending[1:]
		res := r.resources[l.uri]
		if res == nil {
			found, why, hint := r.locate(l)
			if !found {
				r.refuse(l, hint, "dangling "+l.text+" "+why)
				continue
			}
			res = r.resources[l.uri]
		}
		var t *Schema
		switch {
		case l.fragment == "":
			t = res.root
		case strings.HasPrefix(l.fragment, "/"):
			n := res.root.Node
			for _, tok := range strings.Split(l.fragment[1:], "/") {
				tok = strings.NewReplacer("~1", "/", "~0", "~").Replace(tok)
				if n == nil {
					break
				}
				if n.Kind == load.Array {
					i, err := strconv.Atoi(tok)
					if err != nil || i >= len(n.Items) {
						n = nil
						break
					}
					n = n.Items[i]
				} else {
					n = n.Get(tok)
				}
			}
			t = r.schemas[n]
		default:
			t = res.anchors[l.fragment].schema
		}
		if t == nil {
			r.refuse(l, "", "dangling "+l.text)
			continue
		}
		l.ref().Target = t
	}
}
