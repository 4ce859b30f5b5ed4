// Package sp is the network of an IBM RS/6000 SP: an adapter (TB3) in each node and the SP switch between them. Each message is one packet.
//
// A packet waits in the adapter's send FIFO, in memory of the host, until the adapter has moved it across the bus. Then it goes through the switch: from its node to the chip of four nodes, from
// there through one of four chips of the board, and so on, to the chip of its target. A source uses the four routes to a target in turn, so packets may overtake one another when links are
// busy. The target's adapter moves the packet to the receive FIFO of the library, which deals with it when it looks, or when it is interrupted. Nothing here interrupts: the library does.
package sp
