package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
)

// effects is a context as its driver sees it: what is to be done with effects of the machine. Its methods need mu.
type effects Context

var (
	_ client.Handler   = (*effects)(nil)
	_ client.Words     = (*effects)(nil)
	_ client.Sender    = (*effects)(nil)
	_ client.Gatherer  = (*effects)(nil)
	_ client.Finisher  = (*effects)(nil)
	_ client.Ender     = (*effects)(nil)
	_ client.Explainer = (*effects)(nil)
)

// queue has a handler run by the thread that polls, and later by the thread of completion handlers.
func (x *effects) queue(t task) { x.handlers, x.changed = append(x.handlers, t), true }
func (x *effects) later(t task) { x.completions, x.work = append(x.completions, t), true }

// Bump is client.Handler's, as the others are.
func (x *effects) Bump(e lapi.Bump) {
	(*Context)(x).bump(e.Cntr, e.Peer)
	x.changed = true
}

// RunHeader queues a header handler.
func (x *effects) RunHeader(e lapi.RunHeader) { x.queue((*Context)(x).header(e)) }

// RunCompletion queues a completion handler.
func (x *effects) RunCompletion(e lapi.RunCompletion) {
	t := task{kind: TaskCompletion, fn: e.Handler, info: e.Info, token: e.Token, from: e.From, code: int32(truth(e.Inline && e.Reply))}
	if e.Inline {
		x.queue(t)
	} else {
		x.later(t)
	}
}

// RunSent queues a handler of the origin.
func (x *effects) RunSent(e lapi.RunSent) {
	t := task{kind: TaskSent, fn: e.Callback.Handler, info: e.Callback.Info, from: e.Peer, code: e.Code}
	if e.Callback.Get {
		t.kind = TaskCompletion
		x.later(t)
	} else {
		x.queue(t)
	}
}

// Finish queues a scatter.
func (x *effects) Finish(e lapi.Finish) {
	x.queue(task{kind: TaskScatter, token: e.Token, number: e.Number})
}

// Change changes a word of the program.
func (x *effects) Change(e lapi.Rmw) uint64 { return change(e.At, e.Op, e.Size, e.Operand) }

// Store stores a result of the program's.
func (x *effects) Store(e lapi.Store) { store(e.At, e.Size, e.Value) }

// Gathered stores the values of a collective operation.
func (x *effects) Gathered(e lapi.Gathered) {
	if into := x.gathered[e.Number]; into != 0 {
		copy(memory.Slice[uint64](into, len(e.Values)), e.Values)
	}
	delete(x.gathered, e.Number)
	x.narrow[e.Number], x.changed = true, true
}

// Ended notes it for LAPI_Msgpoll.
func (x *effects) Ended(e lapi.Ended) {
	if e.Sent {
		x.ended |= sendComplete
	} else {
		x.ended |= recvComplete
	}
	x.changed = true
}

// Performed wakes threads of the context.
func (x *effects) Performed() {
	c := (*Context)(x)
	c.want()
	if changed, work := c.changed, c.work; changed || work {
		c.changed, c.work = false, false
		c.link.Changed(work)
	}
}

// Explain ends the job if the effect leads to memory that the task does not have.
func (x *effects) Explain(e lapi.Effect, panicked any) { blame(x.process.world, e, panicked) }

// Fail ends the job.
func (x *effects) Fail(err error) { x.process.world.Fail(1, (*Context)(x).worded(err)) }
