// Package demo is a stand-in for a MOCA Reader, enough to show package citations with something to cite. It loads packages
// in a form of its own, and computes records, with their trust flags, as a Reader does. It is no Reader: it has no search
// index, no structure, and digests of its own.
package demo
