package nal

import (
	"math/bits"

	"gasnetgo/portals"
	"gasnetgo/sim"
)

// barrier is a rank's part in the barrier of its job, which is there before any program's Portals: rounds of messages without payload, dissemination. In
// round i a rank tells the one 2^i behind it that it, and all that it has heard of, are here. No rank can be more than one barrier ahead of another that
// it waits for, so counting what came in a round tells of which barrier it was.
type barrier struct {
	number uint32   // of the barriers that this rank has entered
	heard  []uint32 // messages by round
	round  int      // that it waits in; -1: in none
	next   int      // round that is to come, or is under way
	here   func() bool
}

func newBarrier(ranks int) *barrier {
	b := &barrier{heard: make([]uint32, bits.Len(uint(ranks-1))), round: -1}
	b.here = func() bool { return b.heard[b.round] >= b.number }
	return b
}

// Barrier waits for all ranks. Its messages cost what a put without payload costs anywhere: a call and a Send for each, and what the fabric takes. The call
// that led here has been noted.
func (n *Network) Barrier() {
	for n.BeginBarrier(); n.BeginRound(); n.EndRound() {
		n.Settle()
		n.Signal()
		if !n.rank.WaitLooking(InBarrier, n.Looks(), n.barrier.here) {
			n.Look()
			n.Settle()
		}
	}
}

// Barriers is how many barriers the rank has entered.
func (n *Network) Barriers() uint32 { return n.barrier.number }

// InBarrier is what ranks wait for in a barrier.
const InBarrier = "in a barrier"

// BeginBarrier begins a barrier for who waits in another way than Barrier does. The parts of Barrier follow.
func (n *Network) BeginBarrier() {
	n.barrier.number++
	n.barrier.next = 0
}

// BeginRound notes what a message costs, unless all rounds are over.
func (n *Network) BeginRound() bool {
	b := n.barrier
	if b.next == len(b.heard) {
		return false
	}
	if b.next > 0 {
		n.Call()
	}
	n.owed += n.job.Costs.Send
	return true
}

// Signal sends the round's message when that has been spent, and reports whether the rank's own has come. If not, it is woken when it has.
func (n *Network) Signal() bool {
	b := n.barrier
	to := (n.id + 1<<b.next) % len(n.job.ranks)
	m := n.signal(b.next, to)
	n.job.observeSent(m, n.id, to)
	n.job.Fabric.Transmit(m)
	b.round = b.next
	return b.here()
}

// Heard reports whether it has.
func (n *Network) Heard() bool { return n.barrier.here() }

// EndRound ends the round, when the look at the message has been spent.
func (n *Network) EndRound() {
	n.barrier.round = -1
	n.barrier.next++
}

// signal makes the message of a round.
func (n *Network) signal(round, to int) *Message {
	m := n.job.pool.message()
	n.job.number(m)
	m.Header = portals.Header{Kind: portals.HPut, MatchBits: uint64(round)}
	m.Src, m.From = n.rank.Node(), (*control)(n)
	m.Dst, m.To = n.job.Nodes[to], (*control)(n.job.ranks[to])
	return m
}

// control is a Network as the client at both ends of its job's messages.
type control Network

var _ Client = (*control)(nil)

// Left has nothing to copy.
func (n *control) Left(*Message) {}

// Sent ends the sender's half.
func (n *control) Sent(m *Message) {
	m.sent = true
	n.job.done(m)
}

// Arrived wants nothing.
func (n *control) Arrived(*Message) (uint64, *Message) { return 0, nil }

// Received counts it.
func (n *control) Received(m *Message) *Message {
	n.job.observeReceived(m, n.id)
	n.barrier.heard[m.Header.MatchBits]++
	m.received = true
	n.job.done(m)
	return nil
}

// Unlinked is none: the job's messages have no objects.
func (n *control) Unlinked() int { return 0 }

// Wake has the rank go on when it has what it waits for.
func (n *control) Wake(at sim.Time) {
	n.job.observeVisible(n.id, at)
	if b := n.barrier; b.round >= 0 && b.here() {
		n.rank.WakeAt(at)
	}
}
