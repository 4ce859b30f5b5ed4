package run

import (
	"fmt"
	"math/bits"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/rankset"
	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/world"
)

// body is a rank's coroutine: it runs the program until its next request, answers the request, and continues.
func (s *simulation) body(r *job.Rank) {
	debug.SetPanicOnFault(true) // a bad pointer of the program is a panic here, not the end of the process
	h := s.ranks[r.ID()]
	if s.observers != nil {
		defer s.observers.ended(r)
	}
	for r.World().Failed() == nil {
		why, computed := s.resume(r, h)
		s.compute(r, computed)
		if s.stopped(r, h, why) {
			return
		}
	}
	s.atWork = append(s.atWork, world.Waiter{Rank: r.Rank})
}

// oftenTurns is the number of turns between two checks for requests from outside (stop, progress).
const oftenTurns = 1024

// stopped does what a rank's program has stopped for, and reports whether the program is over.
func (s *simulation) stopped(r *job.Rank, h *host.Rank, why host.Kind) bool {
	switch why {
	case host.Frame:
		if s.observers != nil && !r.Beside() {
			s.observers.call(r, s.edge.Name(h), func() { s.call(r, h) })
		} else {
			s.call(r, h)
		}
		s.standsStill(r)
		return r.Left
	case host.Request:
		var found *poll
		if h.Ask().Op() == host.Await { // time passes in Settle, in which what its loop has found may change
			found = newPoll(r, h.Ask())
		}
		r.Port.Settle()
		if s.observers != nil && !r.Beside() {
			s.observers.asked(r, func() { s.request(r, h, found) })
		} else {
			s.request(r, h, found)
		}
		s.standsStill(r)
	case host.Exited:
		r.Port.Settle()
		s.exited(r, h)
		return true
	case host.Crashed:
		if e := s.stop.Load(); e != nil && h.Crash().Signal == int(unix.SIGXCPU) {
			s.spinner = r.ID()
			s.spun = rankset.Places([]rankset.Place{{Rank: r.ID(), Call: "runs, without a library call", Trace: lines(h.Crash().Trace)}}, nil)
			s.job.World.Fail(e)
			return true
		}
		s.end(r, s.final(r, h.Status()), "crashed: "+strings.TrimSuffix(h.Crash().String(), "\n"))
		return true
	case host.Refused:
		s.end(r, s.final(r, max(h.Status(), 1)), h.Why())
		return true
	default:
		s.end(r, 1, "stopped for no reason")
		return true
	}
	return false
}

// turn counts a turn of a rank.
func (s *simulation) turn() {
	if s.turns++; s.turns%oftenTurns == 0 { // a single rank may run without events
		s.between()
	}
}

// resume lets a rank's program run until it wants something, and returns the time that this is to take: none as long as computing is free, and no rank has computed for too long.
func (s *simulation) resume(r *job.Rank, h *host.Rank) (host.Kind, sim.Time) {
	s.turn()
	if r.Threaded() {
		r.Runs()
	}
	if s.check != nil {
		defer func() { s.check.follow(r, h, h.Stopped() == host.Frame) }()
	}
	if s.computing != nil {
		stopped, computed := s.computing.turn(r, h)
		if r.Threaded() {
			s.stored(r, h, stopped)
		}
		if stopped != host.Request {
			s.clocks.acts(r.ID())
		}
		return stopped, computed
	}
	scale := s.spec.Compute
	if scale <= 0 && s.sliced.Load() {
		scale = s.spec.SpinScale
	}
	if s.repeated = s.carries && scale <= 0 && s.repeats(r, h); s.repeated {
		s.without++
		s.clocks.acts(r.ID())
		return h.Stopped(), 0
	}
	var stopped host.Kind
	var computed sim.Time
	if scale <= 0 {
		if stopped = h.Resume(); s.sliced.Load() {
			s.defers(r)
		}
	} else {
		var ns int64
		stopped, ns = h.ResumeMeasured()
		computed = sim.Time(float64(s.computed(ns)) * scale * float64(sim.Nanosecond))
	}
	if r.Threaded() {
		s.stored(r, h, stopped)
	}
	if stopped != host.Request {
		s.clocks.acts(r.ID())
	} else if computed > 0 && h.Ask().Op() == host.Await { // the time was the loop's, or that of finding it
		computed = 0
	}
	if s.arrears.left > 0 && s.arrears.rank == r.ID() {
		computed += s.settles(r, h, stopped)
	}
	return stopped, computed
}

// repeats has a rank that waits by calls go on without its program, if that does what it has done before.
func (s *simulation) repeats(r *job.Rank, h *host.Rank) bool {
	switch h.Stopped() {
	case host.Frame:
		if s.edge.Retried(h) == 0 {
			return false
		}
	case host.Request:
		if h.Ask().Op() != host.Yield {
			return false
		}
	default:
		return false
	}
	return !r.Threaded() && h.Repeat()
}

