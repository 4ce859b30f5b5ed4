package host

// #include "host.h"
import "C"

import (
	"cmp"
	"slices"
	"unsafe"

	"gasnetgo/sim/host/x86"
)

// FindPolls has loops of ranks' programs that only poll memory make the request Await from now on: all that an iteration changes it changes back, and it makes no call. When a rank makes it depends
// on real time, but not where in the loop, and nothing that happens in virtual time can depend on when. An error says why such loops cannot be found here. Call it before a rank runs.
func FindPolls() error {
	if ok, err := C.ga_sim_find_polls(); !bool(ok) {
		return err
	}
	return nil
}

// Loop is how many instructions an iteration of the loop of Await has, and the memory that it loads, in the order of addresses, which does not overlap.
func (a *Ask) Loop() (instructions int, loads []Range) {
	s := (*C.struct_ga_sim_steps)(a.c.what)
	for _, l := range s.loads[:s.nloads] {
		loads = append(loads, Range{uint64(l.at), uint64(l.bytes)})
	}
	return int(s.count), loads
}

// decodeSteps finds out what an iteration of a loop does to memory, and where in it the rank is to wait.
func (r *Rank) decodeSteps(s *C.struct_ga_sim_steps) {
	all := s.steps[:s.count]
	s.polls = false
	first := chosen(all)
	if first < 0 {
		return
	}
	stack := r.Stack()
	dead := Range{stack.At, uint64(all[first].registers[4]) - 128 - stack.At} // what is below the red zone changes at any time
	var loads, stores []Range
	for i := range all {
		pc := uint64(all[i].pc)
		registers := (*[16]uint64)(unsafe.Pointer(&all[i].registers[0]))
		touches, ok := x86.Touches(text(uintptr(pc), min(15, int(4096-pc%4096))), registers, pc)
		if !ok && pc%4096 > 4096-15 { // it may go on in the next page
			touches, ok = x86.Touches(text(uintptr(pc), 15), registers, pc)
		}
		if !ok {
			return
		}
		for _, t := range touches {
			at := Range{t.Address, uint64(t.Bytes)}
			if t.Address-dead.At < dead.Bytes || t.Bytes == 0 {
				continue
			}
			if t.Load {
				loads = append(loads, at)
			}
			if t.Store {
				stores = append(stores, at)
			}
		}
	}
	s.chosen = C.uint32_t(first)
	okLoads := fill(s.loads[:], &s.nloads, loads)
	s.polls = C.bool(fill(s.stores[:], &s.nstores, stores) && okLoads)
}

// chosen is the step whose state comes first in some order, of those whose states occur once: the same, wherever the loop is entered. The first step's state occurs once.
func chosen(all []C.struct_ga_sim_step) int {
	words := func(i int) *[18]uint64 { return (*[18]uint64)(unsafe.Pointer(&all[i])) }
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	compare := func(i, j int) int { // by address, then by registers
		a, b := words(i), words(j)
		return cmp.Or(cmp.Compare(a[16], b[16]), slices.Compare(a[:], b[:]))
	}
	slices.SortFunc(order, compare)
	for k, i := range order {
		if (k == 0 || compare(order[k-1], i) != 0) && (k+1 == len(order) || compare(i, order[k+1]) != 0) {
			return i
		}
	}
	return -1
}

// fill stores ranges in order, joined where they overlap or touch. It returns false if there are too many.
func fill(to []C.struct_ga_sim_range, n *C.uint32_t, all []Range) bool {
	slices.SortFunc(all, func(a, b Range) int { return cmp.Compare(a.At, b.At) })
	*n = 0
	for _, r := range all {
		if *n > 0 {
			if last := &to[*n-1]; r.At <= uint64(last.at+last.bytes) {
				last.bytes = max(last.bytes, C.uint64_t(r.At+r.Bytes)-last.at)
				continue
			}
		}
		if int(*n) == len(to) {
			return false
		}
		to[*n] = C.struct_ga_sim_range{at: C.uint64_t(r.At), bytes: C.uint64_t(r.Bytes)}
		*n++
	}
	return true
}
