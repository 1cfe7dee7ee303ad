// Package protocol is AG-UI generated into a project of one's own, from a schema file with an identifier of its own.
package protocol

//go:generate go run github.com/agui-gen/agui-gen/cmd/agui-gen generate --schema official.json --profile agui --go-package agui --out agui