// computed is how much of the CPU time of a turn the program has used: what the shortest turn has taken is the host's own part, to change stacks and to measure.
func (s *simulation) computed(ns int64) int64 {
	if s.shortest == 0 || ns < s.shortest {
		s.shortest = max(ns, 1)
	}
	return max(ns-s.shortest, 0)
}

// compute has a rank spend what its program has computed.
func (s *simulation) compute(r *job.Rank, d sim.Time) {
	begin := r.Now()
	r.Spend(d)
	if s.observers != nil && r.Now() > begin {
		s.observers.computed(r, begin)
	}
}

// call answers a call of the library.
func (s *simulation) call(r *job.Rank, h *host.Rank) {
	if r.Threaded() && s.edge.Looks(h) { // another thread may take what a look that is made early has seen
		r.Port.Settle()
		r.Port.ChargeLooks(1)
		s.answer(r, h)
		return
	}
	if !s.edge.Looks(h) {
		r.Port.Settle()
		if !s.edge.Pays(r, h) {
			r.Port.ChargeCall()
		}
		s.answer(r, h)
		return
	}
	x := stepper{s: s, r: r, h: h, over: true}
	x.block(x.look())
}

// looksAtOnce is how many polls that have a result are spent together at most. A poll without a result is spent before it is answered.
const looksAtOnce = 64

// early makes a call that polls for events before the poll has been paid for. If there is an event, it will still be the first one after the poll's time, and
// until the program does anything but poll it cannot observe when the event was found: the call is answered at once, and its cost is charged later. If that is
// not allowed, or should end, the result is Blocks.
func (s *simulation) early(r *job.Rank, h *host.Rank) job.Outcome {
	if !s.mayOwe(r) {
		return job.Blocks
	}
	return s.try(r, h)
}

// mayOwe reports whether a rank may go on before it has paid for a look.
func (s *simulation) mayOwe(r *job.Rank) bool {
	c := &s.job.Costs
	return c.Look > 0 && !r.Threaded() && r.Port.Charged() < looksAtOnce*(c.Look+c.Take)
}

// answer makes it.
func (s *simulation) answer(r *job.Rank, h *host.Rank) {
	defer func() {
		if p := recover(); p != nil {
			s.panicked(r, h, p)
		}
	}()
	if err := s.edge.Answer(r, h); err != nil {
		s.end(r, 1, s.edge.Name(h)+": "+err.Error())
	}
	r.Port.Settle()
}

// panicked ends the job because of an invalid address or a bug. A panic by which the world ends a rank is raised again.
func (s *simulation) panicked(r *job.Rank, h *host.Rank, p any) {
	if world.Abandoned(p) {
		panic(p)
	}
	name, arguments := s.edge.Name(h), s.edge.Arguments(h)
	if arguments != "" {
		arguments = "; arguments: " + arguments
	}
	if at, ok := p.(interface{ Addr() uintptr }); ok {
		s.end(r, 1, fmt.Sprintf("%s: an argument leads to %#x, where there is no memory%s", name, at.Addr(), arguments))
		return
	}
	if r.World().Failed() != nil {
		panic(p)
	}
	line := fmt.Sprintf("%s: internal error: %v%s (this is a bug in gasnetgo; GASNETGO_DEBUG=1 prints where)", name, p, arguments)
	if s.debug {
		line += "\n" + string(debug.Stack())
	}
	s.end(r, 1, line)
}

// What clocks show when a job begins. A program may take zero for "not yet".
const (
	realtimeStart  = 1_000_000_000 * int64(1e9)
	monotonicStart = 1_000 * int64(1e9)
)

// request answers a call of the C library. found is what its loop has found, of a rank that awaits a change.
func (s *simulation) request(r *job.Rank, h *host.Rank, found *poll) {
	ask := h.Ask()
	if op := ask.Op(); op == host.Now || op == host.Counter {
		s.read(r, h)
	} else {
		s.clocks.acts(r.ID())
	}
	switch ask.Op() {
	case host.Now, host.Counter:
		r.Spend(s.job.Costs.Clock)
		s.readClock(r, ask)
	case host.Sleep:
		if ns := ask.Ns(); ns > 0 {
			r.WaitUntil(ask.Fn(), r.Now()+sim.Time(ns)*sim.Nanosecond, func() bool { return false })
		} else {
			r.Spend(s.job.Costs.Idle)
		}
	case host.Yield:
		r.EndSlice()
		r.Spend(s.job.Costs.Idle)
		s.pause(r, ask)
	case host.Spin: // its own time has been spent
		s.between()
		if c, ok := s.computing.(*counted); !ok || !c.moved[r.ID()] {
			r.Spend(s.job.Costs.Idle)
		}
	case host.Thread:
		s.thread(r, h)
	case host.Park:
		s.park(r, ask)
	case host.Unpark:
		s.unpark(r, int(ask.Ns()))
	case host.Pause:
		r.Wait(ask.Fn(), func() bool { return false })
	case host.PlainLoad, host.PlainStore:
		s.access(r, ask)
	case host.Poll:
		if a, ok := job.Part[job.Accesser](r); ok {
			a.Poll(uintptr(ask.Address()), ask.Bytes())
		}
	case host.Await:
		s.await(ask, found)
	}
}

