// Package process is one rank's Portals as its program sees it: the calls of the C interface, one method each, on top of the pure library ([gasnetgo/portals])
// and the world's [Network]. It reads the program's structures, holds the lock around the library, and has the state of the process rather than of an
// interface: whether PtlInit was called, how often PtlNIInit, the handlers of event queues.
//
// It also copies between buffers and regions of the program's memory, for networks ([Gather], [Scatter]).
//
// No method blocks, except those that first join the job. A call that would have to wait returns [Busy], and the world decides how to wait: the live world in C
// on the program's stack, a simulated one by letting other ranks run.
package process
