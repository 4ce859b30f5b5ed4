package seastar

import (
	"math/bits"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Part is a part of a node that does one thing at a time.
type Part uint8

// Parts.
const (
	PartHost     Part = iota // the interrupt handler
	PartFirmware             // the embedded processor
	PartTransmit             // the TX DMA engine
	PartDeposit              // the RX DMA engine
	parts
)

// String is the part's name.
func (p Part) String() string {
	return [parts]string{"interrupt handler", "firmware", "TX DMA", "RX DMA"}[p]
}

// span tells the observer, if there is one.
func (n *Node) span(part Part, what string, begin, end sim.Time, a uint64) {
	if n.net.observer != nil {
		n.tell(part, what, begin, end, a)
	}
}

// tell has the address of a record, or 0.
func (n *Node) tell(part Part, what string, begin, end sim.Time, a uint64) {
	operation := uint64(0)
	switch {
	case a == 0 || !onward(part, what):
	case part == PartTransmit || what == handlers[transmitCommand]:
		operation = leaving(a).number
	default:
		operation = at(a).number
	}
	n.net.observer.Span(fabric.Span{Node: int(n.id), Part: int(part), What: what, Begin: begin, End: end, Operation: operation})
}

// onward reports whether what a part does moves the operation on: the end of a message at its sender does not.
func onward(part Part, what string) bool {
	switch part {
	case PartTransmit:
		return what == "header"
	case PartFirmware:
		return what != handlers[transmitDone]
	case PartHost:
		return what != kinds[sent]
	}
	return true
}

// observeHandler reports an event in the interrupt handler: the handler has spent the minimum and is going to spend more.
func (n *Node) observeHandler(what kind, a uint64, more sim.Time) {
	now := n.net.k.Now()
	begin := now - n.host.cost
	if n.host.entered {
		n.tell(PartHost, "interrupt", begin-n.net.enter, begin, 0)
	}
	n.tell(PartHost, kinds[what], begin, now+more, a)
}

// handlers are the names of what the firmware does.
var handlers = [works]string{"receive done", "transmit done", "header packet", "receive command", "transmit command"}

// kinds are the names of what the host deals with in its interrupt handler.
var kinds = [...]string{arrived: "header", received: "received", sent: "sent"}

// Sizes counts the messages so far by the number of bits in their length: entry 0 those without payload, 1 those of 1 byte, 2 of 2 and 3, and so on.
func (net *Network) Sizes() [65]uint64 { return net.sizes }

func (net *Network) count(p *pending) {
	net.sizes[bits.Len64(p.bytes)]++
}
