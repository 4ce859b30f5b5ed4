package sim

// CPU is a core that a rank runs on. Interrupts preempt the rank: whatever it spends time on ends later by as much as they take. They do not
// preempt one another.
//
// An interrupt is time and then an Actor. In its Act, which runs when the time is over, the handler may ask for more with Continue; if it does not, the
// next interrupt, or else the rank, goes on.
type CPU struct {
	k       *Kernel
	stolen  Time
	waiting []interrupt // not begun yet, the oldest first
	current interrupt
	inside  bool // an interrupt runs
	handled bool // its Act has asked to continue

	spending bool
	round    uint64 // of spending: events of earlier rounds mean nothing
	ends     Time   // of the spending, if no interrupt comes; while one runs: what is left
	then     Actor
	arg      uint64
}

type interrupt struct {
	d     Time
	actor Actor
	arg   uint64
}

// NewCPU makes a core that is idle.
func NewCPU(k *Kernel) *CPU { return &CPU{k: k} }

// interruptArg marks the events of interrupts; others carry the round of a spending.
const interruptArg = ^uint64(0)

// Interrupt runs a after the CPU has spent d on it, behind the interrupts that run or wait.
func (c *CPU) Interrupt(d Time, a Actor, arg uint64) {
	i := interrupt{d, a, arg}
	if c.inside {
		c.waiting = append(c.waiting, i)
		return
	}
	c.inside = true
	if c.spending {
		c.ends -= c.k.Now()
		c.round++
	}
	c.begin(i)
}

// Continue has the interrupt that runs go on for d and then run a. Only for the Act of an interrupt, once.
func (c *CPU) Continue(d Time, a Actor, arg uint64) {
	if !c.inside || c.handled {
		panic("sim: Continue outside of an interrupt")
	}
	c.handled = true
	c.begin(interrupt{d, a, arg})
}

func (c *CPU) begin(i interrupt) {
	c.current = i
	c.stolen += i.d
	c.k.After(i.d, c, interruptArg)
}

// Spend has the rank work for d, plus what interrupts take meanwhile, and then runs a. One at a time.
func (c *CPU) Spend(d Time, a Actor, arg uint64) {
	if c.spending {
		panic("sim: a CPU spends one time at a time")
	}
	c.spending = true
	c.round++
	c.then, c.arg = a, arg
	if c.inside {
		c.ends = d
		return
	}
	c.ends = c.k.Now() + d
	c.k.At(c.ends, c, c.round)
}

// Busy reports whether the CPU works: on an interrupt or for the rank.
func (c *CPU) Busy() bool { return c.inside || c.spending }

// Stolen is the time that interrupts have taken since the start, to the end of the part that runs.
func (c *CPU) Stolen() Time { return c.stolen }

// Act is the end of an interrupt's part or of a spending.
func (c *CPU) Act(k *Kernel, arg uint64) {
	if arg != interruptArg {
		if c.spending && arg == c.round && !c.inside {
			c.spending = false
			a := c.then
			c.then = nil
			a.Act(k, c.arg)
		}
		return
	}
	i := c.current
	c.handled = false
	i.actor.Act(k, i.arg)
	if c.handled {
		c.handled = false
		return
	}
	if len(c.waiting) > 0 {
		next := c.waiting[0]
		c.waiting = c.waiting[:copy(c.waiting, c.waiting[1:])]
		c.begin(next)
		return
	}
	c.inside = false
	if c.spending {
		c.round++
		c.ends += k.Now()
		k.At(c.ends, c, c.round)
	}
}

// Fetch gets whom it will act for.
func (c *CPU) Fetch(arg uint64) {
	if arg == interruptArg {
		fetchAll(c.current.actor)
	} else {
		fetchAll(c.then)
	}
}
