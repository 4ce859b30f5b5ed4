package world

import "iter"

// coroutine is a separate stack for work that waits in the middle. It serves one rank at a time.
type coroutine struct {
	next  func() (over, alive bool)
	stop  func()
	yield func(over bool) bool
	work  func()
}

// stopped unwinds a coroutine that is abandoned.
type stopped struct{}

func newCoroutine() *coroutine {
	c := &coroutine{}
	c.next, c.stop = iter.Pull(func(yield func(bool) bool) {
		c.yield = yield
		defer func() {
			if p := recover(); p != nil && p != (stopped{}) {
				panic(p)
			}
		}()
		for alive := true; alive; alive = yield(true) {
			c.work()
		}
	})
	return c
}

// run continues the work, and reports whether it is over.
func (c *coroutine) run() bool {
	over, alive := c.next()
	return over || !alive
}

// Detach has the rank do some work that may Spend and Wait in the middle, and reports whether it is over already. If not, the rank's step returns, and is called again
// when the work is over.
func (r *Rank) Detach(work func()) bool {
	w := r.world
	if n := len(w.idle); n > 0 {
		r.on, w.idle = w.idle[n-1], w.idle[:n-1]
	} else {
		r.on = newCoroutine()
	}
	r.on.work = work
	return r.proceed()
}

// proceed continues what the rank has detached.
func (r *Rank) proceed() bool {
	r.world.running = r
	over := r.on.run()
	r.world.running = nil
	if !over {
		return false
	}
	r.world.idle = append(r.world.idle, r.on)
	r.on = nil
	return true
}

// Divert makes a rank leave its current work for good and run something else instead, after which it has ended. The abandoned work unwinds now; see Abandoned.
// Call it on the kernel's stack.
func (r *Rank) Divert(work func()) {
	if r.ended {
		return
	}
	if c := r.on; c != nil {
		c.stop()
		r.on = nil
	}
	r.cpu.Drop()
	if r.shared != nil {
		r.shared.cores.drop(r)
	}
	r.parked = false
	if r.why != "" {
		r.finish()
	}
	r.waiting, r.look = false, 0
	r.step = &detached{rank: r, body: func(*Rank) { work() }}
	r.schedule(r.Now())
}

// Abandon blocks the rank on whose coroutine it is called for good, in a job that has failed. It returns at once where no coroutine runs.
func (w *World) Abandon() {
	for w.running != nil {
		w.running.Wait("the end of the job", func() bool { return false })
	}
}

// Abandoned reports whether a recovered panic unwinds a rank's abandoned work or a job that has ended: the caller must raise it again.
func Abandoned(p any) bool { return p == stopped{} }

// Sleep blocks until the rank is resumed: at the end of TrySpend or of a wait. It is for code on a coroutine; a step returns instead.
func (r *Rank) Sleep() {
	r = r.Self()
	if r.on == nil {
		panic("world: a rank's step waits")
	}
	if !r.on.yield(false) {
		panic(stopped{})
	}
}
