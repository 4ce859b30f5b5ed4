// Package twintest drives nodes of package sisci over memory and a network that a test controls, and compares them with a simple model of what segments, connections
// and maps there are.
package twintest
