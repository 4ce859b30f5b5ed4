package gasnet

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/reference"
)

// engine serves a rank whose calls go through Go: arrivals, operations, barriers, over a conduit and the reference implementation. Rank.mu guards it.
type engine struct {
	core     conduit.Core
	ext      *reference.Extended
	waiting  *conduit.Arrival // the program must run its handler; nil: there is none
	running  []running        // few: a handler may have to wait for room for its reply, and each thread may be in one
	blockers unused[blocker]
	moves    unused[moving]
	outgoing conduit.Message // of the call that sends
	ending   uintptr         // token of a message whose handler has returned when serve is called the next time, or 0
	handled  uint64          // messages between libraries, ever
	unserved int             // blocking operations since messages have been served, each complete at once
	tokens   uintptr
	ops      map[uintptr]*conduit.Op // by handle
	handles  uintptr
	gets     *conduit.Op // without a handle
	puts     *conduit.Op
	atomics  *conduit.Op
	region   *conduit.Op // of the access region, if one has begun
	barrier  barrier

	transfers    map[uint64]*transfer // VIS calls that have begun and not returned
	lastTransfer uint64
}

// unused is values that are used again, so that calls between hosts allocate nothing.
type unused[T any] []*T

// take is an unused value, or a new one.
func (u *unused[T]) take(fresh func() *T) *T {
	n := len(*u)
	if n == 0 {
		return fresh()
	}
	v := (*u)[n-1]
	*u = (*u)[:n-1]
	return v
}

func (u *unused[T]) keep(v *T) { *u = append(*u, v) }

// running is a message whose handler is running.
type running struct {
	token   uintptr
	arrival *conduit.Arrival
	replied bool // a request that has been answered
}

func newEngine(core conduit.Core) *engine {
	return &engine{
		core: core, ext: reference.New(core),
		ops:  map[uintptr]*conduit.Op{},
		gets: &conduit.Op{}, puts: &conduit.Op{}, atomics: &conduit.Op{},
	}
}

// handling is the message of a token whose handler is running, or nil.
func (e *engine) handling(token uintptr) *running {
	for i := range e.running {
		if e.running[i].token == token {
			return &e.running[i]
		}
	}
	return nil
}

// serve handles arrivals. It handles messages between libraries here; it returns true if a message for the program waits, which the caller or Delivery returns then.
func (e *engine) serve(replies bool) bool {
	e.unserved = 0
	if !replies && e.ending != 0 { // only a handler's reply has only replies served
		e.delivered(e.ending)
		e.ending = 0
	}
	if e.waiting != nil {
		return true
	}
	for {
		a := e.core.Next(replies)
		if a == nil {
			e.ext.Pump()
			return false
		}
		if a.Handler >= conduit.FirstLibrary {
			e.waiting = a
			return true
		}
		e.ext.Handle(a)
		e.handled++
	}
}

// until serves until cond holds. It answers Deliver when the caller has to run a handler first.
func (r *Rank) until(why string, cond func() bool) int32 {
	done := false
	r.wait(why, func() bool {
		done = done || cond()
		if done || r.engine.serve(false) {
			return true
		}
		done = cond() // serving may have made it true
		return done
	})
	if !done {
		return Deliver
	}
	return OK
}

// idle is the conduit's Idle without the lock: another thread of the rank may have a handler to end, whose message holds up the room that this one waits for.
func (r *Rank) idle() {
	r.mu.Unlock()
	defer r.mu.Lock()
	r.engine.core.Idle()
}

// wait is the conduit's Wait without the lock, which cond has.
func (r *Rank) wait(why string, cond func() bool) {
	r.waitLocking(why, func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return cond()
	})
}

// waitLocking is wait for a cond that takes the lock itself. A simulated rank that is stopped meanwhile leaves by a panic.
func (r *Rank) waitLocking(why string, cond func() bool) {
	r.mu.Unlock()
	defer r.mu.Lock()
	r.engine.core.Wait(why, cond)
}

// Delivery returns a message whose handler the caller must run. 0: another thread has taken it.
func (r *Rank) Delivery(fn string, into uintptr) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.engine == nil || r.engine.waiting == nil {
		return 0, nil
	}
	return 1, r.deliver(into)
}

// deliver stores the message that waits. It needs the lock.
func (r *Rank) deliver(into uintptr) error {
	e := r.engine
	a := e.waiting
	handler := r.handlers[a.Handler]
	if handler == 0 {
		return unregistered(a)
	}
	e.waiting = nil
	e.tokens += 2
	token := e.tokens | 1 // never an address
	e.running = append(e.running, running{token: token, arrival: a})
	d := deliveryAt(into)
	*d = delivery{Token: token, Buffer: a.Buffer, Bytes: a.Bytes, Handler: handler, Kind: uint32(a.Kind), NArgs: uint32(a.NArgs), Index: uint32(a.Handler), Args: a.Args}
	if a.Reply {
		d.Reply = 1
	}
	return nil
}

// Delivered says that a handler has returned.
func (r *Rank) Delivered(fn string, token uintptr) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.engine.delivered(token)
	return nil
}

func (e *engine) delivered(token uintptr) {
	h := e.handling(token)
	a, last := h.arrival, len(e.running)-1
	*h = e.running[last]
	e.running[last] = running{}
	e.running = e.running[:last]
	e.handled++ // another thread may wait for what the handler has done
	e.core.Done(a)
}
