package run

import (
	"runtime/debug"

	"golang.org/x/sys/unix"

	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/world"
)

// threads are the threads of ranks' programs.
type threads struct {
	hosts  map[*world.Rank]*host.Rank // their stacks
	worlds map[threadID]*world.Rank   // and those of libraries, by what C knows of them
	turns  map[*world.Rank]*turns     // of all threads of programs, the first ones among them
	exited map[int]bool               // ranks whose programs a thread has ended
}

// gone reports whether a rank's program has ended.
func (s *simulation) gone(r *job.Rank) bool {
	return s.threads.exited[r.ID()] || s.ranks[r.ID()].Stopped() == host.Exited
}

type threadID struct{ rank, number int }

func (s *simulation) register(t *world.Rank, h *host.Rank) {
	if s.threads.hosts == nil {
		s.threads = threads{hosts: map[*world.Rank]*host.Rank{}, worlds: map[threadID]*world.Rank{}, turns: map[*world.Rank]*turns{}, exited: map[int]bool{}}
	}
	s.threads.hosts[t] = h
	s.threads.worlds[threadID{t.ID(), h.Number()}] = t
}

func (s *simulation) unregister(t *world.Rank, h *host.Rank) {
	delete(s.threads.worlds, threadID{t.ID(), h.Number()})
	delete(s.threads.hosts, t)
	delete(s.threads.turns, t)
}

// thread begins a thread of a rank's program, which the rank or another thread of it has asked for. Its calls are made with the rank's own libraries: what they block is the thread (world.Rank.Self).
func (s *simulation) thread(r *job.Rank, by *host.Rank) {
	main := s.ranks[r.ID()]
	main.Shelve(nil, 0, 0) // what one thread sees in a queue another could take before it does
	h := by.NewThread()
	t := r.World().Thread(r.World().Ranks()[r.ID()], func(t *world.Rank) {
		debug.SetPanicOnFault(true)
		for t.World().Failed() == nil {
			why, computed := s.resume(r, h)
			s.compute(r, computed)
			switch {
			case why == host.Returned, why == host.Exited && s.gone(r):
				s.unregister(t, h)
				h.ReleaseFiber()
				return
			case why == host.Exited: // the program's end, wherever its first thread is
				s.threads.exited[r.ID()] = true
				r.Divert(func() { s.stopped(r, h, why) })
				return
			case s.stopped(r, h, why):
				if r.Left {
					r.Divert(func() {})
				}
				return
			}
		}
	})
	s.register(t, h)
}

// park answers host.Park.
func (s *simulation) park(r *job.Rank, ask *host.Ask) {
	until := sim.Time(-1)
	if ask.Clock() >= 0 {
		ns := ask.Ns()
		switch ask.Clock() {
		case unix.CLOCK_REALTIME, unix.CLOCK_REALTIME_COARSE, unix.CLOCK_TAI:
			ns -= realtimeStart
		default:
			ns -= monotonicStart
		}
		until = max(sim.Time(ns), 0) * sim.Nanosecond
		if sim.Time(ns) > mostNs {
			until = -1
		}
	}
	if r.Park(ask.Fn(), until) {
		ask.Answer(1)
	} else {
		ask.Answer(0)
	}
}

// mostNs is the latest time that virtual time can show, in nanoseconds.
const mostNs = sim.Time(1<<63-1) / sim.Nanosecond

// unpark answers host.Unpark.
func (s *simulation) unpark(r *job.Rank, number int) {
	t := r.World().Ranks()[r.ID()]
	if number > 0 {
		t = s.threads.worlds[threadID{r.ID(), number}]
	}
	if t != nil {
		t.Unpark()
	}
}

// hostOf is the stack of a rank or of a thread of its program.
func (s *simulation) hostOf(r *world.Rank) *host.Rank {
	if h := s.threads.hosts[r]; h != nil {
		return h
	}
	return s.ranks[r.ID()]
}
