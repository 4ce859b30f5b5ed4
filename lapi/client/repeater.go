package client

import "sync"

// Repeater is what the timers of a link that loses packets need of a driver. It may be copied.
type Repeater struct {
	Lock   sync.Locker // guards the driver
	Driver *Driver
}

// Driven is the Repeater, for a link whose driver is always there.
func (r Repeater) Driven() (Repeater, bool) { return r, true }

// Unacked is the oldest packet to a task that has not been acknowledged; false if there is none.
func (r Repeater) Unacked(to int) (oldest uint64, some bool) {
	r.Lock.Lock()
	defer r.Lock.Unlock()
	return r.Driver.Unacked(to)
}

// Resend sends again what a task has not acknowledged.
func (r Repeater) Resend(to int) { r.do(func() { r.Driver.Resend(to) }) }

// Acknowledge acknowledges the packets of a task that have been dealt with.
func (r Repeater) Acknowledge(to int) { r.do(func() { r.Driver.Acknowledge(to) }) }

func (r Repeater) do(f func()) {
	r.Lock.Lock()
	defer r.Lock.Unlock()
	f()
	r.Driver.Perform()
}
