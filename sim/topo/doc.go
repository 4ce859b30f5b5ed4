// Package topo models wiring: three-dimensional meshes and tori whose routers send all packets between two nodes along one fixed path, as the table-based
// routers of the SeaStar do (Brightwell, Hudson, Pedretti, Riesen, Underwood: Implementation and Performance of Portals 3.3 on the Cray XT3, section 2), so
// that packets arrive in order.
//
// The unit is a train: consecutive packets of one message. A train passes the links of its path one after the other without waiting for its own end
// (cut-through), and occupies each of them for its bytes over the link's bandwidth. Trains use a link in the order in which they were sent. There is no event
// per byte or packet, yet no link carries more than its bandwidth.
package topo
