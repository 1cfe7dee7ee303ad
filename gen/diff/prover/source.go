package prover

import "embed"

// Source are the files of this package, to be built into the program that proves.
//
//go:embed prover.go compare.go
var Source embed.FS
