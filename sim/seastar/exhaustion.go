package seastar

import (
	"fmt"

	"gasnetgo/sim"
)

// exhausted handles a message for which there are no resources: the node panics, as it did at the time of the paper, or sends the message back (the paper,
// section 4.3, on work in progress).
func (n *Node) exhausted(what string, p *pending) {
	if n.net.Exhaustion == Panic {
		n.net.fail(int(n.id), "panic: SeaStar: out of "+what)
		return
	}
	n.refuse(p)
	n.refused[p.from].lacks = what
}

// turnAway is exhausted for a message whose source has a structure. Those that wait behind it go back with it: one that comes later would be refused before them
// otherwise, and sent again before them.
func (n *Node) turnAway(what string, p *pending) {
	s := p.source
	n.exhausted(what, p)
	s.busy = false
	for n.net.Exhaustion != Panic && !s.rx.empty() {
		n.refuse(at(s.rx.pop()))
	}
}

// Go-back-n: a message that is refused is thrown away and sent again after a while, and until it has got through, so are all that its sender has sent
// to this node behind it, so that their order stays. The sender has the bytes: the model keeps a message's payload until it is received.

// refusal is the messages from one node that have been refused, the oldest first.
type refusal struct {
	messages []uint64 // addresses of pendings, which their sender has now
	since    sim.Time // one of them has got through or the first was refused
	times    int32    // that the first has been refused
	lacks    string   // resource for which the first waits
}

// outOfTurn reports whether a message has to go back because one before it did.
func (n *Node) outOfTurn(p *pending) bool {
	if !n.refusing {
		return false
	}
	r := n.refused[p.from]
	return r != nil && r.messages[0] != address(p)
}

// inTurn notes that a message has got through.
func (n *Node) inTurn(p *pending) {
	if p.refusals == 0 {
		return
	}
	r := n.refused[p.from]
	if len(r.messages) > 1 {
		r.messages, r.since, r.times = r.messages[1:], n.net.k.Now(), 1
		return
	}
	delete(n.refused, p.from)
	n.refusing = len(n.refused) > 0
}

// refuse sends a message back when its last byte has left the network.
func (n *Node) refuse(p *pending) {
	n.Stats.Refused++
	if p.refusals == 0 {
		n.refusing = true
		if n.refused == nil {
			n.refused = map[int32]*refusal{}
		}
		r := n.refused[p.from]
		if r == nil {
			r = &refusal{since: n.net.k.Now()}
			n.refused[p.from] = r
		}
		r.messages = append(r.messages, address(p))
	}
	p.refusals++
	if r := n.refused[p.from]; r.messages[0] == address(p) {
		r.times = p.refusals
	}
	p.refused = true
	if p.inline {
		n.sendBack(p)
		return
	}
	n.only(p)
	for ; p.held > 0; p.held-- {
		n.drain(p, min(n.net.train, p.bytes-p.drained))
	}
}

// refusalMark marks the address of a pending as the argument of its refusal on the wires.
const refusalMark = 1

// sendBack has the firmware send a refusal: a packet, for which it takes what a transmit command does.
func (n *Node) sendBack(p *pending) {
	if n.livelocked(p) {
		return
	}
	p.refused, p.begun, p.drained = false, false, 0
	n.small(n.net.Firmware.Transmit)
	n.net.wires.Send(n.firmware.until, n.firmware.until, n.id, p.from, n.net.Packet, 0, address(p)|refusalMark)
}

// expectRefusal says when the refusal of a message will be at its sender.
func (n *Node) expectRefusal(p *pending, packet sim.Time, order uint64) {
	p.there = packet
	n.net.k.AtFrom(packet, (*refusalComes)(n), address(p), order)
}

// Act has the sender's firmware look at a refusal, which takes what a header packet does, and transmit the message once more a while later. The while doubles
// with each refusal of the message, up to maxBackoff times the first.
func (x *refusalComes) Act(k *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	if p.there != k.Now() {
		return // withdrawn
	}
	p.there = sim.Never
	n.small(n.net.handlers[headerPacket])
	backoff := n.net.Backoff * sim.Time(min(1<<min(p.refusals-1, 30), maxBackoff))
	k.At(n.firmware.until+backoff, (*again)(n), address(p))
}

// maxBackoff bounds how the back-off grows.
const maxBackoff = 64

// livelocked ends the simulation if no message from a message's sender has got through for the limit: time passes, but the program does not get any further.
func (n *Node) livelocked(p *pending) bool {
	r, limit := n.refused[p.from], n.net.RefusalLimit
	waited := n.net.k.Now() - r.since
	if limit == 0 || waited < limit {
		return false
	}
	n.net.fail(int(n.id), fmt.Sprintf("livelock: no message from node %d has got through for %v: out of %s; refusals of the first: %d; nic.refusal_limit is %v",
		p.from, waited, r.lacks, r.times, limit))
	return true
}

// Act sends it.
func (x *again) Act(_ *sim.Kernel, a uint64) {
	n := (*Node)(x)
	t := n.transmission(n.pool(), at(a))
	t.again = true
	n.commandTransmit(t)
}
