// Package chat is a protocol of somebody else's: its schema beside it, everything else generated.
package chat

//go:generate go run github.com/agui-gen/agui-gen/cmd/agui-gen generate --schema chat.json --out .
