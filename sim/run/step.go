package run

import (
	"runtime/debug"

	"gasnetgo/internal/cache"
	"gasnetgo/portals"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/nal"
)

// stepper is a rank whose calls are answered on the kernel's own stack: that is quicker than a coroutine, above all when there are thousands, each with a stack
// that is in no cache. What a call has still to do after it has taken time is the stage. Calls that may wait in their middle, and all that is no call of the
// library, are done as body does them, on a coroutine. Virtual time is the same either way where calls take time.
type stepper struct {
	s     *simulation
	r     *job.Rank
	h     *host.Rank
	stage stage
	over  bool      // the program
	kind  host.Kind // what the program has stopped for

	other, again func() // what is done on a coroutine

	queue *portals.QueueView // that it waits for
	eq    portals.Handle     // of it
}

type stage uint8

const (
	ready     stage = iota // the program is to run
	paid                   // what looks before the call have cost has been spent
	looked                 // what a look costs has been spent: the call is to be made
	waiting                // it was a look for an event, there was none, and the rank has been woken and has spent another look
	awaiting               // the same, and the rank takes the event itself if there is one
	polled                 // there was none, and that has taken its time
	meeting                // it was a barrier: its next round is to begin
	signalled              // what a message costs has been spent
	hearing                // the rank has been woken in a round, and has spent a look at the round's message
	heard                  // the look at the round's message has been spent
	answered               // results are there: what the call costs is to be spent
	settled                // it has been
)

// newStepper makes a rank's first step possible.
func (s *simulation) newStepper(r *job.Rank) *stepper {
	x := &stepper{s: s, r: r}
	x.other = func() {
		debug.SetPanicOnFault(true)
		x.over = s.stopped(r, x.h, x.kind)
	}
	x.again = func() {
		debug.SetPanicOnFault(true)
		s.answer(r, x.h)
	}
	return x
}

// Step goes on where the rank is, until it has to wait for something, or its program is over.
func (x *stepper) Step() {
	x.step()
	if x.s.kernel.FetchesAhead() {
		x.foresee()
	}
}

func (x *stepper) step() {
	s, r := x.s, x.r
	for r.World().Failed() == nil {
		over := true // what the stage has begun takes no time, or none any more
		switch x.stage {
		case ready:
			if x.over {
				r.End()
				return
			}
			over = x.run()
		case paid:
			over = x.call()
		case looked:
			r.Net.Flush()
			over = x.try()
		case waiting:
			if s.try(r, x.h) == job.Waits {
				r.StillWaits()
				return
			}
			r.EndWait()
			x.stage = answered
		case awaiting:
			switch {
			case x.queue.Queue != x.eq:
				x.stage = waiting
			case x.queue.Count == 0:
				r.StillWaits()
				return
			default:
				x.h.Found()
				r.EndWait()
				x.stage = answered
			}
		case polled:
			r.Polled()
			x.stage = answered
		case meeting, signalled, hearing, heard:
			over = x.meet()
		case answered:
			x.stage = settled
			over = r.Spends(r.Net.Take())
		case settled:
			r.Net.Flush()
			x.stage = ready
		}
		if !over {
			return
		}
	}
}

// Places in the sets of a CPU: nal has others.
const (
	nearTurn = 1 // five places
	soon     = 1 // seven
)

// near enters what turns of the rank touch besides the rank itself.
func (x *stepper) near() {
	x.r.CPU().Turn.Put(nearTurn, cache.All(x), cache.All(x.r), cache.All(x.h), x.h.Place(), cache.Begin(x.r.Net))
}

// foresee enters what the next turn will touch besides: the rank's stack, the functions that it calls (the first line has little but the linker's own), and then the event that it waits for, or what is to be sent.
func (x *stepper) foresee() {
	if x.h == nil {
		return
	}
	const line = cache.Line
	stack, calls := x.h.Near()
	s := &x.r.CPU().Soon
	s.Put(soon, cache.Span(stack, 2*line), cache.Span(stack+2*line, 2*line), cache.Span(stack+4*line, 2*line), cache.Span(calls+line, 2*line))
	if x.stage == awaiting {
		event := cache.At(x.queue.Ring)
		s.Put(soon+4, cache.All(x.queue), cache.Span(event, 2*line), cache.Span(event+2*line, 1))
		return
	}
	message := x.r.Net.Outgoing()
	s.Put(soon+4, cache.Span(message, 2*line), cache.Span(message+2*line, 2*line))
}

