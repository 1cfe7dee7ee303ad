// Package jsonx reads and writes JSON text, strictly and without reflection. Generated codecs stand on it; so does the
// validation engine.
//
// # What it takes
//
// It takes RFC 8259, and refuses some texts that many parsers let pass, because what they mean differs from one to the next:
//
//   - an object in which a name repeats, wherever in the text: names are compared by their characters, so "a" and "\u0061" are one
//   - invalid UTF-8, and an escaped surrogate (\uD800 to \uDFFF) without its other half
//   - a number beyond the range of a 64-bit float, or with an exponent beyond ±9999
//   - arrays and objects nested more than 10000 deep
//   - a byte order mark
//
// All of these are a *[SyntaxError], which has the offset. A JSON text is otherwise kept as it is: raw values
// keep the order of their members, the digits of their numbers, and -0.
//
// # Reading
//
// A [Reader] is pulled along by code that knows what to expect:
//
//	r := jsonx.NewReader(data)
//	o := r.Object()
//	for r.Member(&o) {
//		switch o.Key {
//		case "messageId":
//			r.Once(&o, 0)
//			e.MessageID = r.String()
//		case "timestamp":
//			r.Once(&o, 1)
//			e.Timestamp = opt.Some(r.Int64())
//		default:
//			r.Unknown(&o)
//		}
//	}
//	r.Require(&o, 0, 1<<0)
//	e.Unknown = unknown.FromJSON(r.Kept(&o))
//	if err := r.End(); err != nil {
//		return err // not JSON
//	}
//	if m := r.Mismatch(); m != nil {
//		return m // JSON, but not what e holds
//	}
//
// # Writing
//
// A [Writer] appends what it is told:
//
//	w := jsonx.NewWriter(b)
//	w.Lit(`{"type":"TEXT_MESSAGE_CONTENT"`)
//	if v, ok := e.Timestamp.Get(); ok {
//		w.Lit(`,"timestamp":`)
//		w.Int64(v)
//	}
//	w.Lit(`,"messageId":`)
//	w.String(e.MessageID)
//	w.Members(e.Unknown.Members())
//	w.Lit(`}`)
//	return w.Result()
//
// # Values
//
// [Raw] is one value as text, for data whose shape is nobody's business; [Document] is a text as a tree, for code that must look at all of
// it.
package jsonx
