package host

// #include "host.h"
import "C"

import (
	"unsafe"

	"gasnetgo/internal/crash"
)

// Crash is the signal that ended a rank, and where.
type Crash = crash.Crash

// Place is a program counter with its symbol and source line.
type Place = crash.Place

// Crash is what happened, after Crashed.
func (r *Rank) Crash() *Crash {
	c := r.state.crash
	if c == nil {
		return nil
	}
	found := &Crash{Signal: int(c.signal), Code: int(c.code), Address: uint64(c.address), Overflow: c.overflow != 0}
	found.Trace = r.trace(c, &r.image.read)
	return found
}

// Where is where a rank waits in the library, innermost call of the program's first; nil if it does not.
func (r *Rank) Where() []Place {
	c := (*C.struct_ga_sim_crash)(nil)
	if r.fiber != nil {
		c = C.ga_sim_fiber_where(r.fiber)
	} else {
		c = C.ga_sim_where(r.c)
	}
	if c == nil {
		return nil
	}
	places := r.trace(c, &r.image.read)
	for len(places) > 0 && places[0].Function == "" { // the way to the scheduler
		places = places[1:]
	}
	return places
}

// trace names the places, up to main.
func (r *Rank) trace(c *C.struct_ga_sim_crash, read *crash.Symbols) (places []Place) {
	for i, pc := range unsafe.Slice((*uint64)(unsafe.Pointer(&c.trace[0])), c.depth) {
		at := pc
		if i > 0 && c.interrupted>>i&1 == 0 {
			at-- // a return address: the call is before it
		}
		p := r.place(read, at)
		p.PC = pc
		places = append(places, p)
		if p.Function == "main" && p.Object == C.GoString(C.ga_sim_object(r.image.c, 0)) {
			break
		}
	}
	return places
}

// place looks in the rank's copies first, then in the libraries that all share.
func (r *Rank) place(read *crash.Symbols, at uint64) Place {
	for i := 0; ; i++ {
		object := C.ga_sim_object(r.image.c, C.int(i))
		if object == nil {
			break
		}
		base := uint64(C.ga_sim_base(r.c, C.int(i)))
		if base == 0 { // another rank has it
			continue
		}
		if p, ok := read.Find(C.GoString(object), at-base); ok {
			return p
		}
	}
	var name, object *C.char
	var offset C.uint64_t
	if C.ga_sim_symbol(C.uint64_t(at), &name, &offset, &object) == 0 {
		return Place{}
	}
	p := Place{Object: C.GoString(object), Offset: uint64(offset)}
	if name != nil {
		p.Function = C.GoString(name)
	}
	return p
}
