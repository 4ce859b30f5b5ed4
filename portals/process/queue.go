package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

// EQAlloc is PtlEQAlloc. handler is the program's function for each event, called by the edge as the event is taken.
func (p *Process) EQAlloc(ni uint32, count uint64, handler, eq uintptr) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	if eq == 0 {
		return code(portals.SegV)
	}
	h, c := p.NI.EQAlloc(count)
	if c != portals.OK {
		return code(c)
	}
	store(eq, h)
	if h == portals.EQNone {
		return 0
	}
	for int(h.Index()) >= len(p.handlers) {
		p.handlers = append(p.handlers, 0)
	}
	p.handlers[h.Index()] = handler
	if handler != 0 {
		p.NI.EQKeep(h)
	}
	return 0
}

// EQFree is PtlEQFree. Events of descriptors that still name the queue are lost from now on.
func (p *Process) EQFree(eq uint32) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.open(portals.EQInvalid); c != portals.OK {
		return code(c)
	}
	return code(p.NI.EQFree(portals.Handle(eq)))
}

// EQGet is PtlEQGet, or PtlEQPeek, which does not dequeue the event. The caller must run handler with the event.
func (p *Process) EQGet(eq uint32, event uintptr, peek bool) (rc int32, handler uintptr) {
	p.Lock()
	c, handler := p.get(portals.Handle(eq), event, peek)
	p.Unlock()
	if c == portals.EQEmpty && p.waiter != nil {
		p.waiter.Polled()
	}
	return code(c), handler
}

func (p *Process) get(eq portals.Handle, event uintptr, peek bool) (portals.Code, uintptr) {
	if c := p.open(portals.EQInvalid); c != portals.OK {
		return c, 0
	}
	if event == 0 {
		return portals.SegV, 0
	}
	for {
		c := p.take(eq, event, peek)
		if c != portals.EQEmpty || !p.link.Serve() {
			return c, p.handler(eq, c)
		}
		if c := p.open(portals.EQInvalid); c != portals.OK { // the lock was free in between
			return c, 0
		}
	}
}

func (p *Process) take(eq portals.Handle, event uintptr, peek bool) portals.Code {
	if peek {
		return p.NI.EQPeek(eq, memory.At[portals.Event](event))
	}
	return p.NI.EQGet(eq, memory.At[portals.Event](event))
}

// handler is the function of the queue that an event was taken from.
func (p *Process) handler(eq portals.Handle, c portals.Code) uintptr {
	if c != portals.OK && c != portals.EQDropped {
		return 0
	}
	if i := int(eq.Index()); i < len(p.handlers) {
		return p.handlers[i]
	}
	return 0
}

// EQPoll is PtlEQPoll and PtlEQWait: it dequeues the event that was posted first, of all queues. It waits only in a world that waits in Go; elsewhere
// PTL_EQ_EMPTY means that no queue has an event now, and a timeout that the caller is about to sleep.
func (p *Process) EQPoll(eqs uintptr, size int32, timeout uint32, event, which uintptr) (rc int32, handler uintptr) {
	c, handler := p.look(eqs, size, event, which)
	if c != portals.EQEmpty {
		return code(c), handler
	}
	if p.waiter == nil {
		if d, ok := p.net.(Dozer); ok && timeout != 0 {
			d.Doze()
		}
		return code(c), handler
	}
	if timeout == 0 {
		p.waiter.Polled()
		return code(c), handler
	}
	if p.waiter.Retries(timeout == portals.TimeForever) {
		return code(c), handler
	}
	return p.waitForEvent(eqs, size, timeout, event, which)
}

// waitForEvent is the part of EQPoll that waits.
func (p *Process) waitForEvent(eqs uintptr, size int32, timeout uint32, event, which uintptr) (rc int32, handler uintptr) {
	why := "PtlEQPoll"
	if timeout == portals.TimeForever {
		why = "PtlEQWait"
	}
	c := portals.EQEmpty
	p.waiter.Wait(why, timeout, func() bool {
		c, handler = p.look(eqs, size, event, which)
		return c != portals.EQEmpty
	})
	return code(c), handler
}

// look takes the first event there is.
func (p *Process) look(eqs uintptr, size int32, event, which uintptr) (portals.Code, uintptr) {
	p.Lock()
	defer p.Unlock()
	if c := p.open(portals.EQInvalid); c != portals.OK {
		return c, 0
	}
	if eqs == 0 || event == 0 || which == 0 {
		return portals.SegV, 0
	}
	if size <= 0 {
		return portals.EQInvalid, 0
	}
	for {
		i, c := int32(0), portals.OK
		if size > 1 {
			i, c = p.NI.EQFirst(func(yield func(int32, portals.Handle) bool) {
				for i := range size {
					if !yield(i, *memory.At[portals.Handle](eqs + uintptr(i)*4)) {
						return
					}
				}
			})
		}
		if c == portals.OK {
			eq := *memory.At[portals.Handle](eqs + uintptr(i)*4)
			if c = p.NI.EQGet(eq, memory.At[portals.Event](event)); c == portals.OK || c == portals.EQDropped {
				store(which, i)
				return c, p.handler(eq, c)
			}
		}
		if c != portals.EQEmpty {
			return c, 0
		}
		if !p.link.Serve() {
			return portals.EQEmpty, 0
		}
		if c := p.open(portals.EQInvalid); c != portals.OK {
			return c, 0
		}
	}
}
