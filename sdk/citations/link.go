package citations

import (
	"fmt"
	"html"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Link is an address that is safe to offer as a link.
type Link struct {
	// URL is the address, http or https, with its host as Host has it, and the rest in ASCII, too: other characters are
	// percent-encoded, as browsers send them.
	URL string
	// Host is the host in ASCII, with its port if it has one: names of other scripts in punycode, so that nothing looks like
	// what it is not.
	Host string
}

// maxLink is how long an address can be, in bytes.
const maxLink = 4 << 10

// SafeLink is the link to an address, nil where that is not to be one (K7). A link has the scheme http or https, a host, no
// user information, and no backslash, white space, control or format character; all of that holds for the address as it is
// and after its entities and percent encodings have been resolved, however often.
func SafeLink(address string) *Link {
	if len(address) > maxLink {
		return nil
	}
	link, ok := parseLink(address)
	if !ok {
		return nil
	}
	const rounds = 4
	for range rounds {
		decoded, err := url.PathUnescape(html.UnescapeString(address))
		if err != nil {
			return nil
		}
		if decoded == address {
			return &link
		}
		again, ok := parseLink(decoded)
		if !ok || again.Host != link.Host {
			return nil
		}
		address = decoded
	}
	return nil
}

func parseLink(address string) (Link, bool) {
	if strings.ContainsFunc(address, notInLink) {
		return Link{}, false
	}
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return Link{}, false
	}
	authority := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority = rest[:i]
	}
	host, ok := asciiHost(authority)
	if !ok {
		return Link{}, false
	}
	return Link{URL: strings.ToLower(scheme) + "://" + host + encode(rest[len(authority):]), Host: host}, true
}

// encode percent-encodes what is not ASCII, so that nothing in an address can look like anything else.
func encode(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func notInLink(r rune) bool {
	return r == '\\' || r == unicode.ReplacementChar || unicode.IsSpace(r) || unicode.In(r, unicode.Z, unicode.C)
}

// hosts is how browsers read the names of hosts.
var hosts = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.VerifyDNSLength(true))

// asciiHost is the host and port of an authority in ASCII.
func asciiHost(authority string) (string, bool) {
	u, err := url.Parse("https://" + authority)
	if err != nil || u.Host != authority || strings.ContainsAny(authority, "@%") {
		return "", false
	}
	name, port := u.Hostname(), u.Port()
	if strings.HasSuffix(authority, ":") || name == "" {
		return "", false
	}
	if strings.HasPrefix(authority, "[") {
		ip, err := netip.ParseAddr(name)
		if err != nil || !ip.Is6() || ip.Is4In6() { // the last is written in several ways
			return "", false
		}
		name = "[" + ip.String() + "]"
	} else if name, err = hosts.ToASCII(name); err != nil || name == "" || !plainNumber(name) {
		return "", false
	}
	if port != "" {
		number, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			return "", false
		}
		name += ":" + strconv.FormatUint(number, 10)
	}
	return name, true
}

// plainNumber tells whether a host that a browser takes for an IPv4 address, in whatever notation, is written as one.
func plainNumber(host string) bool {
	last := host[strings.LastIndexByte(strings.TrimSuffix(host, "."), '.')+1:]
	last = strings.TrimSuffix(last, ".")
	digits := strings.Trim(last, "0123456789") == ""
	if !digits && !strings.HasPrefix(last, "0x") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Is4()
}
