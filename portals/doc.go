// Package portals is the Portals 3.3 library: portal table, match lists, memory descriptors and event queues of one network interface as
// a pure state machine. It has no goroutines, clock, I/O or package state, and it never touches the program's memory.
//
// Requests of the program (Put, MDAttach, ...) and headers from the network (Arrive) go in. The results are
//
//   - codes, for the program;
//   - events, in the interface's event queues, for the program;
//   - operations ([Op]) for the network abstraction layer (NAL), which moves the bytes: send this header with the bytes of that region,
//     deposit arriving bytes in that region. The NAL reports back with Sent and Done, which makes the later events.
//
// The NAL of the live world moves bytes through shared memory; that of a simulated machine moves them in virtual time.
// docs/design/portals.md describes the design; docs/portals.md says which variant of Portals 3.3 this is.
package portals
