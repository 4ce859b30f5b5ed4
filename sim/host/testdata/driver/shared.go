package main

// #include "../world.h"
import "C"

import (
	"fmt"
	"os"
	"unsafe"

	"gasnetgo/sim/host"
)

// shared is the memory that a rank shares with others, and what it has accessed of theirs.
type shared struct {
	at    uint64
	bytes uint64
	maps  []mapping
	log   []C.struct_access
}

// mapping is a map of another rank's memory.
type mapping struct {
	at uint64
	of *rank
}

func bytesAt(at, n uint64) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(uintptr(at))), n) }

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(125)
	}
}

// segment makes the rank's memory.
func (r *rank) segment(bytes uint64, watched bool) uint64 {
	at, err := host.Reserve(bytes, 4096)
	must(err)
	r.at, r.bytes = uint64(at), bytes
	if watched {
		must(r.Watch(r.at, bytes))
	}
	return r.at
}

// mapOf makes a map of another rank's memory.
func (r *rank) mapOf(of *rank) uint64 {
	at, err := r.Map(of.bytes)
	must(err)
	r.maps = append(r.maps, mapping{at, of})
	return at
}

// unmap ends it.
func (r *rank) unmap(at uint64) {
	must(r.Unwatch(at))
	for i, m := range r.maps {
		if m.at == at {
			r.maps = append(r.maps[:i], r.maps[i+1:]...)
			return
		}
	}
}

// accessed makes an access at once, and notes it.
func (r *rank) accessed(a *host.Ask) {
	for _, m := range r.maps {
		offset := a.Address() - m.at
		if offset >= m.of.bytes {
			continue
		}
		data, memory := a.Data(), bytesAt(m.of.at+offset, uint64(len(a.Data())))
		if a.Op() == host.PlainLoad {
			copy(data, memory)
			r.note('l', offset, data)
			return
		}
		r.note('s', offset, data)
		copy(memory, data)
		if m.of.state == "poll" {
			m.of.state = ""
		}
		return
	}
	must(fmt.Errorf("an access at %#x, which is in no map", a.Address()))
}

// polls notes a poll.
func (r *rank) polls(a *host.Ask) { r.note('p', a.Address()-r.at, nil) }

func (r *rank) note(kind byte, offset uint64, data []byte) {
	e := C.struct_access{kind: C.long(kind), offset: C.long(offset), bytes: C.long(len(data))}
	copy((*[64]byte)(unsafe.Pointer(&e.data))[:], data)
	r.log = append(r.log, e)
}

// logged copies what has been noted.
func (r *rank) logged(to uintptr, most int) int {
	n := len(r.log)
	copy(unsafe.Slice((*C.struct_access)(unsafe.Pointer(to)), most), r.log)
	r.log = r.log[:0]
	return n
}
