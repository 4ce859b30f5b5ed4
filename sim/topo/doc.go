// Package topo models wiring: three-dimensional meshes and tori whose routers send all packets between two nodes along one fixed path, as the table-based
// routers of the SeaStar do (Brightwell, Hudson, Pedretti, Riesen, Underwood: Implementation and Performance of Portals 3.3 on the Cray XT3, section 2), so
// that packets arrive in order. Paths go along x, then y, then z.
//
// The unit is a train: consecutive packets of one message. A train passes the links of its path one after the other without waiting for its own end
// (cut-through), and occupies each of them for its bytes over the link's bandwidth. There is no event per byte or packet, but one for each router that the head
// of a train reaches; hops over idle links share one event (see fold.go):
//
//   - A link serves trains in the order in which their heads reach it.
//   - Each link has buffers at its far end. A train leaves a router when the next one has space for all of it, so a train that cannot go on stops those behind
//     it, on this link and then on those that lead to it. The space is free when the head of the train goes on: what follows comes no faster than it leaves.
//   - Trains on their way to a busy node wait in the buffers in front of it until the node accepts them.
//   - Each link has two virtual channels with buffers of their own. A train that crosses the edge of a ring changes from the first to the second, so that no
//     circle of trains waits for each other (Dally, Seitz: Deadlock-Free Message Routing in Multiprocessor Interconnection Networks).
package topo
