// Package window is ARMCI's transport between ranks that share memory at the same addresses.
package window

import (
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/internal/memory"
	"gasnetgo/shmem/heap"
)

// Config is what a transport needs of the memory that ranks share.
type Config struct {
	Me     int
	Layout armci.Control

	// Control is where the control memory of a rank is; Arena is where its arena is, and of how many bytes each is, whole pages.
	Control func(rank int) uintptr
	Arena   func(rank int) uintptr
	Bytes   uint64

	// Map is where the map of a rank's arena is: a byte for each page, not 0 if that is allocated.
	Map func(rank int) uintptr

	// Mail is memory of this rank for its messages, of MailBytes bytes.
	Mail      uintptr
	MailBytes uint64

	// Ring wakes a rank.
	Ring func(rank int)
}

// Page is how much memory a byte of the map stands for.
const Page = 4096

// Transport satisfies armci.Transport.
type Transport struct {
	Config
	mail  *heap.Heap
	peers map[int]*peer
}

var (
	_ armci.Transport    = (*Transport)(nil)
	_ armci.DirectMapper = (*Transport)(nil)
)

// New makes the transport of one rank.
func New(c Config) *Transport {
	return &Transport{Config: c, mail: heap.New(c.MailBytes, uint64(c.Mail)), peers: map[int]*peer{}}
}

// Put copies.
func (t *Transport) Put(_ int, dest, source uintptr, bytes uint64) armci.Op {
	memory.Copy(dest, source, bytes)
	return 0
}

// Get copies.
func (t *Transport) Get(_ int, dest, source uintptr, bytes uint64) armci.Op {
	memory.Copy(dest, source, bytes)
	return 0
}

// Done is true: nothing is begun and not complete.
func (t *Transport) Done(armci.Op) bool { return true }

// Fence orders stores, which is what atomics do.
func (t *Transport) Fence(rank int) {
	t.Atomic(rank, t.Control(rank), armci.Atomic{Kind: armci.AtomicFetch, Width: 4})
}

// Direct is the address itself.
func (t *Transport) Direct(_ int, at uintptr) uintptr { return at }

// Ring wakes a rank.
func (t *Transport) Ring(rank int) { t.Config.Ring(rank) }

// pages is the part of a rank's map for [at, at+bytes), or nil if that is not all in its arena.
func (t *Transport) pages(rank int, at uintptr, bytes uint64) []byte {
	off := uint64(at - t.Arena(rank))
	if off >= t.Bytes || bytes > t.Bytes-off || bytes == 0 {
		return nil
	}
	first, last := off/Page, (off+bytes-1)/Page
	return memory.Bytes(t.Map(rank)+uintptr(first), last-first+1)
}

// Announce sets the map of this rank.
func (t *Transport) Announce(at uintptr, bytes uint64, allocated bool) {
	mark := byte(0)
	if allocated {
		mark = 1
	}
	p := t.pages(t.Me, at, bytes)
	for i := range p {
		p[i] = mark
	}
}

// Allocated looks at the first and the last page, as the data plane does.
func (t *Transport) Allocated(rank int, at uintptr, bytes uint64) bool {
	p := t.pages(rank, at, bytes)
	return p != nil && p[0] != 0 && p[len(p)-1] != 0
}

// lookAround is how far Nearby looks, in pages.
const lookAround = 1 << 20

// Nearby finds the allocated pages before and after an address.
func (t *Transport) Nearby(rank int, at uintptr) (all []armci.Range) {
	base, pages := t.Arena(rank), t.Bytes/Page
	marks := memory.Bytes(t.Map(rank), pages)
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

// errFull is that there is no room for a message.
func (t *Transport) errFull(bytes uint64) error {
	return fmt.Errorf("no room for a message of %d bytes: %d of %d bytes are free", bytes, t.mail.Free(), t.mail.Size())
}