// run lets the program run until it wants something.
func (x *stepper) run() bool {
	s, r := x.s, x.r
	if x.h == nil {
		x.h = s.ranks[r.ID()]
		x.near()
	}
	x.kind = s.resume(r, x.h)
	if n := x.h.Taken(); n > 0 {
		s.turns += uint64(n)
		r.Net.Looked(n)
	}
	if x.kind == host.Frame && s.edge.Looks(x.h) {
		return x.look()
	}
	if r.Net.Owed() > 0 {
		x.stage = paid
		return r.Spends(r.Net.Take())
	}
	return x.call()
}

// look is a call that looks for events.
func (x *stepper) look() bool {
	r := x.r
	if q := awaited(x.h); q != nil && x.s.mayOwe(r) { // it has seen that there is none
		x.queue, x.eq = q, q.Queue
		x.stage = awaiting
		r.Net.Look()
		r.SpendAndWait("PtlEQWait", r.Net.Take(), r.Net.Looks())
		return false
	}
	outcome := x.s.early(r, x.h)
	r.Net.Look()
	switch outcome {
	case job.Done:
		x.stage = ready
		return true
	case job.Waits:
		x.stage = waiting
		r.SpendAndWait("PtlEQWait", r.Net.Take(), r.Net.Looks())
		return false
	}
	x.stage = looked
	return r.Spends(r.Net.Take())
}

// call begins a call that does not look, or whatever else the program has stopped for.
func (x *stepper) call() bool {
	x.stage = ready
	if x.kind != host.Frame || !x.s.edge.Steps(x.h) {
		return x.r.Detach(x.other)
	}
	x.r.Net.Call()
	return x.try()
}

// try makes the call.
func (x *stepper) try() bool {
	switch x.s.try(x.r, x.h) {
	case job.Waits:
		x.stage = waiting
		x.r.BeginWait("PtlEQWait", x.r.Net.Looks())
		return false
	case job.Blocks:
		x.stage = ready
		return x.r.Detach(x.again)
	case job.Polls:
		x.stage = polled
		return x.r.Polls(0)
	case job.Meets:
		x.stage = meeting
		x.r.Net.BeginBarrier()
		return true
	}
	x.stage = answered
	return true
}

// meet goes on in a barrier, as nal's Barrier does.
func (x *stepper) meet() bool {
	r, n := x.r, x.r.Net
	switch x.stage {
	case meeting:
		if !n.BeginRound() {
			x.stage = answered
			return true
		}
		x.stage = signalled
		return r.Spends(n.Take())
	case signalled:
		n.Flush()
		if !n.Signal() {
			x.stage = hearing
			r.BeginWait(nal.InBarrier, n.Looks())
			return false
		}
	case hearing:
		if !n.Heard() {
			r.StillWaits()
			return false
		}
		r.EndWait()
		n.EndRound()
		x.stage = meeting
		return true
	case heard:
		n.Flush()
		n.EndRound()
		x.stage = meeting
		return true
	}
	x.stage = heard
	n.Look()
	return r.Spends(n.Take())
}

// try makes a call that comes back at once, with results or with what is to be done before there are any.
func (s *simulation) try(r *job.Rank, h *host.Rank) (outcome job.Outcome) {
	done := false
	defer func() {
		if done { // nearly always: asking takes longer
			return
		}
		if p := recover(); p != nil {
			s.panicked(r, h, p)
		}
	}()
	r.Try()
	err := s.edge.Answer(r, h)
	outcome = r.Tried()
	if err != nil {
		s.end(r, 1, s.edge.Name(h)+": "+err.Error())
	}
	done = true
	return outcome
}
