package host

// #include <stdlib.h>
// #include "host.h"
// static inline const void *at(uintptr_t address) { return (const void *)address; }
import "C"

import (
	"bytes"
	"encoding/binary"
	"unsafe"

	"gasnetgo/sim/host/x86"
)

// Limits of loops that are copied.
const (
	loopBytes        = 256
	loopInstructions = C.GA_SIM_LOOP_INSTRUCTIONS
	loopStores       = C.GA_SIM_LOOP_STORES
)

// text is bytes of a program.
func text(at uintptr, n int) []byte { return unsafe.Slice((*byte)(C.at(C.uintptr_t(at))), n) }

// loop finds the copy of the loop that a store to a map is in, or makes it, and has the trap name it. Each address has one: ranks have their own text.
func (im *Image) loop(t *C.struct_ga_sim_trap, at, length uint64) {
	pc := uint64(t.pc)
	l, known := im.loops[pc]
	if known && (l == nil || bytes.Equal(text(uintptr(l.pc), int(l.bytes)), unsafe.Slice((*byte)(unsafe.Pointer(&l.original[0])), l.bytes))) {
		t.loop = l
		return
	}
	if im.loops == nil {
		im.loops = map[uint64]*C.struct_ga_sim_loop{}
	}
	im.loops[pc] = nil
	if l = newLoop(t, at, length); l != nil {
		im.loops[pc] = l
		t.loop = l
	}
}

// newLoop decodes the loop around a store: instructions without other jumps, up to a conditional one back to a place before the store or to it.
func newLoop(t *C.struct_ga_sim_trap, at, length uint64) *C.struct_ga_sim_loop {
	pc := uintptr(t.pc)
	// Each instruction is read no further than to the end of its page, unless it goes on there.
	next := func(at uintptr) []byte { return text(at, min(15, int(4096-at%4096))) }
	begin, end, condition := uintptr(0), pc, byte(0)
	for begin == 0 {
		if end-pc > loopBytes {
			return nil
		}
		if n, c, distance := x86.Branch(next(end)); n != 0 {
			end += uintptr(n)
			begin, condition = end+uintptr(distance), c
			continue
		}
		n := x86.Movable(next(end))
		if n == 0 {
			return nil
		}
		end += uintptr(n)
	}
	if begin > pc || end-begin > loopBytes {
		return nil
	}
	l := &C.struct_ga_sim_loop{pc: C.uint64_t(begin), bytes: C.uint32_t(end - begin)}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&l.original[0])), loopBytes), text(begin, int(end-begin)))
	places := C.ga_sim_places()
	var code []byte
	found := false
	for p := begin; p < end; {
		if l.count == loopInstructions {
			return nil
		}
		l.at[l.count].copy, l.at[l.count].program = C.uint16_t(len(code)), C.uint16_t(p-begin)
		l.count++
		if n, _, _ := x86.Branch(next(p)); n != 0 {
			if p+uintptr(n) != end {
				return nil
			}
			code = append(code, 0x0f, 0x80|condition)
			code = binary.LittleEndian.AppendUint32(code, uint32(-len(code)-4))
			code = absolute(code, places.exit, 0xff, 0x24) // jmp
			break
		}
		n := x86.Movable(next(p))
		if n == 0 {
			return nil
		}
		i, ok := x86.Decode(next(p))
		watched := false
		if ok && i.String == 0 && i.Store && !i.Load && i.Bytes != 0 {
			a, known := i.Address((*[16]uint64)(unsafe.Pointer(&t.registers[0])), uint64(p))
			watched = known && a-at < length && i.Lea() != nil
		}
		if watched && l.nstores < loopStores {
			s := &l.stores[l.nstores]
			code = absolute(code, places.rax, 0x48, 0x89, 0x04) // mov %rax, rax
			code = append(code, i.Lea()...)
			code = absolute(code, places.address, 0x48, 0x89, 0x04)
			code = absolute(code, places.rax, 0x48, 0x8b, 0x04)
			code = append(code, i.Redirect(uint32(places.window))...)
			code = append(code, 0x48, 0x8d, 0x64, 0x24, 0x80, 0x68) // lea -128(%rsp), %rsp; push: the store's number
			code = binary.LittleEndian.AppendUint32(code, uint32(l.nstores))
			code = absolute(code, places.again, 0xff, 0x24) // jmp
			s.copy, s.program, s.bytes = C.uint16_t(len(code)), C.uint16_t(int(p-begin)+n), C.uint16_t(i.Bytes)
			if found = found || p == pc; p == pc {
				l.entered = l.nstores
			}
			l.nstores++
		} else {
			code = append(code, text(p, n)...)
		}
		p += uintptr(n)
	}
	if !found {
		return nil
	}
	return C.ga_sim_place_loop(l, (*C.uchar)(&code[0]), C.size_t(len(code)))
}

// absolute appends an instruction whose operand is a place below 2 GB.
func absolute(code []byte, place C.uint32_t, opcode ...byte) []byte {
	code = append(append(code, opcode...), 0x25)
	return binary.LittleEndian.AppendUint32(code, uint32(place))
}
