package run

import (
	"bytes"
	"slices"

	"gasnetgo/internal/memory"
	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
)

// poll is what a rank's loop loads, again and again, and what it finds there.
type poll struct {
	rank  *job.Rank
	look  int      // instructions of an iteration
	loads [][]byte // the memory
	found []byte
}

// newPoll is the loop of a rank that asks to wait, with what it has found: what is in memory at this time.
func newPoll(r *job.Rank, ask *host.Ask) *poll {
	instructions, loads := ask.Loop()
	p := &poll{rank: r, look: instructions}
	for _, l := range loads {
		at := memory.Bytes(uintptr(l.At), l.Bytes)
		p.loads = append(p.loads, at)
		p.found = append(p.found, at...)
	}
	return p
}

// changed reports whether the loop would find something else now.
func (p *poll) changed() bool {
	found := p.found
	for _, l := range p.loads {
		if !bytes.Equal(l, found[:len(l)]) {
			return true
		}
		found = found[len(l):]
	}
	return false
}

// await has a rank wait until the loop that it is in finds something else. It goes on an iteration later: a loop that is interrupted by the processor's own handlers polls behind them, as a poll of the library does.
func (s *simulation) await(ask *host.Ask, p *poll) {
	s.polls = append(s.polls, p)
	s.kernel.SetWatch(s.lookAtPolls)
	defer func() {
		s.polls = slices.DeleteFunc(s.polls, func(q *poll) bool { return q == p })
		if len(s.polls) == 0 {
			s.kernel.SetWatch(nil)
		}
	}()
	p.rank.WaitLooking(ask.Fn(), s.instructions(p.look), p.changed)
}

// instructions is the time that a processor of the machine takes for so many, one in each cycle.
func (s *simulation) instructions(n int) sim.Time {
	return max(sim.Time(uint64(n)*uint64(sim.Second)/s.hertz), 1)
}

// lookAtPolls wakes ranks whose loops find something else. It runs after each event, and whatever the ranks themselves change between events before time passes.
func (s *simulation) lookAtPolls() {
	for _, p := range s.polls {
		if p.changed() {
			p.rank.Wake()
		}
	}
}
