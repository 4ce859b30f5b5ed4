package sim

import "gasnetgo/internal/cache"

// CPU is a core that a rank runs on. Interrupts preempt the rank: whatever it spends time on ends later by as much as they take. They do not
// preempt one another.
//
// An interrupt is time and then an Actor, whose Act runs when the time is over and ends with Continue, if the handler needs more, or with Leave. What the
// way out of a handler takes needs no event of its own: who comes meanwhile waits for its end.
type CPU struct {
	// What interrupts look at is one line of a cache.
	k        *Kernel
	stolen   Time
	until    Time    // the end of the last interrupt's way out
	begins   Time    // of the spending, or of its next part
	ends     Time    // of it, if no interrupt comes; while one runs: what is left
	round    uint64  // of spending: events of earlier rounds mean nothing
	end      EventID // of this one
	waits    int32   // how long waiting is
	inside   bool    // an interrupt runs
	spending bool
	quiet    bool // nobody is told when it is over

	arg  uint64
	then Actor

	// What the rank's next turn will touch, what its turns touch nearly always, what the interrupt handler does, and what it does if there is an event for the
	// program. Who works on the CPU enters it.
	Soon, Turn     cache.Set   // in the first four lines
	Handler, Event cache.Few   // 80 bytes together
	waiting        []interrupt // not begun yet, the oldest first
}

type interrupt struct {
	d     Time
	actor Actor
	arg   uint64
}

// NewCPU makes a core that is idle.
func NewCPU(k *Kernel) *CPU {
	c := &CPU{k: k}
	at := cache.At(c)
	c.Soon, c.Turn = cache.NewSet(at), cache.NewSet(at)
	c.Handler, c.Event = cache.Few(c.Turn[:]), cache.Few(c.Turn[:])
	return c
}

// Interrupt runs a after the CPU has spent d on it, behind the interrupts that run or wait.
func (c *CPU) Interrupt(d Time, a Actor, arg uint64) {
	if c.inside {
		c.waits++
		c.waiting = append(c.waiting, interrupt{d, a, arg})
		return
	}
	c.inside = true
	begin := max(c.k.now, c.until)
	if c.quiet && c.ends <= begin {
		c.spending, c.quiet = false, false
	}
	if c.spending {
		if !c.quiet {
			c.k.Cancel(c.end)
		}
		c.ends -= max(begin, c.begins)
		c.round++
	}
	c.begin(begin, d, a, arg)
}

// Continue has the interrupt that runs go on for d and then run a: the end of its Act.
func (c *CPU) Continue(d Time, a Actor, arg uint64) {
	if !c.inside {
		panic("sim: Continue outside of an interrupt")
	}
	c.begin(c.k.now, d, a, arg)
}

// Leave ends the interrupt that runs, d from now: the end of its Act. What the CPU does then is known now, unless another interrupt comes before.
func (c *CPU) Leave(d Time) {
	if !c.inside {
		panic("sim: Leave outside of an interrupt")
	}
	c.stolen += d
	c.until = c.k.now + d
	if c.waits > 0 {
		c.waits--
		next := c.waiting[0]
		c.waiting = c.waiting[:copy(c.waiting, c.waiting[1:])]
		c.begin(c.until, next.d, next.actor, next.arg)
		return
	}
	c.inside = false
	if c.spending {
		c.begins = max(c.begins, c.until)
		c.ends += c.begins
		if !c.quiet {
			c.end = c.k.At(c.ends, c, c.round)
		}
	}
}

func (c *CPU) begin(at, d Time, a Actor, arg uint64) {
	c.stolen += d
	c.k.At(at+d, a, arg)
}

// Spend has the rank work for d, plus what interrupts take meanwhile, and then runs a. One at a time.
func (c *CPU) Spend(d Time, a Actor, arg uint64) { c.SpendFrom(c.k.now, d, a, arg) }

// SpendFrom is Spend for work that begins at a time to come.
func (c *CPU) SpendFrom(at, d Time, a Actor, arg uint64) {
	if c.spending {
		panic("sim: a CPU spends one time at a time")
	}
	c.spending = true
	c.round++
	c.then, c.arg = a, arg
	c.begins, c.ends = max(at, c.until), d
	if !c.inside {
		c.ends += c.begins
		c.end = c.k.At(c.ends, c, c.round)
	}
}

// SpendAndWait has the rank work for d, and then wait for what Proceed tells of: the end of d is no event.
func (c *CPU) SpendAndWait(d Time) {
	if c.spending {
		panic("sim: a CPU spends one time at a time")
	}
	c.spending, c.quiet = true, true
	c.begins, c.ends = max(c.k.now, c.until), d
	if !c.inside {
		c.ends += c.begins
	}
}

// Proceed says that what the rank waits for may be there at a time, present or to come. If it works then for what SpendAndWait said, a runs at the end of that;
// if not, it works for d from then on, and then a runs. It reports whether it is the latter.
func (c *CPU) Proceed(at, d Time, a Actor, arg uint64) bool {
	if c.quiet && (c.inside || c.ends > at) {
		c.quiet = false
		c.then, c.arg = a, arg
		c.round++
		if !c.inside {
			c.end = c.k.At(c.ends, c, c.round)
		}
		return false
	}
	if c.quiet {
		c.spending, c.quiet = false, false
	}
	c.SpendFrom(at, d, a, arg)
	return true
}

// Drop forgets what the rank works on: nobody is told of its end. Interrupts go on.
func (c *CPU) Drop() {
	c.spending, c.quiet = false, false
	c.round++
}

// Busy reports whether the CPU works: on an interrupt or for the rank.
func (c *CPU) Busy() bool {
	now := c.k.now
	return c.inside || c.spending && !(c.quiet && c.ends <= now) || c.until > now
}

// Stolen is the time that interrupts have taken since the start, to the end of the part that runs.
func (c *CPU) Stolen() Time { return c.stolen }

// Act is the end of a spending.
func (c *CPU) Act(k *Kernel, round uint64) {
	if round != c.round || !c.spending || c.inside {
		return
	}
	c.spending = false
	c.then.Act(k, c.arg)
}

// Fetch implements Fetcher for the end of spending.
func (c *CPU) Fetch(int, uint64) (more bool) {
	c.FetchTurn()
	return false
}

// FetchSets fetches the CPU with what it knows of the rank.
func (c *CPU) FetchSets() { cache.Fetch4(c) }

// FetchHandlerSets fetches it with what it knows of the handler.
func (c *CPU) FetchHandlerSets() {
	cache.Fetch2(c)
	cache.Fetch2(&c.Handler)
}

// FetchTurn fetches what the rank's next turn will touch, when the sets have come.
func (c *CPU) FetchTurn() {
	c.Turn.Fetch()
	c.Soon.Fetch()
}
