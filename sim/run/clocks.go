package run

import (
	"fmt"
	"strings"
	"time"

	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
)

// clocks finds a rank that does nothing but read clocks: it waits for a time, or for a clock that shows less than a read takes. It follows one rank at a time, the first that reads one while none is followed.
type clocks struct {
	rank  int     // that is followed, while reads is not 0
	reads uint64  // in a row
	since float64 // CPU time, in seconds, at the first of them
	named bool    // a rank has been named: one is enough
}

// A rank is named after a number of reads and a CPU time: other ranks may take the time, and reads are quick.
const (
	manyReads    = 1 << 16
	readsAtATime = 1 << 12 // between looks at the CPU time
)

// read counts a read of a clock.
func (s *simulation) read(r *job.Rank, h *host.Rank) {
	c := &s.clocks
	switch {
	case c.named || s.spec.Spin <= 0 || r.Beside(): // the place of a rank is its program's
		return
	case c.reads == 0:
		c.rank, c.since = r.ID(), threadSeconds()
	case c.rank != r.ID():
		return
	}
	c.reads++
	if c.reads < manyReads || c.reads%readsAtATime != 0 {
		return
	}
	if took := time.Duration((threadSeconds() - c.since) * 1e9); took >= s.spec.Spin {
		c.named = true
		s.say(r.ID(), s.onlyReads(h))
	}
}

// acts says that a rank has done something else.
func (c *clocks) acts(rank int) {
	if c.rank == rank {
		c.reads = 0
	}
}

// onlyReads is the line about a rank.
func (s *simulation) onlyReads(h *host.Rank) string {
	where := strings.ReplaceAll(lines(h.Where()), "\n", " < ")
	if where != "" {
		where = ", in " + where
	}
	cost := s.job.Costs.Clock
	return fmt.Sprintf("has done nothing but read clocks for %v (%s)%s; a read takes %v of virtual time (host.clock), so a loop that waits for a second needs %s reads: nanosleep, or a call of the library that waits, takes no real time",
		s.spec.Spin, h.Ask().Fn(), where, cost, strings.TrimSpace(threeDigits(float64(sim.Second)/float64(cost))))
}
