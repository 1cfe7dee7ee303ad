package resolve

import (
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/agui-gen/agui-gen/gen/internal/diag"
)

// allowed is one entry of [Options.AllowRef].
type allowed struct {
	url  string // what it stands for, "" where the entry is a path alone
	path string // of the operating system
	id   string // the root "$id" of the file of a path alone, "" if it has none
}

func (r *resolver) readAllowed() {
	for _, entry := range r.opts.AllowRef {
		a := allowed{path: entry}
		if i := strings.LastIndexByte(entry, '='); i >= 0 && hasScheme(entry[:i]) {
			a.url, a.path = strings.TrimSuffix(entry[:i], "#"), entry[i+1:]
			if uri, err := absolute("", a.url); err == nil {
				a.url = uri
			}
		}
		if a.path == "" || hasScheme(a.path) {
			r.errs.Add(diag.Diagnostic{
				Message: "--allow-ref " + strconv.Quote(entry) + " names no local file, and the network is never opened", Hint: "write URL=PATH",
			})
			continue
		}
		if a.url == "" {
			if data, err := os.ReadFile(a.path); err == nil {
				a.id = rootID(data)
			}
		}
		r.allowed = append(r.allowed, a)
	}
}

// hasScheme tells whether a text starts as an absolute URI does; one letter would be a drive on Windows.
func hasScheme(s string) bool {
	u, err := url.Parse(s)
	return err == nil && len(u.Scheme) > 1
}

func (r *resolver) allowedURL(uri string) string {
	for _, a := range r.allowed {
		if a.url != "" && a.url == uri {
			return a.path
		}
	}
	return ""
}

func (r *resolver) allowedByID(uri string) string {
	for _, a := range r.allowed {
		if a.id != "" && a.id == uri {
			return a.path
		}
	}
	return ""
}

// allowedPath is the entry for a path that starts in the schema's folder and leaves it.
func (r *resolver) allowedPath(p string) string {
	want, err := filepath.Abs(r.shown(p))
	if err != nil {
		return ""
	}
	for _, a := range r.allowed {
		if got, err := filepath.Abs(a.path); a.url == "" && err == nil && got == want {
			return a.path
		}
	}
	return ""
}
