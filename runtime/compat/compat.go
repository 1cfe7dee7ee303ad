// Package compat ties generated code to the runtime that it needs, at compile time.
//
// Every generated package names the constant of the generator's protocol with the runtime that it was written for. A
// runtime that does not speak it has no such constant, so that the package does not compile, and the message names what
// is missing: take a later runtime, or, where the constant is one that was given up, regenerate. The constants say
// nothing of versions or dates, and regenerating does not change which one is named.
//
// Several generated packages, such as two versions of a schema, may name different constants and share one runtime.
package compat

// Version1 is named by the first generated code. It goes when the runtime no longer has what that code calls.
const Version1 = true
