package pipeline

import (
	"strings"

	"github.com/agui-gen/agui-gen/out/agui"
	"github.com/agui-gen/agui-gen/runtime/jsonx"
	"github.com/agui-gen/agui-gen/runtime/opt"
)

// binary upgrades the retired binary parts of an event that carries messages.
func (b *boundary) binary(ev agui.Event) agui.Event { return upgrade.event(ev) }

var upgrade = rewrite{part: func(p agui.ContentPart) agui.ContentPart {
	if u, ok := p.(*agui.UnknownContentPart); ok && u.Tag == "binary" {
		return upgradeBinary(u.Raw)
	}
	return nil
}}

// upgradeBinary is a binary part as one of today, nil if it is not what it was then; it is unknown material in that case.
func upgradeBinary(raw jsonx.Raw) agui.ContentPart {
	member := func(name string) (string, bool) {
		v, _ := raw.Lookup(name)
		return v.Text()
	}
	mimeType, ok := member("mimeType")
	if !ok {
		return nil
	}
	var source agui.PartSource
	if data, ok := member("data"); ok {
		source = agui.NewDataSource(data, mimeType)
	} else if url, ok := member("url"); ok {
		source = &agui.URLSource{Value: url, MIMEType: opt.Some(mimeType)}
	} else {
		return nil
	}
	var metadata jsonx.Raw
	if filename, ok := member("filename"); ok {
		metadata, _ = jsonx.FromGo(map[string]string{"filename": filename})
	}
	id := opt.None[string]()
	if s, ok := member("id"); ok {
		id = opt.Some(s)
	}
	kind, _, _ := strings.Cut(strings.ToLower(mimeType), "/")
	switch kind {
	case "image":
		return &agui.ImagePart{ID: id, Source: source, Metadata: metadata}
	case "audio":
		return &agui.AudioPart{ID: id, Source: source, Metadata: metadata}
	case "video":
		return &agui.VideoPart{ID: id, Source: source, Metadata: metadata}
	}
	return &agui.DocumentPart{ID: id, Source: source, Metadata: metadata}
}
