package host

// #include "host.h"
import "C"

import (
	"fmt"
	"path/filepath"
	"strings"
	"unsafe"
)

// Crash is the signal that ended a rank, and where.
type Crash struct {
	Signal, Code int
	Address      uint64 // that was accessed, for SIGSEGV and SIGBUS
	Overflow     bool   // it lies in the guard below the rank's stack
	Trace        []Place
}

// Place is a program counter with its symbol and source line.
type Place struct {
	PC       uint64
	Object   string // file
	Function string
	Offset   uint64 // into the function, or into the object if it has no name
	Source   string // file:line, if the object has line information
}

// Crash is what happened, after Crashed.
func (r *Rank) Crash() *Crash {
	c := r.state.crash
	if c == nil {
		return nil
	}
	crash := &Crash{Signal: int(c.signal), Code: int(c.code), Address: uint64(c.address), Overflow: c.overflow != 0}
	crash.Trace = r.trace(c, &r.image.read)
	return crash
}

// Where is where a rank waits in the library, innermost call of the program's first; nil if it does not.
func (r *Rank) Where() []Place {
	c := C.ga_sim_where(r.c)
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
func (r *Rank) trace(c *C.struct_ga_sim_crash, read *symbols) (places []Place) {
	for i, pc := range unsafe.Slice((*uint64)(unsafe.Pointer(&c.trace[0])), c.depth) {
		at := pc
		if i > 0 {
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
func (r *Rank) place(read *symbols, at uint64) Place {
	for i := 0; ; i++ {
		object := C.ga_sim_object(r.image.c, C.int(i))
		if object == nil {
			break
		}
		if p, ok := read.find(C.GoString(object), at-uint64(C.ga_sim_base(r.c, C.int(i)))); ok {
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

// Name is the place without its address: "solve+0x1a (heat.c:42)".
func (p Place) Name() string {
	name := fmt.Sprintf("%#x", p.Offset)
	switch {
	case p.Function != "":
		name = fmt.Sprintf("%s+%#x", p.Function, p.Offset)
	case p.Object == "":
		return fmt.Sprintf("%#x (no code that is known)", p.PC)
	}
	if p.Source != "" {
		return name + " (" + p.Source + ")"
	}
	return name + " (" + filepath.Base(p.Object) + ")"
}

func (p Place) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%#x", p.PC)
	switch {
	case p.Function != "":
		fmt.Fprintf(&b, " in %s+%#x", p.Function, p.Offset)
	case p.Object != "":
		fmt.Fprintf(&b, " at %#x", p.Offset)
	default:
		return b.String() + " (no code that is known)"
	}
	if p.Source != "" {
		return b.String() + " (" + p.Source + ")"
	}
	return b.String() + " (" + filepath.Base(p.Object) + ")"
}

// String is a headline and a line for each place.
func (c *Crash) String() string {
	var b strings.Builder
	switch name := signalName(c.Signal); {
	case c.Overflow:
		fmt.Fprintf(&b, "%s: the stack is full (a larger one may help)\n", name)
	case name == "SIGSEGV" && c.Code == siCodeKernel:
		fmt.Fprintf(&b, "%s: an address that no memory can have\n", name)
	case name == "SIGSEGV" || name == "SIGBUS":
		fmt.Fprintf(&b, "%s: no access to address %#x\n", name, c.Address)
	default:
		fmt.Fprintf(&b, "%s\n", name)
	}
	for i := 0; i < len(c.Trace); i++ {
		same := i
		for same+1 < len(c.Trace) && c.Trace[same+1] == c.Trace[i] {
			same++
		}
		fmt.Fprintf(&b, "  #%d %v\n", i, c.Trace[i])
		if same > i {
			fmt.Fprintf(&b, "  ... %d times\n", same-i+1)
		}
		i = same
	}
	return b.String()
}
