// Package browser holds the tests that need a real browser, Debian's chromium. It is a module of its own so that users'
// go.sum stays small. Its tests are skipped where there is no chromium, and fail where the environment variable CI is
// true. With -screenshots DIR they also write pictures of what they see, to be looked at.
package browser
