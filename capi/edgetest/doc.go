// Package edgetest tests the C side of the edge without the library: the generated stubs on a scheduler that switches stacks, waiting between
// processes, and the plans of collectives. It has only tests.
package edgetest
