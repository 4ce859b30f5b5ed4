// Package portals is the Portals 3.3 library: portal table, match lists, memory descriptors and event queues of one network interface as
// a pure state machine. It has no goroutines, clock, I/O or package state, and it never touches the program's memory.
//
// Requests of the program (Put, MDAttach, ...) and headers from the wire (Arrive) go in. What comes out is
//
//   - codes, for the program;
//   - events, in the interface's event queues, for the program;
//   - operations ([Op]) for whoever moves bytes, the network abstraction layer (NAL): send this header with the bytes of that region,
//     deposit arriving bytes in that region. The NAL reports back with Sent and Done, which makes the later events.
//
// The NAL of the live world moves bytes through shared memory; that of a simulated machine moves them in virtual time.
// docs/design/portals.md has the whole picture; docs/portals.md says which reading of Portals 3.3 this is.
package portals
