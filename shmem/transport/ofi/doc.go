// Package ofi is OpenSHMEM over a network: an [ofi.Port] that ranks of several hosts share.
//
// Elements, and puts and gets of up to some hundred bytes, travel as messages, and the target's CPU executes them: so each is one access, and atomic with respect to
// the target's own atomics and those of the ranks on its host, whatever the network is. Longer ones are writes and reads of remote memory.
//
// A target acknowledges the messages that change its memory by their number: all that it finds at once, with one message. A context is quiet when its writes and reads
// are complete and its last message to each peer is acknowledged.
package ofi
