// Package moca holds example packages of MOCA, and the trust root of the host that reads them: harbour, whose nodes have
// everything that can be said of a source, and signals, which harbour supersedes. Package demo reads them.
package moca

import "embed"

// FS has a folder for each package, trust.json, and citations-event.json: an example event with the record that the demo's
// Reader makes of a node of harbour.
//
//go:embed harbour signals trust.json citations-event.json
var FS embed.FS
