package run

import (
	"runtime/debug"

	"gasnetgo/internal/prefetch"
	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
)

// stepper is a rank whose calls are answered on the kernel's own stack. That is faster than a coroutine, above all with thousands of ranks, whose stacks do not
// fit the caches. The stage records what a call has still to do after it has taken time. Calls that may wait in their middle, and requests that are not library
// calls, run on a coroutine, as in body. Virtual time is the same either way where calls take time.
//
// A rank that is a coroutine makes a stepper for each call that polls for events: block runs the same stages and sleeps where a step returns.
type stepper struct {
	s       *simulation
	r       *job.Rank
	h       *host.Rank
	stage   stage
	outcome job.Outcome // of the call that try has made
	over    bool        // the program; on a coroutine, set from the beginning: the call alone is the stepper's
	empties uint8       // calls in a row that have found nothing, mostCalls at most
	kind    host.Kind   // what the program has stopped for

	other, again func() // work done on a coroutine; nil: the stepper runs on one

	queue *portals.QueueView // that it waits for
	eq    portals.Handle     // of it
}

type stage uint8

const (
	ready    stage = iota // the program runs next
	computed              // what the program has computed has been spent
	paid                  // the charges of polls before the call have been spent
	looked                // the cost of a poll has been spent: make the call
	waiting               // the call was a poll without a result; the rank has been woken and has spent another poll
	awaiting              // the same, and the rank dequeues the event itself if there is one
	meeting               // in the middle of a barrier
	answered              // the results are stored: spend the cost of the call
	settled               // the cost has been spent
	still                 // the cost of a call has been spent of a program that stands still
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

// Step continues where the rank is, until it has to wait for something, or its program is over.
func (x *stepper) Step() {
	x.step()
	if x.s.kernel.Prefetching() {
		x.enterNext()
	}
}

func (x *stepper) step() {
	s, r := x.s, x.r
	for r.World().Failed() == nil || x.again == nil { // a call on a coroutine ends before the coroutine does
		over := true // what the stage has begun takes no time, or none any more
		switch x.stage {
		case ready:
			if x.over {
				x.end()
				return
			}
			over = x.run()
		case computed:
			over = x.begin()
		case paid:
			over = x.call()
		case looked:
			r.Port.Commit()
			if over = x.try(); x.stage == answered && x.outcome == job.Done {
				x.found()
			}
			x.made(x.outcome == job.Polls)
		case waiting:
			if !r.EndWait(s.try(r, x.h) != job.Waits) {
				return
			}
			x.found()
		case awaiting:
			if x.queue.Queue != x.eq {
				x.stage = waiting
				break
			}
			if !r.EndWait(x.queue.Count > 0) {
				return
			}
			x.h.Found()
			x.found()
		case meeting:
			if over = r.Port.StepBarrier(); over {
				x.stage = answered
			}
		case answered:
			x.stage = settled
			over = r.TrySpend(r.Port.Due())
		case settled:
			r.Port.Commit()
			x.stage = ready
		case still:
			over = x.stays()
		}
		if !over {
			return
		}
	}
}

// found is the end of a call that has polled until there was an event. As with a poll that has a result at once, the program goes on before it has paid for what it
// takes: that and what it does next are one event.
func (x *stepper) found() {
	x.made(false)
	x.r.Port.ChargeTakes(1)
	x.stage = answered
	if x.s.mayOwe(x.r) {
		x.stage = ready
	}
}

// enterPlan enters what every turn of the rank touches besides the rank itself.
func (x *stepper) enterPlan() {
	x.r.CPU().Plan().Step(prefetch.All(x), prefetch.All(x.r), prefetch.All(x.h), x.h.Place(), prefetch.Begin(x.r.Port))
}

// enterNext predicts the lines that the next turn will touch: the rank's stack, the addresses of the functions that it calls (the first line mostly holds the
// linker's own), and the event that it waits for, or the message to be sent and its
// endpoint.
func (x *stepper) enterNext() {
	if x.h == nil {
		return
	}
	const line = prefetch.LineSize
	stack, calls := x.h.StackAndCalls()
	var last [3]uintptr
	if x.stage == awaiting {
		event := prefetch.At(x.queue.Ring)
		last = [3]uintptr{prefetch.All(x.queue), prefetch.Span(event, 2*line), prefetch.Span(event+2*line, 1)}
	} else {
		message, endpoint := x.r.Port.Outgoing()
		last = [3]uintptr{prefetch.Span(message, 2*line), prefetch.Span(message+2*line, 2*line), prefetch.Span(endpoint, 1)}
	}
	x.r.CPU().Plan().Program(prefetch.Span(stack, 2*line), prefetch.Span(stack+2*line, 2*line), prefetch.Span(stack+4*line, 2*line), prefetch.Span(calls+line, 2*line),
		last[0], last[1], last[2])
}

// run lets the program run until it wants something.
func (x *stepper) run() bool {
	s, r := x.s, x.r
	if x.h == nil {
		x.h = s.ranks[r.ID()]
		x.enterPlan()
	}
	var d sim.Time
	x.kind, d = s.resume(r, x.h)
	if n := x.h.Taken(); n > 0 {
		s.turns += uint64(n)
		s.clocks.acts(r.ID())
		r.Port.ChargeLooks(n)
		r.Port.ChargeTakes(n)
	}
	if d > 0 {
		x.stage = computed
		return r.TrySpend(d)
	}
	return x.begin()
}

// begin serves what the program wants.
func (x *stepper) begin() bool {
	s, r := x.s, x.r
	if x.kind == host.Frame && s.edge.Looks(x.h) && !r.Threaded() {
		return x.look()
	}
	if r.Port.Charged() > 0 {
		x.stage = paid
		return r.TrySpend(r.Port.Due())
	}
	return x.call()
}

// look is a call that polls for events.
func (x *stepper) look() bool {
	r := x.r
	if q := awaited(x.h); q != nil && x.s.mayOwe(r) { // it has seen that there is none
		x.queue, x.eq = q, q.Queue
		x.stage = awaiting
		r.Port.ChargeLooks(1)
		r.SpendAndWait("PtlEQWait", r.Port.Due(), r.Port.LookCost())
		return false
	}
	if x.stands() {
		return x.spends(x.s.standing[r.ID()])
	}
	outcome := x.s.early(r, x.h)
	r.Port.ChargeLooks(1)
	switch outcome {
	case job.Done:
		x.made(false)
		r.Port.ChargeTakes(1)
		x.stage = ready
		return true
	case job.Waits:
		x.stage = waiting
		r.SpendAndWait("PtlEQWait", r.Port.Due(), r.Port.LookCost())
		return false
	}
	x.stage = looked // a poll without a result so far may have one at its end
	return r.TrySpend(r.Port.Due())
}

// call begins a call that does not poll, or serves another request of the program.
func (x *stepper) call() bool {
	x.stage = ready
	x.made(x.yields())
	if x.kind != host.Frame || !x.s.edge.Steps(x.h) || x.r.Threaded() {
		return x.r.Detach(x.other)
	}
	x.r.Port.ChargeCall()
	return x.try()
}

// try makes the call.
func (x *stepper) try() bool {
	x.outcome = x.s.try(x.r, x.h)
	switch x.outcome {
	case job.Waits:
		x.stage = waiting
		x.r.BeginWait("PtlEQWait", x.r.Port.LookCost())
		return false
	case job.Blocks:
		x.stage = ready
		return x.detach()
	case job.Polls:
		x.stage = answered
		if x.r.Port.LookCost() == 0 {
			return x.r.TrySpend(x.s.job.Costs.Idle)
		}
		return true
	case job.Meets:
		x.stage = meeting
		x.r.Port.BeginBarrier()
		return true
	}
	x.stage = answered
	return true
}

// detach makes the call where it can wait in its middle.
func (x *stepper) detach() bool {
	if x.again != nil {
		return x.r.Detach(x.again)
	}
	x.s.answer(x.r, x.h)
	return true
}

// end is the end of the program, or of the call that a coroutine runs.
func (x *stepper) end() {
	if x.again != nil {
		x.r.End()
	}
}

// block runs a call that has begun to its end, on the rank's coroutine. over is what look answered.
func (x *stepper) block(over bool) {
	for {
		if !over {
			x.r.Sleep()
		}
		if x.stage == ready {
			return
		}
		x.step()
		over = x.stage == ready
	}
}

// try makes a call that returns at once, with results or with what must happen before there are any.
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
