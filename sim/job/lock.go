package job

import (
	"slices"

	"gasnetgo/sim/world"
)

// Lock is a lock between the threads of a rank's program, which wait for it in virtual time, first come, first served. Its end wakes only a thread that waits for it: if it woke the rank, two threads
// whose conditions take the lock would wake each other forever.
type Lock struct {
	rank    *Rank
	held    bool
	waiting []*world.Rank
}

// NewLock makes one.
func NewLock(r *Rank) *Lock { return &Lock{rank: r} }

// Lock implements sync.Locker. A thread that comes when the lock is free and others wait is behind them: one that polls in a loop would have the lock again before they run, forever where its calls take no time.
func (l *Lock) Lock() {
	if l.held || len(l.waiting) > 0 {
		me := l.rank.Self()
		l.waiting = append(l.waiting, me)
		l.rank.WaitAlone("a call of another thread", func() bool { return !l.held && l.waiting[0] == me })
		l.waiting = slices.Delete(l.waiting, 0, 1)
	}
	l.held = true
}

// Unlock implements sync.Locker.
func (l *Lock) Unlock() {
	l.held = false
	if len(l.waiting) > 0 {
		l.waiting[0].WakeAlone()
	}
}
