package wire

import "slices"

// optionKind is the type of a file option's value.
type optionKind uint8

const (
	optionString optionKind = iota
	optionBool
	optionMode
)

// fileOptionKinds are the file options of google/protobuf/descriptor.proto that say something about generated code.
var fileOptionKinds = map[string]optionKind{
	"cc_enable_arenas":       optionBool,
	"csharp_namespace":       optionString,
	"deprecated":             optionBool,
	"go_package":             optionString,
	"java_multiple_files":    optionBool,
	"java_outer_classname":   optionString,
	"java_package":           optionString,
	"java_string_check_utf8": optionBool,
	"objc_class_prefix":      optionString,
	"optimize_for":           optionMode,
	"php_class_prefix":       optionString,
	"php_metadata_namespace": optionString,
	"php_namespace":          optionString,
	"ruby_package":           optionString,
	"swift_prefix":           optionString,
}

func fileOptionNames() []string {
	names := make([]string, 0, len(fileOptionKinds))
	for name := range fileOptionKinds {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
