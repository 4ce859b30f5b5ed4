package fabric

import (
	"fmt"
	"math/bits"

	"gasnetgo/sim"
)

// Port is a rank's connection to the fabric: its ledger and its part in the barrier.
type Port struct {
	Ledger
	id      int32
	ended   uint32 // messages that are over at this rank, modulo 2^32
	begun   uint64 // messages that it has made
	spare   *Message
	barrier barrier // ends with the second cache line
}

func newPort(f *Fabric, r Rank) *Port {
	p := &Port{
		Ledger:  Ledger{fabric: f, rank: r},
		id:      int32(r.ID()),
		barrier: barrier{received: make([]uint32, bits.Len(uint(f.Size()-1)))},
	}
	p.Meter(nil)
	return p
}

// Begin counts a message that a library has made, which may be an answer.
func (p *Port) Begin() { p.begun++ }

// Number numbers a message that begins an operation, after Begin. No other has the same number, and it follows from what this rank has done before.
func (p *Port) Number(m *Message) { m.Number = p.begun*uint64(len(p.fabric.ports)) + uint64(p.id) }

// End counts a message that is over: the rank that received it calls it, or the rank that sent it if it has no receiver.
func (p *Port) End() { p.ended++ }

// Rank is the rank that the port belongs to.
func (p *Port) Rank() Rank { return p.rank }

// barrier is a rank's part in the barrier of its job. It needs no library: it is rounds of messages without payload (dissemination). In round i a rank notifies
// the rank 2^i behind it that it has arrived, and with it all ranks that it knows of. No rank can be more than one barrier ahead of a rank that it waits for,
// so counting the messages of a round tells which barrier they belong to.
type barrier struct {
	number   uint32 // barriers that this rank has entered
	round    int32
	stage    stage
	open     bool     // the message of the round is awaited
	received []uint32 // messages by round
}

type stage uint8

const (
	begins  stage = iota // of a round
	signals              // the time that a message takes has been spent
	waits                // the rank has been woken, and has spent a look at the message
	looks                // the message was there already: the look at it has been spent
)

func (b *barrier) arrived() bool { return b.received[b.round] >= b.number }

// InBarrier is what ranks wait for in a barrier.
const InBarrier = "in a barrier"

// Barrier waits for all ranks, on the rank's coroutine. Its messages cost what messages without payload cost anywhere: a call and a Send for each, and what the
// network takes. The call that led here has been charged.
func (p *Port) Barrier() {
	for p.BeginBarrier(); !p.StepBarrier(); {
		p.rank.Sleep()
	}
	p.Settle()
}

// Barriers is how many barriers the rank has entered.
func (p *Port) Barriers() uint32 { return p.barrier.number }

// BeginBarrier enters a barrier. StepBarrier goes through it.
func (p *Port) BeginBarrier() {
	p.barrier.number++
	p.barrier.round, p.barrier.stage = 0, begins
}

// StepBarrier continues a barrier and reports whether it is complete. If not, call it again when the rank is resumed.
func (p *Port) StepBarrier() (over bool) {
	for b := &p.barrier; ; {
		switch b.stage {
		case begins:
			if int(b.round) == len(b.received) {
				return true
			}
			if b.round > 0 {
				p.ChargeCall()
			}
			p.Charge(p.fabric.Costs.Send)
			b.stage = signals
			if !p.rank.TrySpend(p.Due()) {
				return false
			}
		case signals:
			p.Commit()
			p.signal()
			b.open = true
			if !b.arrived() {
				b.stage = waits
				p.rank.BeginWait(InBarrier, p.LookCost())
				return false
			}
			b.stage = looks
			p.ChargeLooks(1)
			p.ChargeTakes(1)
			if !p.rank.TrySpend(p.Due()) {
				return false
			}
		case waits:
			if !p.rank.EndWait(b.arrived()) {
				return false
			}
			p.ChargeTakes(1)
			b.endRound()
		case looks:
			p.Commit()
			b.endRound()
		}
	}
}

func (b *barrier) endRound() {
	b.open = false
	b.round++
	b.stage = begins
}

// signal sends the message of a round. Its tag is the round.
func (p *Port) signal() {
	f, b := p.fabric, &p.barrier
	m := p.spare
	if m == nil {
		m = new(Message)
	} else {
		p.spare, m.next = m.next, nil
	}
	to := (int(p.id) + 1<<b.round) % len(f.ports)
	p.Begin()
	p.Number(m)
	m.Src, m.From = int32(p.rank.Node()), (*control)(p)
	m.Dst, m.To = int32(f.Nodes[to]), (*control)(f.ports[to])
	m.Tag = uint32(b.round)
	p.Pass(m)
}

// control is a Port as the endpoint of its barrier's messages.
type control Port

var _ Endpoint = (*control)(nil)

// Depart transmits a signal.
func (p *control) Depart(m *Message) {
	p.fabric.ObserveSent(m, int(p.id), int(m.To.(*control).id))
	p.fabric.Network.Transmit(m)
}

// Leave retains nothing.
func (p *control) Leave(*Message) (r Rest) { return r }

// Arrived wants no payload.
func (p *control) Arrived(*Message) (uint64, *Message) { return 0, nil }

// Received counts it.
func (p *control) Received(m *Message) *Message {
	p.fabric.ObserveReceived(m, int(p.id))
	if m.Damaged && p.fabric.Fail != nil {
		p.fabric.Fail(fmt.Errorf("rank %d, at %v: a message of a barrier was damaged on the network: its CRC is wrong ([faults] missed of the machine)",
			p.id, p.fabric.kernel.Now()))
	}
	p.barrier.received[m.Tag]++
	m.Reset()
	(*Port)(p).End()
	m.next, p.spare = p.spare, m
	return nil
}

// Wake resumes the rank when its barrier can continue.
func (p *control) Wake(at sim.Time) {
	p.fabric.ObserveVisible(int(p.id), at)
	if b := &p.barrier; b.open && b.arrived() {
		p.rank.WakeAt(at)
	}
}

// Describe names it.
func (p *control) Describe(*Message) Description { return Description{Name: "barrier", Class: Barrier} }
