package node

import (
	"sync/atomic"
	"time"
)

// A program that computes does not poll its mailbox, but some APIs promise progress nevertheless. So a rank may have a progress thread that sleeps on
// Service.Bell. A program that polls must not pay for it: each of its polls stamps Polled, and a sender rings the progress thread only if the last poll is long
// ago. If a program stops polling right after its last stamp, no sender rings; so the progress thread sleeps only briefly while the program polls, and
// publishes that in Asleep. One that sleeps long is always rung, and then finds out.

// PolledAsleep stands in Polled while a thread of the program sleeps on the doorbell and will look at the mailbox when it rings.
const PolledAsleep = ^uint64(0)

// Values of Service.Asleep.
const (
	serviceAwake  = 0
	serviceAsleep = 1 // for long: ring it whatever the program does
	serviceWatch  = 2 // briefly, while the program looks by itself
)

// pollGrace is how long after its last look a program counts as polling.
const pollGrace = 20 * ticksPerMicrosecond

// RingService wakes local rank l's progress thread if it sleeps and the program has not looked at its mailbox lately. Call it after Post. now is Ticks(). The
// answer is until when the program counts as polling, so that the caller need not fetch the line again for the next message; 0 if that is not known.
func (n *Node) RingService(l LocalRank, now uint64) (until uint64) {
	s := &n.Rank(l).Service
	asleep := atomic.LoadUint32(&s.Asleep)
	if asleep == serviceAwake {
		return 0
	}
	switch polled := atomic.LoadUint64(&s.Polled); {
	case asleep == serviceAsleep:
	case polled == PolledAsleep:
		return 0
	case int64(now-polled) < pollGrace:
		return polled + pollGrace
	}
	if atomic.SwapUint32(&s.Asleep, serviceAwake) != serviceAwake {
		atomic.AddUint32(&s.Bell.V, 1)
		futexWake(&s.Bell.V)
	}
	return 0
}

// KickService wakes this rank's own progress thread.
func (n *Node) KickService() {
	s := &n.Rank(n.me).Service
	if atomic.SwapUint32(&s.Asleep, serviceAwake) != serviceAwake {
		atomic.AddUint32(&s.Bell.V, 1)
		futexWake(&s.Bell.V)
	}
}

// Polling is how this rank's program treats its mailbox.
type Polling int

// Values of Polling.
const (
	PollsNot    Polling = iota // has not looked lately
	PollsNow                   // looked just now
	PollsAsleep                // sleeps, and looks when its doorbell rings
)

// ProgramPolls returns how this rank's program serves its mailbox, with the stamp of its last poll.
func (n *Node) ProgramPolls() (Polling, uint64) {
	polled := atomic.LoadUint64(&n.Rank(n.me).Service.Polled)
	switch {
	case polled == PolledAsleep:
		return PollsAsleep, polled
	case int64(Ticks()-polled) < pollGrace:
		return PollsNow, polled
	}
	return PollsNot, polled
}

const copyBytesPerMicrosecond = 8000 // about what a slow copy manages

// PollsAfterCopy announces that this rank's program, if it polls, will poll again after a copy, so that senders need not ring the progress thread because a
// poll takes longer than usual. Call the result after the copy.
func (n *Node) PollsAfterCopy(bytes uint64) (done func()) {
	polls, before := n.ProgramPolls()
	if polls != PollsNow {
		return func() {}
	}
	word, until := &n.Rank(n.me).Service.Polled, Ticks()+bytes/copyBytesPerMicrosecond*ticksPerMicrosecond
	if !atomic.CompareAndSwapUint64(word, before, until) {
		return func() {}
	}
	return func() { atomic.CompareAndSwapUint64(word, until, Ticks()) }
}

// SleepService blocks the progress goroutine until it is rung, busy holds, or limit has passed. busy is checked once, after the bell is armed. watch: limit is
// short because the program polls the mailbox itself, so senders need not ring, and rings would have no effect.
//
// A goroutine in a system call makes Go's scheduler watch wake up many thousand times a second, at the expense of the program that polls. A timer costs nothing
// in between.
func (n *Node) SleepService(limit time.Duration, watch bool, busy func() bool) {
	s := &n.Rank(n.me).Service
	bell := atomic.LoadUint32(&s.Bell.V)
	if watch {
		atomic.StoreUint32(&s.Asleep, serviceWatch)
		time.Sleep(limit)
		atomic.StoreUint32(&s.Asleep, serviceAwake)
		return
	}
	atomic.StoreUint32(&s.Asleep, serviceAsleep)
	if !busy() {
		futexWait(&s.Bell.V, bell, limit)
	}
	atomic.StoreUint32(&s.Asleep, serviceAwake)
}
