// Package sisci is the meaning of SISCI as a state machine. A Node is what the driver of one node knows: segments, interrupts and connections. A Process is the
// library of one process of that node: descriptors, handles, maps, sequences, DMA queues, callbacks.
//
// Calls of the program and packets of other nodes go in. The results are
//
//   - codes and handles, for the program;
//   - tickets, where a call has to wait: the answer comes later, and [Wake] says when;
//   - effects ([Effect]), which the driver carries out in order: packets, copies, callbacks.
//
// The machine has no clock, no threads and no memory: [Memory] and [Network] answer what it must know at once. The network delivers the packets of one node to
// another in order, each once. The caller holds one lock around all calls of a node and its processes, and no lock while a callback runs.
package sisci
