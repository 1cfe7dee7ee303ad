module github.com/agui-gen/agui-gen

go 1.25.0
