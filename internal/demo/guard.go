package demo

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// policy is what the page may do: load its own assets and talk to its own server. It cannot make markup of text, either.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// ServeHTTP serves a request that is addressed to this server. One with a foreign Host gets 421, for it comes from a page
// whose name was made to point here (DNS rebinding), and one that another site has made a browser send gets 403.
func (d *Demo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	local := localAddr(r)
	if !d.owns(r.Host, local) {
		http.Error(w, "This server does not answer to the host "+printable(r.Host)+". Use http://"+local.String()+"/.", http.StatusMisdirectedRequest)
		return
	}
	if err := http.NewCrossOriginProtection().Check(r); err != nil {
		http.Error(w, "This request comes from another site.", http.StatusForbidden)
		return
	}
	d.routes.ServeHTTP(w, r)
}

// localAddr is where a request has arrived.
func localAddr(r *http.Request) netip.AddrPort {
	if tcp, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		at := tcp.AddrPort()
		return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	}
	return netip.AddrPort{}
}

// owns tells whether a Host is that of this server, for a connection to a local address.
func (d *Demo) owns(host string, local netip.AddrPort) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil { // without a port
		name, port = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"), "80"
	}
	if port != strconv.Itoa(int(local.Port())) {
		return false
	}
	if addr, err := netip.ParseAddr(name); err == nil {
		return addr.Unmap() == local.Addr().WithZone("")
	}
	name = strings.ToLower(name)
	return name == "localhost" && local.Addr().IsLoopback() || slices.Contains(d.hosts, name)
}

// printable is a text of a request for a person, in ASCII and not too long.
func printable(s string) string {
	const most = 100
	s = strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
	return s[:min(len(s), most)]
}
