// Package live is the live world: one process per rank on one host, wall-clock time, shared memory between ranks.
//
// It binds package job (ranks and launching) and package node (shared memory) to the narrow interfaces of the APIs. What must be C (waiting and copying without
// Go on the stack, exiting) comes from the C edge as function values, so that this package has no C and no global state.
package live
