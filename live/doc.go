// Package live is the live world: one process per rank on one host, wall-clock time, shared memory between ranks.
//
// A Session is a process's membership of a job: package job (ranks and launching), package node (shared memory) and package ofi (the network between hosts) together. It knows no
// API: the packages below bind one API each to it. What must be C (waiting and copying without
// Go on the stack, exiting) comes from the C edge as function values, so that this package has no C and no global state.
package live
