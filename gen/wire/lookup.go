package wire

import "github.com/agui-gen/agui-gen/gen/model"

// MessageOf is the name of the message or enum that a definition is on the wire, empty where it is none of its own.
func (s *Schema) MessageOf(d *model.Def) string {
	if o, ok := s.Objects[d]; ok {
		return o.Message.Name
	}
	if e, ok := s.Enums[d]; ok {
		return e.Name
	}
	switch u := s.Unions[d].(type) {
	case *Envelope:
		return u.Message.Name
	case *OneofUnion:
		return u.Message.Name
	case *Merged:
		return u.Message.Name
	case *Tagged:
		return u.Message.Name
	}
	return ""
}
