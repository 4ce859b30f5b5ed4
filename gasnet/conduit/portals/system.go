package portals

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
)

// Messages of the system are headers alone. They have a queue of their own and no credits: each kind is bounded.
const (
	systemBarrier = iota + 1 // a round of a barrier; at most two phases are under way
	systemRevoke             // give back credits that you do not need, and how many epochs have ended; one to a peer at a time
	systemReturn             // the answer
	systemExit               // a round of the job's end
)

// roundsOfBarriers is room for the rounds of two phases of a barrier, in ranks up to 2^32.
const roundsOfBarriers = 2 * 32

// tell sends a message of the system: a number of 32 bits in the match bits, one of 64 in the header data.
func (c *Core) tell(to, what int, small uint32, data uint64) {
	c.World.Charge(pace.Call, 1)
	bits := uint64(small)<<32 | uint64(what)<<flagShift | toSystem<<selectorShift
	c.client.Post(c.none, c.target(to, indexMessages, bits, uint64(c.Me)), data)
}

// notified handles one.
func (c *Core) notified(e *ptl.Event) {
	if e.Kind != ptl.PutEnd || !c.client.Check(e) {
		return
	}
	small, what := uint32(e.MatchBits>>32), int(e.MatchBits>>flagShift&0xff)
	switch what {
	case systemBarrier:
		c.barrier.notified(small, e.HdrData)
	case systemRevoke:
		by := int(e.HdrData)
		c.tell(by, systemReturn, uint32(c.flow.revoke(by, small)), uint64(c.Me))
	case systemExit:
		c.toldExit(uint8(small), e.HdrData)
	case systemReturn:
		c.flow.returned(int(e.HdrData), int(small))
	}
}

// unexpected is the error of a reply that nobody waits for.
func (c *Core) unexpected(from int, at uint32) error {
	return fault.New("", nil, "internal error: rank %d answers a request in chunk %d of rank %d, which waits for no answer there", from, at, c.Me)
}

// barrier is the conduit's own: rounds of messages of the system (dissemination). In round i a rank tells the rank 2^i behind it what it and those that it has
// heard of say. Two phases may be under way.
type barrier struct {
	core   *Core
	phase  uint32 // begun here, ever
	phases [2]phase
}

// phase is one that is under way.
type phase struct {
	begun bool
	round int // that waits for a message
	says  conduit.Consensus
	heard map[int]conduit.Consensus // rounds of which the message has come
	over  bool
}

// Notify is conduit.Barrier's.
func (c *Core) Notify(says conduit.Consensus) {
	c.Host.Lock()
	defer c.Host.Unlock()
	b := &c.barrier
	b.phase++
	p := &b.phases[b.phase&1]
	*p = phase{begun: true, says: says, heard: p.heard}
	b.send(p)
	b.proceed(p)
}

// Ready is conduit.Barrier's.
func (c *Core) Ready() (conduit.Consensus, bool) {
	c.Host.Lock()
	defer c.Host.Unlock()
	p := &c.barrier.phases[c.barrier.phase&1]
	return p.says, p.over
}

// send tells the rank of the round, unless there are no rounds left.
func (b *barrier) send(p *phase) {
	c := b.core
	if 1<<p.round < c.Size() {
		c.tell((c.Me+1<<p.round)%c.Size(), systemBarrier, uint32(p.says.ID), uint64(b.phase&1)<<16|uint64(p.round)<<8|uint64(p.says.Kind))
	}
}

// proceed ends the rounds of which the messages have come.
func (b *barrier) proceed(p *phase) {
	for p.begun && !p.over {
		if 1<<p.round >= b.core.Size() {
			p.over = true
			p.heard = nil
			return
		}
		says, ok := p.heard[p.round]
		if !ok {
			return
		}
		delete(p.heard, p.round)
		p.says = p.says.Merge(says)
		p.round++
		b.send(p)
	}
}

// notified takes the message of a round. The phase may not have begun here.
func (b *barrier) notified(id uint32, data uint64) {
	p := &b.phases[data>>16&1]
	if p.heard == nil {
		p.heard = map[int]conduit.Consensus{}
	}
	p.heard[int(data>>8&0xff)] = conduit.Consensus{Kind: conduit.ConsensusKind(data & 0xff), ID: int32(id)}
	b.proceed(p)
}
