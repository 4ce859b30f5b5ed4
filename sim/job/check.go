package job

import "gasnetgo/check"

// Check follows the ranks' calls for a race checker.
type Check struct {
	*check.Checker

	// PC is the program counter behind the call that the rank is in, in its program; 0 if that is unknown.
	PC func(*Rank) uint64

	// Watch has the loads and stores of a rank's program be followed in a piece of its memory.
	Watch func(rank int, at, bytes uint64)
}

// Caller is the thread of the rank's program that makes the call.
func (c *Check) Caller(r *Rank) *check.Thread { return c.Thread(r.ID(), r.Self().Number()) }
