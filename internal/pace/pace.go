// Package pace is how time passes for a rank in calls of a library: what the library needs of the world for that, whatever the API is. An API's own interface embeds Waiter or Pace, and
// adds what is the API's.
package pace

// Waiter is a rank that waits.
type Waiter interface {
	// Wait blocks the rank until cond holds. It evaluates cond on the caller's thread: at once, and whenever something may have come for the rank. why is for people: traces and reports of
	// deadlocks. The caller holds no lock that cond takes.
	Wait(why string, cond func() bool)

	// Idle passes the time of polls without a result, after calls that a program may repeat until they have another one: in a world whose time does not pass by itself the program would
	// poll forever. It may block, and may yield the core.
	Idle(polls int)
}

// Pace is a rank that also spends what its calls cost.
//
// A call cannot spend time in its middle, where it holds locks: it charges costs, and settles at its end.
type Pace interface {
	Waiter

	// Charge adds n times a cost to what the call in progress takes. It does not block, and needs no lock.
	Charge(c Cost, n uint64)

	// Settle lets the time pass of what has been charged, and then sends what has been issued. The caller holds no lock.
	Settle()

	// Fail ends the job because of an error that the library itself has found. It does not return.
	Fail(err error)
}

// Cost is something in a call that may take time. The world knows how long.
type Cost uint8

// The costs.
const (
	Call       Cost = iota // a call of the library below that does not poll
	Miss                   // a poll that has found nothing
	Hit                    // a poll that has found something
	Copy                   // a byte copied in memory
	Handler                // the call of a handler when a message begins to arrive
	Completion             // the call of a handler when a message is complete
)

// Free is the part of a Pace in a world whose time passes by itself: charging and polling cost nothing but the time that they take.
type Free struct{}

// Idle returns at once.
func (Free) Idle(int) {}

// Charge does nothing.
func (Free) Charge(Cost, uint64) {}

// Settle does nothing.
func (Free) Settle() {}
