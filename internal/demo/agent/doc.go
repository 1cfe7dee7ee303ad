// Package agent is the demo agent of agui serve, the office of a small harbour. It is written on package server as any
// agent would be, and each of its acts shows one thing that the protocol has. What it says is always the same.
package agent
