// Package node is what the ranks of one host share in the live world: the job's memory file mapped at the same address in every rank, a block for
// each rank (doorbell, barrier flags, exchange slot, mailbox), segments that every rank reaches by plain loads and stores, and
// the program's own data segment turned into one of them.
//
// The layout is also read by the C data plane (capi/plane/layout.h); the two are compared when capi is compiled. docs/design/foundation.md
// has the picture.
package node
