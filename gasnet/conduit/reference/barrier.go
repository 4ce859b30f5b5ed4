package reference

import "gasnetgo/gasnet/conduit"

// barrier is one over active messages: all tell rank 0, which tells all. A phase may begin at some ranks while others have not seen the end of the one before,
// so there are two.
type barrier struct {
	x      *Extended
	phase  int32 // begun here, ever
	phases [2]struct {
		came     int // at rank 0
		together conduit.Consensus
		over     bool
	}
}

// Notify tells rank 0.
func (b *barrier) Notify(c conduit.Consensus) {
	b.phase++
	b.phases[b.phase&1].over = false
	args := []int32{b.phase, int32(c.Kind), c.ID}
	if b.x.core.Rank() == 0 {
		b.arrive(args)
		return
	}
	b.x.eventually(func() bool {
		return b.x.core.Request(0, &conduit.Message{Kind: conduit.Short, Handler: handleNotified, Args: args})
	})
}

// Ready returns the consensus of all ranks.
func (b *barrier) Ready() (conduit.Consensus, bool) {
	p := &b.phases[b.phase&1]
	return p.together, p.over
}

// arrive counts a rank; the last one releases all.
func (b *barrier) arrive(args []int32) {
	p := &b.phases[args[0]&1]
	if p.came == 0 {
		p.together = conduit.Consensus{}
	}
	p.together = p.together.Merge(conduit.Consensus{Kind: conduit.ConsensusKind(args[1]), ID: args[2]})
	p.came++
	if p.came < b.x.core.Size() {
		return
	}
	p.came, p.over = 0, true
	release := []int32{args[0], int32(p.together.Kind), p.together.ID}
	for r := 1; r < b.x.core.Size(); r++ {
		b.x.eventually(func() bool {
			return b.x.core.Request(r, &conduit.Message{Kind: conduit.Short, Handler: handleReleased, Args: release})
		})
	}
}

func (b *barrier) handle(a *conduit.Arrival) {
	if a.Handler == handleNotified {
		b.arrive(append([]int32{}, a.Args[:3]...))
		return
	}
	p := &b.phases[a.Args[0]&1]
	p.together, p.over = conduit.Consensus{Kind: conduit.ConsensusKind(a.Args[1]), ID: a.Args[2]}, true
}
