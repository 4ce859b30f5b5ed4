package host

// #include "host.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"gasnetgo/sim/host/x86"
)

// Address is the first byte of PlainLoad, PlainStore and Poll, in the rank's memory.
func (a *Ask) Address() uint64 { return uint64(a.c.address) }

// Bytes is how many PlainLoad, PlainStore and Poll access.
func (a *Ask) Bytes() uint64 { return uint64(a.c.bytes) }

// Data is what PlainStore stores, and what PlainLoad is to fill: at most 1 KB. It is the rank's, and valid until that is resumed.
func (a *Ask) Data() []byte {
	if a.c.data == nil {
		return nil
	}
	return unsafe.Slice((*byte)(a.c.data), a.c.bytes)
}

// errWatch is why memory of ranks cannot be watched on this machine.
var errWatch = errors.New("polls of plain memory are seen on x86-64 only")

// Map makes a map of another node's memory, of whole pages, in the rank's address space, at an address that is the same in every run. Each plain load of the program there is a request
// PlainLoad, each store a PlainStore, in order, with what the instruction loads or stores; one that does both makes both. There is no memory at these addresses: code outside the rank's program
// must not access them, nor may the kernel. On other processors than x86-64 each access is a crash. An error says why there can be no map.
func (r *Rank) Map(bytes uint64) (at uint64, err error) {
	r.unrepeatable = true
	n, err := C.ga_sim_watch_map(r.c, C.uint64_t(bytes))
	if n == 0 {
		return 0, fmt.Errorf("no address space for a map of %d bytes: %w", bytes, err)
	}
	return uint64(n), nil
}

// Watch has the rank's own memory, whole pages that others write, be watched for polls: a plain load that is the same as before in this turn, with the same registers and stack, and
// finds the same value, makes the request Poll. The caller resumes the rank when any memory of it that is watched has changed. A page that has been accessed eight times in a turn is
// not watched for the rest of it. Code outside the rank's program may access the memory at any time.
func (r *Rank) Watch(at, bytes uint64) error {
	if runtime.GOARCH != "amd64" {
		return errWatch
	}
	r.unrepeatable = true
	if ok, err := C.ga_sim_watch_own(r.c, C.uint64_t(at), C.uint64_t(bytes)); !bool(ok) {
		return fmt.Errorf("memory of %d bytes at %#x cannot be watched: %w", bytes, at, err)
	}
	return nil
}

// Unwatch ends a Map or Watch that begins at this address.
func (r *Rank) Unwatch(at uint64) error {
	if ok, err := C.ga_sim_unwatch(r.c, C.uint64_t(at)); !bool(ok) {
		return fmt.Errorf("nothing that is watched begins at %#x: %w", at, err)
	}
	return nil
}

// Reach says that the caller will access memory of the rank before that is resumed. Without it the first access to a page that is watched takes some microseconds more. own: none of it
// is in a Map, where there is no memory. accessed: the rank's program may have accessed these pages in its latest turn; if not, what it polls is elsewhere.
func (r *Rank) Reach(at, bytes uint64) (own, accessed bool) {
	reached := C.ga_sim_reach(r.c, C.uint64_t(at), C.uint64_t(bytes))
	return bool(reached.own), bool(reached.accessed)
}

// Fetch copies memory of the rank, all or none of which is watched. It is for a few bytes: it takes less time than Reach and what follows that.
func (r *Rank) Fetch(at uint64, into []byte) {
	if len(into) > 0 {
		C.ga_sim_fetch(r.c, C.uint64_t(at), unsafe.Pointer(&into[0]), C.uint64_t(len(into)))
	}
}

// access is an instruction that has accessed watched memory, decoded.
type access struct {
	x86.Instruction
	copies map[copyOf]unsafe.Pointer
}

// copyOf tells copies of an instruction apart.
type copyOf struct {
	window C.uint32_t
	stores C.bool
}

// decode fills in what an instruction does. One whose accesses the decoder does not know, such as those with masks, loads as much as there can be, or, if the fault was one of a write, stores
// what is found out when it runs.
func (im *Image) decode(t *C.struct_ga_sim_trap) {
	code := *(*[16]byte)(unsafe.Pointer(&t.code[0]))
	a := im.accesses[code]
	if a == nil {
		i, ok := x86.Decode(code[:t.code_bytes])
		if !ok {
			return
		}
		a = &access{i, map[copyOf]unsafe.Pointer{}}
		if im.accesses == nil {
			im.accesses = map[[16]byte]*access{}
		}
		im.accesses[code] = a
	}
	t.length, t.bytes = C.uint32_t(a.Length), C.uint64_t(a.Bytes)
	t.load, t.store = C.bool(a.Load), C.bool(a.Store)
	t.conditional, t.flow, t.none = C.bool(a.Conditional), C.bool(a.Flow), C.bool(a.None)
	t.string, t.repeat = C.uint8_t(a.String), C.uint8_t(a.Repeat)
	if a.String != 0 || a.Flow || a.None {
		return
	}
	if a.Bytes == 0 || a.Store != bool(t.writes) {
		t.load, t.store, t.unknown = !t.writes, t.writes, true
	}
	if at, ok := a.Address((*[16]uint64)(unsafe.Pointer(&t.registers[0])), uint64(t.pc)); ok && uint64(t.address)-at < 64 {
		t.address = C.uint64_t(at) // the fault may be at the second page that the access is in, or at the first element that a mask allows
	}
	which := copyOf{C.ga_sim_window(t.address), t.store}
	if a.copies[which] == nil {
		all := a.Redirect(uint32(which.window))
		a.copies[which] = C.ga_sim_copy((*C.uchar)(&all[0]), C.size_t(len(all)), which.stores)
	}
	t.copy = a.copies[which]
}
