package run

import (
	"fmt"
	"time"
)

// silence is how long, in real time, a rank may run without a call of the library before somebody is told.
const silence = 10 * time.Second

// watch names a rank that never comes back while others wait. It runs beside the ranks' thread.
func (s *simulation) watch(over chan struct{}) {
	tick := time.NewTicker(silence)
	defer tick.Stop()
	told, before := int64(0), int64(-1)
	for {
		select {
		case <-over:
			return
		case <-tick.C:
		}
		turns, runs := s.turns.Load(), s.runs.Load()
		if turns == before && runs > 0 && turns != told {
			told = turns
			s.say(int(runs-1), fmt.Sprintf("has run for %v without a library call; a program that spins on memory does not end in virtual time: have it call the library while it waits (shmem_wait_until, PtlEQWait, sched_yield)", silence))
		}
		before = turns
	}
}
