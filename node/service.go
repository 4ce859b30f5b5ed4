package node

import (
	"sync/atomic"
	"time"
)

// A program that computes does not look at its mailbox, and some APIs promise progress all the same. So a rank may have a progress thread that
// sleeps on Service.Bell. A program that polls must not pay for it: each look of its own stamps Polled, and a sender rings the progress thread only
// when the last look is long ago. What slips through, a program that stopped looking right after its last stamp, is caught by the progress thread's own
// bounded sleep, which is long only while nobody polls.

// PolledAsleep stands in Polled while a thread of the program sleeps on the doorbell and will look at the mailbox when it rings.
const PolledAsleep = ^uint64(0)

// pollGrace is how long after its last look a program counts as polling.
const pollGrace = 20 * ticksPerMicrosecond

// RingService wakes rank r's progress thread if it sleeps and the program has not looked at its mailbox lately. Call it after Post. now is Ticks().
func (n *Node) RingService(r int, now uint64) {
	s := &n.Rank(r).Service
	if atomic.LoadUint32(&s.Asleep) == 0 || recentlyPolled(atomic.LoadUint64(&s.Polled), now) || atomic.SwapUint32(&s.Asleep, 0) == 0 {
		return
	}
	atomic.AddUint32(&s.Bell.V, 1)
	futexWake(&s.Bell.V)
}

// KickService wakes this rank's own progress thread.
func (n *Node) KickService() {
	s := &n.Rank(n.opts.Rank).Service
	if atomic.SwapUint32(&s.Asleep, 0) != 0 {
		atomic.AddUint32(&s.Bell.V, 1)
		futexWake(&s.Bell.V)
	}
}

func recentlyPolled(polled, now uint64) bool {
	return polled == PolledAsleep || int64(now-polled) < pollGrace
}

// ProgramPolls reports whether this rank's program looks at the mailbox by itself, and the stamp of its last look.
func (n *Node) ProgramPolls() (bool, uint64) {
	polled := atomic.LoadUint64(&n.Rank(n.opts.Rank).Service.Polled)
	return recentlyPolled(polled, Ticks()), polled
}

// SleepService blocks the progress thread until somebody rings, busy holds, or limit has passed. busy is looked at once, after the bell is armed.
func (n *Node) SleepService(limit time.Duration, busy func() bool) {
	s := &n.Rank(n.opts.Rank).Service
	bell := atomic.LoadUint32(&s.Bell.V)
	atomic.StoreUint32(&s.Asleep, 1)
	if !busy() {
		futexWait(&s.Bell.V, bell, limit)
	}
	atomic.StoreUint32(&s.Asleep, 0)
}
