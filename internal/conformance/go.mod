module github.com/agui-gen/agui-gen/internal/conformance

go 1.25.0

replace github.com/agui-gen/agui-gen => ../..

require (
	github.com/agui-gen/agui-gen v0.0.0-00010101000000-000000000000
	github.com/bufbuild/protocompile v0.14.1
	github.com/santhosh-tekuri/jsonschema/v5 v5.3.1
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/emicklei/proto v1.14.3 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	golang.org/x/sync v0.8.0 // indirect
)