// access makes a plain access to memory of another node.
func (s *simulation) access(r *job.Rank, ask *host.Ask) {
	at, data, store := ask.Address(), ask.Data(), ask.Op() == host.PlainStore
	if a, ok := job.Part[job.Accesser](r); ok && a.Access(uintptr(at), data, store) {
		return
	}
	what := "load"
	if store {
		what = "store"
	}
	s.end(r, 1, fmt.Sprintf("a plain %s of %d bytes at %#x: they are not all in one map, or it is a map for loads", what, len(data), at))
}

// readClock answers Now and Counter.
func (s *simulation) readClock(r *job.Rank, ask *host.Ask) {
	switch ask.Op() {
	case host.Now:
		now := int64(r.Now() / sim.Nanosecond)
		switch ask.Clock() {
		case unix.CLOCK_REALTIME, unix.CLOCK_REALTIME_COARSE, unix.CLOCK_TAI:
			now += realtimeStart
		case unix.CLOCK_PROCESS_CPUTIME_ID, unix.CLOCK_THREAD_CPUTIME_ID:
			now = int64(r.Worked() / sim.Nanosecond)
		default:
			now += monotonicStart
		}
		ask.Answer(now)
	case host.Counter:
		node, number := s.processor(r.ID())
		ask.AnswerCounter(ticks(r.Now(), s.hertz), node, number)
	}
}

// ticks is what a time stamp counter of this frequency shows: as a monotonic clock, that many to the second.
func ticks(now sim.Time, hertz uint64) uint64 {
	high, low := bits.Mul64(uint64(now)+uint64(monotonicStart)*uint64(sim.Nanosecond), hertz)
	n, _ := bits.Div64(high, low, uint64(sim.Second)) // high is less: a frequency is 1 THz at most, and times are 106 days
	return n
}

// processor is a rank's node, and its number among the ranks on that.
func (s *simulation) processor(rank int) (node, number int) {
	nodes := s.job.Nodes
	first := rank
	for first > 0 && nodes[first-1] == nodes[rank] {
		first--
	}
	return nodes[rank], rank - first
}

// quit has a rank's program run its own handler of SIGQUIT, for its job is over. What the program waits for does not matter any more.
func (s *simulation) quit(r *job.Rank) {
	h := s.ranks[r.ID()]
	if why := h.Stopped(); why != host.Frame && why != host.Request {
		return
	}
	r.CPU().Touch()
	for s.edge.Quit(h); r.World().Failed() == nil; {
		if why := h.Resume(); why == host.Returned || s.stopped(r, h, why) {
			return
		}
	}
}

// final is the job's status when a rank ends with this one: in a job that is over the first that was not 0.
func (s *simulation) final(r *job.Rank, status int) int {
	if !r.Quitting {
		return status
	}
	s.job.Worsen(status)
	return s.job.Status()
}

// exited is the normal end of a rank's program.
func (s *simulation) exited(r *job.Rank, h *host.Rank) {
	status, by := h.Status(), h.Why()
	if r.Quitting {
		s.job.Worsen(status)
		return
	}
	if status != 0 {
		line := fmt.Sprintf("exited with status %d", status)
		if by != "" {
			line += ", by " + by
		}
		s.end(r, status, line)
		return
	}
	for _, part := range r.APIs {
		e, ok := part.(job.Exiter)
		if ok && by != "" && e.Unfinished() { // as in a process, nothing of the library's runs, and the others would wait
			s.end(r, 1, fmt.Sprintf("ended by %s(0) without finalizing", by))
			return
		}
		if ok && by == "" {
			s.leave(r, e)
		}
	}
}

// leave ends an API that the rank's program may have left open.
func (s *simulation) leave(r *job.Rank, e job.Exiter) {
	if e.Unfinished() {
		s.missing = append(s.missing, r.ID())
	}
	leave := func() {
		if err := e.AtExit(); err != nil {
			s.say(r.ID(), "exit: "+err.Error())
		}
	}
	if s.observers != nil {
		s.observers.call(r, "exit", leave)
	} else {
		leave()
	}
}
