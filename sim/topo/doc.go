// Package topo is how nodes are wired: three-dimensional meshes and tori whose routers send everything between two nodes along one fixed path, as the
// table-based routers of the SeaStar do (Brightwell, Hudson, Pedretti, Riesen, Underwood: Implementation and Performance of Portals 3.3 on the Cray XT3,
// section 2), so that packets arrive in order.
//
// What travels is a train: packets of one message, one behind the other. A train goes through the links of its path one after the other without waiting
// for its own end (cut-through), and holds each of them for its bytes over the link's bandwidth. Trains take a link in the order in which they were
// sent. No event is made per byte or packet, and yet every link carries exactly the bytes that it can.
package topo
