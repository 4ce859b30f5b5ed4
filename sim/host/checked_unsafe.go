package host

// #include "host.h"
// #include "program/checked.h"
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// Access is a load or store that a program has noted which oshcc --check has compiled.
type Access struct {
	At, Bytes               uint64
	PC                      uint64 // behind the call that has noted it
	Write, Atomic, Volatile bool
}

// Check has the rank's program note the loads and stores that it makes where Notes has asked for them, if it has been compiled for that. full receives them when there is no more room, while the rank runs.
// Call it before the rank is resumed.
func (r *Rank) Check(full func()) error {
	if !C.ga_sim_check(r.c) {
		return errors.New("no memory for a rank's loads and stores")
	}
	r.full = full
	return nil
}

// Checked reports whether the rank's program, or a library of its own, has been compiled for Check. It is known when the program's constructors have run.
func (r *Rank) Checked() bool { return bool(C.ga_sim_is_checked(r.c)) }

// Note has accesses to bytes be noted from now on, and some others.
func (r *Rank) Note(at, bytes uint64) {
	c := C.ga_sim_checked(r.c)
	for page := at >> C.GA_CHECKED_PAGE_BITS; page <= (at+bytes-1)>>C.GA_CHECKED_PAGE_BITS; page++ {
		c.watched[page%C.GA_CHECKED_PAGES] = 1
		if page-at>>C.GA_CHECKED_PAGE_BITS > C.GA_CHECKED_PAGES {
			return
		}
	}
}

// NoteAll has all accesses be noted.
func (r *Rank) NoteAll() {
	c := C.ga_sim_checked(r.c)
	for i := range c.watched {
		c.watched[i] = 1
	}
}

// Accesses calls f for each access that has been noted since the last call, in the order in which they were made. again: the same ones are to be noted again when they are made again; without it only the
// first is.
func (r *Rank) Accesses(again bool, f func(*Access)) {
	c := C.ga_sim_checked(r.c)
	if c == nil {
		return
	}
	n := (uintptr(unsafe.Pointer(c.next)) - uintptr(unsafe.Pointer(&c.accesses[0]))) / unsafe.Sizeof(c.accesses[0])
	if n > 0 {
		all := c.accesses[:n]
		for i := 0; i < len(all); i++ {
			what := uint64(all[i].what)
			a := Access{
				At: uint64(all[i].at), Bytes: 1 << (what >> C.GA_CHECKED_PC_BITS & 15), PC: what & (1<<C.GA_CHECKED_PC_BITS - 1),
				Write: what&C.GA_CHECKED_WRITE != 0, Atomic: what&C.GA_CHECKED_ATOMIC != 0, Volatile: what&C.GA_CHECKED_VOLATILE != 0,
			}
			if what>>C.GA_CHECKED_PC_BITS&15 == 15 {
				i++
				a.Bytes = uint64(all[i].at)
			}
			f(&a)
		}
		c.next = &c.accesses[0]
	}
	if again {
		c.generation += 0x9e3779b97f4a7c15
	}
}

// CallSite is the program counter behind the innermost call in the rank's own code, of what it waits with in the library; 0 if there is none. It takes some microseconds, and no turn of the rank.
func (r *Rank) CallSite() uint64 {
	if r.fiber != nil {
		return uint64(C.ga_sim_fiber_call_site(r.fiber))
	}
	return uint64(C.ga_sim_call_site(r.c))
}

// Home is an address in a rank's own code in terms of its files: the same in all ranks.
func (r *Rank) Home(pc uint64) (s Site, ok bool) {
	var object C.int
	var offset C.uint64_t
	if !bool(C.ga_sim_home_of(r.c, C.uint64_t(pc), &object, &offset)) {
		return Site{}, false
	}
	return Site{int(object), uint64(offset)}, true
}

// Code names the place before a return address of the rank's.
func (r *Rank) Code(pc uint64) Place { return r.place(&r.image.read, pc-1) }

// Object says what is at an address of the rank's memory: a variable, or its stack; empty: it is elsewhere.
func (r *Rank) Object(at uint64) string {
	if s := r.Stack(); at-s.At < s.Bytes {
		return "the stack"
	}
	home, ok := r.Home(at)
	if !ok {
		return ""
	}
	name, offset, bytes, ok := r.image.read.Object(r.image.Path(home.Object), home.Offset)
	if !ok {
		return "a variable without a name"
	}
	if offset == 0 {
		return fmt.Sprintf("variable %s (%d bytes)", name, bytes)
	}
	return fmt.Sprintf("variable %s (%d bytes), %d bytes into it,", name, bytes, offset)
}
