package lapi

import "sync"

// Repeater is what the timers of a link that loses packets need of a machine that somebody else drives. It may be copied.
type Repeater struct {
	Lock    sync.Locker // guards the machine
	Machine *Machine
	Perform func() // carries out the machine's effects, with the lock
}

// Driven is the Repeater, for a link whose machine is always there.
func (r Repeater) Driven() (Repeater, bool) { return r, true }

// Unacked is the oldest packet to a task that has not been acknowledged; false if there is none.
func (r Repeater) Unacked(to int) (oldest uint64, some bool) {
	r.Lock.Lock()
	defer r.Lock.Unlock()
	return r.Machine.Unacked(to)
}

// Resend sends again what a task has not acknowledged.
func (r Repeater) Resend(to int) { r.do(func() { r.Machine.Resend(to) }) }

// Acknowledge tells a task what has been dealt with.
func (r Repeater) Acknowledge(to int) { r.do(func() { r.Machine.Acknowledge(to) }) }

func (r Repeater) do(f func()) {
	r.Lock.Lock()
	defer r.Lock.Unlock()
	f()
	r.Perform()
}
