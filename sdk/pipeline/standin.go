package pipeline

import "github.com/agui-gen/agui-gen/out/agui"

// standIns puts something in the place of what came as protobuf and is unknown, and so has no JSON form: unknown material
// in the same place, so that it is stripped as it would be had it come as JSON, and pointers count it.
var standIns = rewrite{
	message: func(m agui.Message) agui.Message {
		if u, ok := m.(*agui.UnknownMessage); ok && u.Raw == "" {
			return &agui.UnknownMessage{Tag: "unknown", Raw: `{"role":"unknown"}`}
		}
		return nil
	},
	part: func(p agui.ContentPart) agui.ContentPart {
		if u, ok := p.(*agui.UnknownContentPart); ok && u.Raw == "" {
			return &agui.UnknownContentPart{Tag: "unknown", Raw: `{"type":"unknown"}`}
		}
		return standInSource(p)
	},
}

// standInSource is a media part with something in the place of its unknown source, nil if its source is known.
func standInSource(p agui.ContentPart) agui.ContentPart {
	unknown := func(s agui.PartSource) bool {
		u, ok := s.(*agui.UnknownPartSource)
		return ok && u.Raw == ""
	}
	source := &agui.UnknownPartSource{Tag: "unknown", Raw: `{"type":"unknown"}`}
	switch p := p.(type) {
	case *agui.ImagePart:
		if unknown(p.Source) {
			c := *p
			c.Source = source
			return &c
		}
	case *agui.AudioPart:
		if unknown(p.Source) {
			c := *p
			c.Source = source
			return &c
		}
	case *agui.VideoPart:
		if unknown(p.Source) {
			c := *p
			c.Source = source
			return &c
		}
	case *agui.DocumentPart:
		if unknown(p.Source) {
			c := *p
			c.Source = source
			return &c
		}
	}
	return nil
}
