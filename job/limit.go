package job

import (
	"fmt"
	"time"

	"gasnetgo/internal/knob"
)

// limit is how long a process waits for other parties, a launcher's server or other ranks, while its job starts: until at, which is bound after Attach has begun.
// The zero limit has no end.
type limit struct {
	at    time.Time
	bound time.Duration
}

func newLimit(bound time.Duration) limit { return limit{time.Now().Add(bound), bound} }

// lateError is the error of a wait that has not ended in time.
type lateError string

func (e lateError) Error() string { return string(e) }

// exceeded is the error of a wait that has not ended in time; what is a clause that "within ..." can follow.
func (l limit) exceeded(what string) error {
	return lateError(fmt.Sprintf("%s within %v (%s)", what, l.bound, knob.RendezvousTimeout))
}

// within calls f, which cannot be interrupted, on a goroutine of its own, and returns its error; or, when the time is over, the error of a wait for what. Then f
// still runs: the caller must not use what it works on.
func (l limit) within(what string, f func() error) error {
	if l.at.IsZero() {
		return f()
	}
	done := make(chan error, 1)
	go func() { done <- f() }()
	timer := time.NewTimer(time.Until(l.at))
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return l.exceeded(what)
	}
}
