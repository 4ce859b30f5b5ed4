// Package seastar models the network interface of the Cray XT3 and the software that drives it, as described by Brightwell, Hudson, Pedretti, Riesen,
// Underwood: Implementation and Performance of Portals 3.3 on the Cray XT3 ("the paper"). Its parts, and where they are:
//
//	host.go        the host's side: transmit and receive commands, the generic event queue, interrupts, the interrupt handler (3.3, 4.1)
//	firmware.go    the firmware: one thread that looks for work from the network, then for work from the host, and runs a handler at a time (4.3)
//	pending.go     pendings: the state of a message at the host and in the firmware; their pools (4.2)
//	source.go      source structures, one per node that messages go to or come from (4.2)
//	tx.go          the list of transmissions, the single TX FIFO, the TX DMA engine (4.3)
//	rx.go          message streams, the RX DMA engine (4.3)
//	exhaustion.go  exhaustion of pendings, sources and streams (4.3)
//	sections.go    the kind of network: its sections of a machine file
//	device.go      the parts, counters and links that can be observed
//	prefetch.go    the memory that its events will touch
//
// A message is a header packet of 64 bytes, into which a short payload fits, and trains of payload packets behind it. Its path in generic mode:
//
//	sender's host      header into the upper pending, transmit command into the mailbox
//	firmware           takes the command, enqueues the lower pending, programs the TX DMA engine
//	TX DMA             fetches the header, then the payload, which flows into the network until the FIFOs on the way are full
//	firmware there     sees the header packet, finds the source, allocates a pending, writes the header to the host, posts an event, interrupts
//	target's host      interrupt; Portals matches; a receive command, if there is payload behind the header
//	firmware           programs the RX DMA engine; when the payload is there, it posts an event and interrupts
//	target's host      interrupt; Portals posts the END event; the rank sees it when the handler has returned
//
// and, when the payload has been read, an event and an interrupt for the sender. A payload in the header packet was copied there by the host, so the sender's
// memory is free, and SEND_END or GET_END posted, with the transmit command, without an interrupt. (The paper states this for the receiver only. For the sender
// it follows from the latency of a get, which leaves no time for another interrupt.)
//
// In accelerated mode the firmware matches, commands come from the process without a trap, and nothing interrupts.
package seastar
