// Package frameworks holds that the handler of an agent works unchanged wherever a Go program may put it: under net/http
// with HTTP/1.1 and HTTP/2, chi, echo and gin. It is a module of its own, so that none of these is ever in a user's go.sum.
package frameworks
