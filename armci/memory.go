package armci

import (
	"encoding/binary"
	"fmt"
	"strings"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
)

// Malloc is ARMCI_Malloc and ARMCI_Malloc_group: ptrs is an array of addresses, one for each member.
func (r *Rank) Malloc(fn string, ptrs uintptr, bytes int64, group int32) (int32, error) {
	g, err := r.member(group)
	if err != nil {
		return 0, err
	}
	if ptrs == 0 {
		return 0, fault.New("ptr_arr", fault.Addr(0), "not an array with an element for each process")
	}
	r.settling(g)
	at, err := r.allocate(bytes)
	if err != nil {
		return 0, err
	}
	all, err := r.gather(g, binary.NativeEndian.AppendUint64(nil, uint64(at)))
	if err != nil {
		return 0, err
	}
	r.settled(g)
	into := memory.Slice[uintptr](ptrs, len(all))
	for i, b := range all {
		into[i] = uintptr(binary.NativeEndian.Uint64(b))
	}
	return 0, nil
}

// Free is ARMCI_Free and ARMCI_Free_group: local. Others may still read the memory: see settling.
func (r *Rank) Free(fn string, ptr uintptr) (int32, error) {
	if ptr == 0 {
		return 1, nil
	}
	if err := r.started(); err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.blocks[ptr]; !ok {
		return 0, fault.New("ptr", fault.Addr(ptr), "not the start of memory that this process has allocated%s", r.nearby(r.me, ptr))
	}
	r.holes.freed = append(r.holes.freed, Range{ptr, ptr + uintptr(r.blocks[ptr])})
	r.arena.Release(uint64(ptr - r.memory.Arena))
	delete(r.blocks, ptr)
	return 0, nil
}

// MallocLocal is ARMCI_Malloc_local.
func (r *Rank) MallocLocal(fn string, bytes int64) (uintptr, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	return r.allocate(bytes)
}

// allocate allocates whole pages of the arena, none for 0 bytes, and announces them.
func (r *Rank) allocate(bytes int64) (uintptr, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, err := r.reserve(bytes)
	if at != 0 {
		r.moves.Announce(at, r.blocks[at], true)
	}
	return at, err
}

// own is allocate for the library: the pages are not announced, so that no transfer of a program reaches them.
func (r *Rank) own(bytes int64) (uintptr, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reserve(bytes)
}

// reserve needs mu.
func (r *Rank) reserve(bytes int64) (uintptr, error) {
	if bytes == 0 {
		return 0, nil
	}
	off, ok := uint64(0), false
	if bytes > 0 {
		off, ok = r.arena.Alloc(roundUp(uint64(bytes), page), page)
	}
	if !ok {
		if bytes < 0 {
			return 0, fault.New("bytes", bytes, "negative")
		}
		return 0, fault.New("bytes", bytes, "out of memory: %d of %d bytes are free", r.arena.Free(), r.arena.Size()).With(knob.ArmciMemory)
	}
	at := r.memory.Arena + uintptr(off)
	size, _ := r.arena.SizeOf(off)
	r.blocks[at] = size
	r.holes.fill(at, at+uintptr(size))
	return at, nil
}

// release gives a block back that no other process uses. Needs mu.
func (r *Rank) release(at uintptr) {
	r.discard(at, r.blocks[at])
	r.arena.Release(uint64(at - r.memory.Arena))
	delete(r.blocks, at)
}

// discard gives pages back to the system. Needs mu.
func (r *Rank) discard(at uintptr, bytes uint64) {
	r.moves.Announce(at, bytes, false)
	r.memory.Free(at, bytes)
}

// nearby words which allocations of a process are around an address.
func (r *Rank) nearby(proc int, at uintptr) string {
	all := r.moves.Nearby(r.ranks[proc], at)
	if len(all) == 0 {
		return fmt.Sprintf("; process %d has allocated nothing there", proc)
	}
	words := make([]string, len(all))
	for i, a := range all {
		words[i] = fmt.Sprintf("0x%x..0x%x", a.From, a.To-1)
	}
	return fmt.Sprintf("; the allocations of process %d nearby are %s", proc, strings.Join(words, ", "))
}

// reachable is an error about remote memory that is not allocated. The caller's own memory is all its own.
func (r *Rank) reachable(arg string, proc int, at uintptr, bytes uint64) error {
	if proc == r.me || bytes == 0 || r.moves.Allocated(r.ranks[proc], at, bytes) {
		return nil
	}
	return fault.New(arg, fault.Addr(at), "%d bytes there are not in an allocation of process %d%s", bytes, proc, r.nearby(proc, at))
}
