// Package edgetest tests the C side of the edge without the library: the generated stubs on a scheduler that switches stacks, and the mailbox code of
// the data plane on plain memory. It has only tests.
package edgetest
