package sim

import "gasnetgo/internal/prefetch"

// CPU is a core that a rank runs on. Interrupts preempt the rank: they delay the end of whatever it spends time on by their duration. They do not preempt one
// another.
//
// A rank is not starved: when interrupts have left it scraps of its core while it had work, they wait for relief. Otherwise a few ranks that poll a
// word of another rank, each as soon as it has the answer, would keep that rank from ever writing the word.
//
// An interrupt is a duration and then an Actor, whose Act runs when the duration has passed. Act ends with Continue, if the handler needs more time, or with
// Leave. The exit from a handler needs no event of its own: an interrupt that arrives meanwhile waits for its end.
type CPU struct {
	// Fields that interrupts use share one cache line.
	k        *Kernel
	stolen   Time
	until    Time    // the end of the last interrupt's exit
	begins   Time    // start of the spending, or of its next part
	ends     Time    // its end if no interrupt arrives; during an interrupt: the time left
	round    uint64  // number of the spending: events of earlier rounds are ignored
	end      EventID // of this spending
	waits    int32   // length of waiting
	inside   bool    // an interrupt runs
	spending bool
	quiet    bool // no actor runs at its end
	relieved bool // interrupts wait for relief to pass

	arg   uint64
	then  Actor
	since Time // begin of the interrupts that have followed each other nearly without a gap

	plan    prefetch.Plan // prefetch plan; its first four lines hold what turns need
	waiting []interrupt   // pending, the oldest first
	held    interrupt     // goes on after relief
	rounds  *rounds       // nil: SpendRounds has never been called
	touches uint64        // calls of Touch
	beside  bool          // others than the rank use it, too

	_ [7]byte // whole lines
}

// A rank that has had less than scraps of its core for starvation gets relief. The values are assumed.
const (
	starvation = Millisecond
	scraps     = 5 * Microsecond
	relief     = 50 * Microsecond
)

type interrupt struct {
	d     Time
	actor Actor
	arg   uint64
}

// NewCPU returns an idle core.
func NewCPU(k *Kernel) *CPU {
	c := &CPU{k: k}
	c.plan = prefetch.NewPlan(prefetch.At(c))
	return c
}

// Interrupt runs a after the CPU has spent d on it, after the interrupts that run or wait.
func (c *CPU) Interrupt(d Time, a Actor, arg uint64) {
	c.CatchUp()
	if c.inside || c.relieved {
		c.waits++
		c.waiting = append(c.waiting, interrupt{d, a, arg})
		return
	}
	begin := max(c.k.now, c.until)
	c.since = min(begin, c.since+(begin-c.until)*(starvation/scraps))
	if !c.spending || c.quiet {
		c.since = begin
	}
	i := interrupt{d, a, arg}
	if c.starves(begin) {
		c.relieve(begin, i)
		return
	}
	c.enter(begin, i)
}

// enter begins an interrupt, and stops the work of the rank.
func (c *CPU) enter(begin Time, i interrupt) {
	c.CatchUp()
	c.inside = true
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
	c.begin(begin, i)
}

// Continue extends the running interrupt by d and then runs a. It ends the interrupt's Act.
func (c *CPU) Continue(d Time, a Actor, arg uint64) {
	if !c.inside {
		panic("sim: Continue outside of an interrupt")
	}
	c.next(c.k.now, interrupt{d, a, arg})
}

// Leave ends the running interrupt d from now, and with it its Act. What the CPU does afterwards is determined now, unless another interrupt arrives before.
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
		c.next(c.until, next)
		return
	}
	c.resume()
}

// resume lets the rank go on with its work.
func (c *CPU) resume() {
	c.inside = false
	if c.spending {
		c.begins = max(c.begins, c.until)
		c.ends += c.begins
		if !c.quiet {
			c.end = c.k.At(c.ends, c, c.round)
		}
	}
}

// next begins what follows another interrupt.
func (c *CPU) next(at Time, i interrupt) {
	if !c.starves(at) {
		c.begin(at, i)
		return
	}
	c.until = at
	c.relieve(at, i)
	c.resume()
}

// Share announces that the interrupt to come leaves the rank its share in another way: the time until now does not count.
func (c *CPU) Share() { c.since = max(c.k.now, c.until) }

// Overdue reports whether interrupts have followed each other for so long that a handler should leave, even if there is more to do: the rank may wait for what
// it sees only then.
func (c *CPU) Overdue(at Time) bool { return at-c.since >= starvation }

// starves reports whether interrupts have kept the rank from its work for too long.
func (c *CPU) starves(at Time) bool { return c.Overdue(at) && c.spending && !c.quiet }

// relieve puts off an interrupt, and those that come meanwhile.
func (c *CPU) relieve(at Time, i interrupt) {
	c.held, c.relieved = i, true
	c.k.At(at+relief, (*relieving)(c), 0)
}

func (c *CPU) begin(at Time, i interrupt) {
	c.stolen += i.d
	c.k.At(at+i.d, i.actor, i.arg)
}

// relieving is a CPU as the actor at the end of relief.
type relieving CPU

// Act goes on with interrupts.
func (r *relieving) Act(k *Kernel, _ uint64) {
	c := (*CPU)(r)
	i := c.held
	c.relieved, c.held, c.since = false, interrupt{}, k.now
	c.enter(k.now, i)
}

// Spend lets the rank work for d, plus the time of interrupts, and then runs a. One at a time.
func (c *CPU) Spend(d Time, a Actor, arg uint64) { c.SpendFrom(c.k.now, d, a, arg) }

// SpendFrom is Spend for work that begins at a future time.
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

// SpendAndWait lets the rank work for d and then wait for Proceed: there is no event at the end of d.
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

// Proceed announces that the rank's wait may end at a time, present or future. If the rank then still does the work of SpendAndWait, a runs at the end of that
// work; if not, the rank works for d from then on, and then a runs. It reports whether it is the latter.
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

// Quiet reports whether the rank is in the wait of SpendAndWait.
func (c *CPU) Quiet() bool { return c.quiet }

// Drop abandons the rank's work without running its actor. Interrupts continue.
func (c *CPU) Drop() {
	c.CatchUp()
	c.spending, c.quiet = false, false
	c.round++
}

// Busy reports whether the CPU works: on an interrupt or for the rank.
func (c *CPU) Busy() bool {
	now := c.k.now
	return c.inside || c.spending && !(c.quiet && c.ends <= now) || c.until > now
}

// Interrupted reports whether the rank has work that interrupts have stopped, or stop.
func (c *CPU) Interrupted() bool { return c.spending && !c.quiet }

// Stolen is the total time taken by interrupts, to the end of the part that runs.
func (c *CPU) Stolen() Time { return c.stolen }

// Act ends a spending.
func (c *CPU) Act(k *Kernel, round uint64) {
	if round != c.round || !c.spending || c.inside {
		return
	}
	c.spending = false
	c.then.Act(k, c.arg)
}

// Plan is the memory that the rank and its interrupt handler will touch. The owners of that memory enter it: nal, run and world.
func (c *CPU) Plan() *prefetch.Plan { return &c.plan }

// Prefetch implements Prefetcher for the end of spending.
func (c *CPU) Prefetch(int, uint64) (more bool) {
	c.plan.FetchTurn()
	return false
}

// PrefetchForTurn prefetches the CPU with the plan of the rank's turns.
func (c *CPU) PrefetchForTurn() { prefetch.Lines4(c) }

// PrefetchForHandler prefetches the CPU with the plan of the handler.
func (c *CPU) PrefetchForHandler() {
	prefetch.Lines2(c)
	c.plan.FetchHandlers()
}
