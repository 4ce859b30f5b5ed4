package world

import "iter"

// coroutine is a stack of its own for work that waits in the middle. It serves one rank at a time.
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

// run goes on with the work, and reports whether it is over.
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

// proceed goes on with what the rank has detached.
func (r *Rank) proceed() bool {
	if !r.on.run() {
		return false
	}
	r.world.idle = append(r.world.idle, r.on)
	r.on = nil
	return true
}

// Divert has a rank leave what it is in the middle of, for good, and do something else instead, after which it has ended. What it leaves unwinds now; see Abandoned.
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
	if r.why != "" {
		r.finish()
	}
	r.waiting, r.look = false, 0
	r.step = &detached{rank: r, body: func(*Rank) { work() }}
	r.schedule(r.Now())
}

// Abandoned reports whether a panic that has been recovered is a rank's on its way out of what it has left, or of a job that is over: it is to be raised again.
func Abandoned(p any) bool { return p == stopped{} }

// sleep gives the thread away until the rank is resumed.
func (r *Rank) sleep() {
	if r.on == nil {
		panic("world: a rank's step waits")
	}
	if !r.on.yield(false) {
		panic(stopped{})
	}
}
