package resolve

import (
	"errors"
	"net/url"
	"path"
	"strings"
)

// inFolder starts the URI that a file of the schema's folder has as long as no "$id" gives it another. What follows is
// its path in the folder, unescaped; one that starts with ".." or "/" is outside.
const inFolder = "folder:"

// absolute resolves a URI reference without a fragment against a base (RFC 3986, section 5.2).
func absolute(base, ref string) (string, error) {
	if ref == "" {
		return base, nil
	}
	u, err := url.Parse(ref)
	if err != nil {
		var reason *url.Error
		if errors.As(err, &reason) {
			err = reason.Err
		}
		return "", err
	}
	if u.Scheme != "" {
		u.Host = strings.ToLower(u.Host)
		return (&url.URL{}).ResolveReference(u).String(), nil
	}
	if from, ok := strings.CutPrefix(base, inFolder); ok {
		return besideFile(from, u)
	}
	b, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	if b.Opaque != "" && (u.Path != "" || u.Host != "") {
		return "", errors.New("a relative reference has no meaning against " + base)
	}
	return b.ResolveReference(u).String(), nil
}

// besideFile resolves a reference without a scheme that stands in a file of the folder. It keeps ".." where the path
// leaves the folder, which resolving a URI would drop.
func besideFile(from string, u *url.URL) (string, error) {
	switch {
	case u.Host != "":
		return "", errors.New("a reference that starts with // needs a base with a scheme, by an absolute \"$id\"")
	case u.RawQuery != "" || u.ForceQuery:
		return "", errors.New("a query means nothing to a file")
	case strings.HasPrefix(u.Path, "/"):
		return inFolder + path.Clean(u.Path), nil
	}
	to := path.Clean(from[:strings.LastIndexByte(from, '/')+1] + u.Path)
	if last := path.Base(u.Path); strings.HasSuffix(u.Path, "/") || last == "." || last == ".." {
		to += "/"
	}
	return inFolder + to, nil
}

// splitFragment cuts a reference at its "#" and resolves the percent-encoding of what follows.
func splitFragment(ref string) (rest, fragment string, err error) {
	rest, fragment, _ = strings.Cut(ref, "#")
	fragment, err = url.PathUnescape(fragment)
	return rest, fragment, err
}

// display is a resource's URI as messages and generated code show it.
func display(uri string) string {
	if p, ok := strings.CutPrefix(uri, inFolder); ok {
		return (&url.URL{Path: p}).String()
	}
	return uri
}

// isRelative tells whether a reference is a path to walk from where it stands.
func isRelative(ref string) bool {
	u, err := url.Parse(ref)
	return err == nil && u.Scheme == "" && u.Host == "" && !strings.HasPrefix(u.Path, "/")
}

// pathFrom is how to walk from one URI to another by path, false where they do not share scheme and host.
func pathFrom(from, to string) (string, bool) {
	a, errA := url.Parse(from)
	b, errB := url.Parse(to)
	if errA != nil || errB != nil || a.Scheme != b.Scheme || a.Host != b.Host || a.Opaque != "" || b.Opaque != "" {
		return "", false
	}
	here := strings.Split(a.Path, "/")
	here = here[:len(here)-1]
	there := strings.Split(b.Path, "/")
	for len(here) > 0 && len(there) > 1 && here[0] == there[0] {
		here, there = here[1:], there[1:]
	}
	return strings.Repeat("../", len(here)) + strings.Join(there, "/"), true
}
