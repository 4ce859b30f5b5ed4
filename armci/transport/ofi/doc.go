// Package ofi is ARMCI over a network: an [ofi.Port] that ranks of several hosts share.
//
// Words, short transfers, accumulates and messages travel as messages of the port, which the target's library executes in their order; long runs are writes and reads of
// remote memory. A target acknowledges the messages that change its memory by their number, so a fence waits for the last number and for writes. Accumulates take the
// locks of control memory, so they are atomic with respect to those of ranks that share memory with the target.
package ofi
