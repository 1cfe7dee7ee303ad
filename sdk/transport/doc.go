// Package transport is how AG-UI events travel over a byte stream: as server-sent events, or as protobuf in frames with
// a length before each. It turns bytes into the bytes of one event and back, and judges nothing about the event.
package transport
