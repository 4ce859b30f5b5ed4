package lapi

import (
	"gasnetgo/armci"
	"gasnetgo/internal/pace"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
)

// effects is a transport as its driver sees it. The driver calls it with the lock.
type effects Transport

var (
	_ client.Handler = (*effects)(nil)
	_ client.Words   = (*effects)(nil)
)

// call calls what a number stands for. Needs the lock.
func (t *Transport) call(number uintptr) {
	if err := t.numbers.Call(number); err != nil {
		t.World.Fail(err)
	}
}

// Bump calls what waits for a counter.
func (x *effects) Bump(e lapi.Bump) { (*Transport)(x).call(e.Cntr) }

// RunHeader is the header handler.
func (x *effects) RunHeader(e lapi.RunHeader) {
	t := (*Transport)(x)
	t.World.Charge(pace.Handler, 1)
	t.m.Headed(e.Token, t.header(&e))
}

// RunCompletion calls a completion handler.
func (x *effects) RunCompletion(e lapi.RunCompletion) {
	t := (*Transport)(x)
	t.World.Charge(pace.Completion, 1)
	t.call(e.Handler)
	t.m.Completed(e.Token)
}

// Change changes a word of this rank.
func (x *effects) Change(e lapi.Rmw) uint64 {
	return x.own.Atomic(x.Me, e.At, armci.Atomic{Kind: kinds[e.Op], Width: int(e.Size), Value: e.Operand[0]})
}

// Store notes the result of a read-modify-write, whose address is a number.
func (x *effects) Store(e lapi.Store) { x.results[e.At] = e.Value }

// Performed does nothing: threads that wait sleep until count grows.
func (x *effects) Performed() {}

// Fail ends the job.
func (x *effects) Fail(err error) { x.World.Fail(err) }
