package armci

// holes is memory that this process has freed while others may still read it: ARMCI_Free is local, and programs written for libraries in which it waits for all
// processes get and free without a barrier in between. So freed memory stays announced, with its content, until all processes have reached a collective
// operation that this process begins after the free. An allocation may use it earlier: its owner writes to it only after that operation.
type holes struct {
	freed  []Range // since the last collective operation of all processes began
	passed []Range // before that

	// Blocks of freed groups: members may still wait in them, so that they are no allocation's until then.
	blocks, passedBlocks []uintptr
}

// fill takes [from, to), which is allocated again, out of the holes.
func (h *holes) fill(from, to uintptr) {
	h.freed, h.passed = without(h.freed, from, to), without(h.passed, from, to)
}

func without(all []Range, from, to uintptr) (rest []Range) {
	for _, r := range all {
		if r.To <= from || to <= r.From {
			rest = append(rest, r)
			continue
		}
		if r.From < from {
			rest = append(rest, Range{r.From, from})
		}
		if to < r.To {
			rest = append(rest, Range{to, r.To})
		}
	}
	return rest
}

// settling begins a collective operation of a group, and settled ends it. After one of all processes no other process uses memory that was free before it.
func (r *Rank) settling(g *Group) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(g.Members) == len(r.ranks) {
		r.holes.passed = append(r.holes.passed, r.holes.freed...)
		r.holes.passedBlocks = append(r.holes.passedBlocks, r.holes.blocks...)
		r.holes.freed, r.holes.blocks = nil, nil
	}
}

func (r *Rank) settled(g *Group) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(g.Members) != len(r.ranks) {
		return
	}
	for _, hole := range r.holes.passed {
		r.discard(hole.From, uint64(hole.To-hole.From))
	}
	for _, at := range r.holes.passedBlocks {
		r.release(at)
	}
	r.holes.passed, r.holes.passedBlocks = nil, nil
}

// Settle is a barrier of all processes that is made without this package: before it, and with `after` behind it.
func (r *Rank) Settle(fn string, after bool) error {
	if err := r.started(); err != nil {
		return err
	}
	if after {
		r.settled(r.groups.world())
	} else {
		r.settling(r.groups.world())
	}
	return nil
}
