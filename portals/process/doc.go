// Package process is one rank's Portals as its program sees it: the calls of the C interface, one method each, on top of the pure library
// ([gasnetgo/portals]) and whatever [Network] the world has. It reads the program's structures, holds the lock around the library, and keeps what belongs to a
// process rather than to an interface: whether PtlInit was called, how often PtlNIInit, the handlers of event queues.
//
// No method blocks, except those that first join the job. A call that must wait answers [Busy], and the world decides how to wait: the
// live one in C on the program's stack, a simulated one by letting other ranks run.
package process
