package fault

import (
	"fmt"
	"strings"

	"gasnetgo/sim"
	"gasnetgo/sim/detour"
	"gasnetgo/sim/fabric"
)

// Happened is a fault that has happened.
type Happened struct {
	Rule string
	What string
	At   sim.Time
}

// Error is the end of a job by a fault: what it means for the job. Sentence says which fault.
type Error struct{ Why string }

func (e *Error) Error() string { return e.Why }

const mostHappened = 8 // that are kept

// note notes what has happened to a message.
func (p *Plan) note(s *state, m detour.Sent, what string, lost bool) {
	p.barrier = p.barrier || lost && m.Describe.Class == fabric.Barrier
	s.times++
	if s.times <= mostHappened {
		s.times--
		p.add(s, fmt.Sprintf("%s of %d bytes from node %d to node %d %s", m.Describe.Name, m.Bytes, m.Src, m.Dst, what), lost)
		return
	}
	p.guard(lost)
}

// add notes a fault. lost: what it has taken comes by no other way, so that the job may wait for it in vain.
func (p *Plan) add(s *state, what string, lost bool) {
	if s.times++; s.times <= mostHappened {
		h := Happened{s.Text, what, p.Kernel.Now()}
		p.happened = append(p.happened, h)
		if lost && !p.guarded { // the first of those is named first
			copy(p.happened[1:], p.happened)
			p.happened[0] = h
		}
	}
	p.guard(lost)
}

// guard ends a job in which nothing arrives any more.
func (p *Plan) guard(lost bool) {
	if !lost || p.guarded {
		return
	}
	p.guarded, p.seen = true, p.progress
	p.Kernel.After(p.Silence, (*check)(p), 0)
}

// mostChecks are made until a job ends whose libraries go on sending to each other, as LAPI's do.
const mostChecks = 10

// check is the check for progress.
type check Plan

// Act ends the job if nothing has arrived since the last check. Where nothing can happen any more, that is a deadlock, which the world reports.
func (c *check) Act(k *sim.Kernel, _ uint64) {
	p := (*Plan)(c)
	if _, some := k.Next(); !some {
		return
	}
	if p.progress == p.seen {
		p.Fail(&Error{fmt.Sprintf("nothing has arrived for %v", p.Silence)})
		return
	}
	if p.checks++; p.checks == mostChecks {
		p.Fail(&Error{fmt.Sprintf("the job has not ended in %v since", mostChecks*p.Silence)})
		return
	}
	if p.barrier { // other ranks may go on sending to those in it
		p.Fail(&Error{"a barrier cannot end"})
		return
	}
	p.seen = p.progress
	k.After(p.Silence, c, 0)
}

// Sentence names the fault that matters most, and how many others there are; empty: none has happened.
func (p *Plan) Sentence() string {
	if len(p.happened) == 0 {
		return ""
	}
	h := p.happened[0]
	text := fmt.Sprintf("%s, at %v (fault %s)", h.What, h.At, h.Rule)
	all := 0
	for _, s := range p.rules {
		all += s.times
	}
	if all > 1 {
		text += fmt.Sprintf("; %d faults in all", all)
	}
	return text
}

// Summary is how often each rule has done something; empty: none has.
func (p *Plan) Summary() string {
	var parts []string
	for _, s := range p.rules {
		if s.times > 0 {
			parts = append(parts, fmt.Sprintf("%d of %s", s.times, s.Text))
		}
	}
	return strings.Join(parts, ", ")
}
