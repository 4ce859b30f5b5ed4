package process

import (
	"sync/atomic"

	"gasnetgo/internal/memory"
)

// status is a counter of LAPI_Setcntr_wstatus: states of destinations, in memory of the program.
type status struct {
	tasks  []uint32
	states uintptr
}

// States of a destination: LAPI_MSG_x.
const (
	msgInitial = iota
	msgReceived
	msgPurged
	msgPurgedReceived
)

// bump adds one to a counter.
func (c *Context) bump(cntr uintptr, peer int) {
	c.state(cntr, peer, msgReceived)
	atomic.AddInt32(memory.At[int32](cntr), 1)
}

// state notes what has become of an operation on a task.
func (c *Context) state(cntr uintptr, peer int, state int32) {
	s, ok := c.statuses[cntr]
	if !ok {
		return
	}
	for i, t := range s.tasks {
		if int(t) == peer {
			memory.Slice[int32](s.states, len(s.tasks))[i] = state
		}
	}
}

// Fence begins LAPI_Fence.
func (p *Process) Fence(fn string, handle uint32) (rc int32, number uint64, err error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, 0, nil
	}
	c.mu.Lock()
	defer c.end()
	return success, c.m.Fence(), nil
}

// Fenced reports whether a fence is complete.
func (p *Process) Fenced(fn string, handle uint32, number uint64) (rc, yes int32, err error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, 1, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return success, int32(truth(c.m.Fenced(number))), nil
}

// Gather begins a collective operation. into: a table of 8 bytes for each task, or 0: a barrier.
func (p *Process) Gather(fn string, handle uint32, value uint64, into uintptr) (rc int32, number uint64, err error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, 0, nil
	}
	c.mu.Lock()
	defer c.end()
	number = c.m.Gather(value, into != 0)
	c.gathered[number] = into
	return success, number, nil
}

// Gathered reports whether a collective operation is complete, once.
func (p *Process) Gathered(fn string, handle uint32, number uint64) (rc, yes int32, err error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, 1, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	done := c.narrow[number]
	delete(c.narrow, number)
	return success, int32(truth(done)), nil
}

// Status is LAPI_Setcntr_wstatus, and with n 0 what LAPI_Setcntr does to such a counter.
func (p *Process) Status(fn string, handle uint32, cntr uintptr, n int32, list, states uintptr) (int32, error) {
	c, ok := p.context(handle)
	switch {
	case !ok:
		return ErrHndlInvalid, nil
	case cntr == 0:
		return ErrCntrNull, nil
	case n < 0:
		return ErrCntrVal, nil
	case n > 0 && (list == 0 || states == 0):
		return ErrRetPtrNull, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.statuses, cntr)
	if n > 0 {
		s := status{tasks: append([]uint32(nil), memory.Slice[uint32](list, n)...), states: states}
		clear(memory.Slice[int32](states, n))
		c.statuses[cntr] = s
	}
	atomic.StoreInt32(memory.At[int32](cntr), 0)
	return success, nil
}

// Purge is LAPI_Purge_totask, and with resume LAPI_Resume_totask.
func (p *Process) Purge(fn string, handle, dest uint32, resume bool) (int32, error) {
	c, ok := p.context(handle)
	switch {
	case !ok:
		return ErrHndlInvalid, nil
	case uint64(dest) >= uint64(p.world.Size()):
		return ErrTgt, nil
	}
	c.mu.Lock()
	defer c.end()
	if resume {
		c.m.Resume(int(dest))
		return success, nil
	}
	for _, cntr := range c.m.Purge(int(dest)) {
		c.state(cntr, int(dest), msgPurged)
	}
	c.link.Changed(false)
	return success, nil
}

// Missing is how many destinations of a counter have been purged: LAPI_Nopoll_wait does not wait for those.
func (p *Process) Missing(fn string, handle uint32, cntr uintptr) (rc, n int32, err error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, 0, nil
	}
	if c.level != levelTwo && c.level != levelLast {
		return ErrUnknown, 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.statuses[cntr]
	for _, state := range memory.Slice[int32](s.states, len(s.tasks)) {
		if state == msgPurged {
			n++
		}
	}
	return success, n, nil
}

// Levels of the interface: lapi_lib_t.
const (
	levelTwo  = 1
	levelLast = 4
)
