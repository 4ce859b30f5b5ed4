// Package pages is the knowledge which memory of a rank is allocated, where ranks can read each other's maps.
package pages

import (
	"bytes"

	"gasnetgo/armci"
	"gasnetgo/internal/memory"
)

// Page is how much memory a byte of the map stands for.
const Page = 4096

// Pages are the maps of all ranks, as one of them sees them. It is the part of armci.Transport that is about them.
type Pages struct {
	Me int

	// Arena is where the arena of a rank is, Bytes how long each is, whole pages.
	Arena func(rank int) uintptr
	Bytes uint64

	// Map is where the map of a rank's arena is: a byte for each page, not 0 if that is allocated.
	Map func(rank int) uintptr
}

// of is the part of a rank's map for [at, at+bytes), or nil if that is not all in its arena.
func (p *Pages) of(rank int, at uintptr, bytes uint64) []byte {
	off := uint64(at - p.Arena(rank))
	if off >= p.Bytes || bytes > p.Bytes-off || bytes == 0 {
		return nil
	}
	first, last := off/Page, (off+bytes-1)/Page
	return memory.Bytes(p.Map(rank)+uintptr(first), last-first+1)
}

// Announce sets the map of this rank.
func (p *Pages) Announce(at uintptr, bytes uint64, allocated bool) {
	mark := byte(0)
	if allocated {
		mark = 1
	}
	all := p.of(p.Me, at, bytes)
	for i := range all {
		all[i] = mark
	}
}

// Allocated looks at every page, as the data plane does.
func (p *Pages) Allocated(rank int, at uintptr, n uint64) bool {
	all := p.of(rank, at, n)
	return all != nil && bytes.IndexByte(all, 0) < 0
}

// lookAround is how far Nearby looks, in pages.
const lookAround = 1 << 20

// Nearby finds the allocated pages before and after an address.
func (p *Pages) Nearby(rank int, at uintptr) (all []armci.Range) {
	base, pages := p.Arena(rank), p.Bytes/Page
	marks := memory.Bytes(p.Map(rank), pages)
	here := uint64(0)
	if at >= base {
		here = min(uint64(at-base)/Page, pages-1)
	}
	add := func(from, to uint64) {
		all = append(all, armci.Range{From: base + uintptr(from*Page), To: base + uintptr(to*Page)})
	}
	for i := here; i > 0 && here-i < lookAround; i-- {
		if marks[i-1] == 0 {
			continue
		}
		from := i
		for from > 0 && marks[from-1] != 0 {
			from--
		}
		add(from, i)
		break
	}
	for i := here; i < pages && i-here < lookAround; i++ {
		if marks[i] == 0 {
			continue
		}
		to := i
		for to < pages && marks[to] != 0 {
			to++
		}
		add(i, to)
		break
	}
	return all
}
