package lower

import (
	"bytes"
	"encoding/json"

	"github.com/agui-gen/agui-gen/gen/load"
)

// jsonText is a value as JSON text without white space: members in their order, numbers as they were written.
func jsonText(n *load.Node) string { return string(appendJSON(nil, n)) }

func appendJSON(b []byte, n *load.Node) []byte {
	switch n.Kind {
	case load.String:
		return appendString(b, n.Text)
	case load.Array:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, item)
		}
		return append(b, ']')
	case load.Object:
		b = append(b, '{')
		for i, m := range n.Members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, m.Key), ':')
			b = appendJSON(b, m.Value)
		}
		return append(b, '}')
	}
	return append(b, n.Text...)
}

// appendString quotes a text, without escaping what only HTML needs escaped.
func appendString(b []byte, s string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // no string fails to encode
	}
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}
