// Package seastar models the network interface of the Cray XT3 and the software that drives it, as described by Brightwell, Hudson, Pedretti, Riesen,
// Underwood: Implementation and Performance of Portals 3.3 on the Cray XT3 ("the paper"). Its parts, and where they are:
//
//	host.go        the host's side: transmit and receive commands, the generic event queue, interrupts, the interrupt handler (3.3, 4.1)
//	firmware.go    the firmware: one thread that looks for work from the network, then for work from the host, and runs a handler at a time (4.3)
//	pending.go     pendings: what the host and the firmware know of a message; their pools (4.2)
//	source.go      source structures, one per node that messages go to or come from (4.2)
//	tx.go          the list of transmissions, the single TX FIFO, the TX DMA engine (4.3)
//	rx.go          message streams, the RX DMA engine (4.3)
//	exhaustion.go  what happens when there is none left of something (4.3)
//
// A message is a header packet of 64 bytes, into which a short payload fits, and trains of payload packets behind it. The way of one in generic mode:
//
//	sender's host      header into the upper pending, transmit command into the mailbox
//	firmware           takes the command, enqueues the lower pending, programs the TX DMA engine
//	TX DMA             fetches the header, then the payload, which flows into the network until the FIFOs on the way are full
//	firmware there     sees the header packet, finds the source, allocates a pending, writes the header to the host, posts an event, interrupts
//	target's host      interrupt; Portals matches; a receive command, if there is payload behind the header
//	firmware           programs the RX DMA engine; when the payload is there, it posts an event and interrupts
//	target's host      interrupt; Portals posts the END event; the rank sees it when the handler has returned
//
// and, when the payload has left, an event and an interrupt for the sender. A payload that rides in the header packet has been copied there by the host, so
// that the sender's memory is free, and SEND_END or GET_END posted, with the transmit command; nobody is interrupted for it. (The paper says so of the
// receiver only. Of the sender it follows from its latency of a get, which leaves no room for another interrupt.)
//
// In accelerated mode the firmware matches, commands come from the process without a trap, and nothing interrupts.
package seastar
