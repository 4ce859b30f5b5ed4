package run

import (
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
)

// exitAll has the programs of all ranks that have not ended end as by exit, when the job is over: the rank that has ended it first. Virtual time stands still.
func (s *simulation) exitAll(e *job.ExitError) {
	s.exit(e.Rank, e.Status)
	for i := range s.ranks {
		if i != e.Rank {
			s.exit(i, e.Status)
		}
	}
}

// exit is one rank's exit. A handler that calls the library, or sleeps, goes no further: there is no job any more.
func (s *simulation) exit(rank, status int) {
	h := s.ranks[rank]
	if why := h.Stopped(); why != host.Frame && why != host.Request {
		return
	}
	for h.CallExit(status & 0xff); h.Resume() == host.Request; {
		if op := h.Ask().Op(); op != host.Now && op != host.Counter {
			return
		}
		s.readClock(s.job.Ranks[rank], h.Ask())
	}
}
