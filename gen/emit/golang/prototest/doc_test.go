// Package prototest holds emitted code for protobuf against bytes made by hand. It is a package of its own because what it
// tests is emitted by the tests of package golang: those must compile although what they emitted before does not.
package prototest
