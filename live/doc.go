// Package live is the live world: one process per rank on one host, wall-clock time, shared memory between ranks.
//
// It binds package job (who are we) and package node (what we share) to the narrow interfaces that the APIs ask of a world. What must be C (waiting and
// copying without Go on the stack, leaving the process) comes in as Hooks from the C edge, so that this package has no C and no state
// of its own.
package live
