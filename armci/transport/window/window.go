// Package window is ARMCI's transport between ranks that share memory at the same addresses.
package window

import (
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/internal/heap"
	"gasnetgo/internal/memory"
)

// Config is what a transport needs of the memory that ranks share.
type Config struct {
	pages.Pages
	Layout armci.Control

	// Control is where the control memory of a rank is.
	Control func(rank int) uintptr

	// Mail is memory of this rank for its messages, of MailBytes bytes.
	Mail      uintptr
	MailBytes uint64

	// Ring wakes a rank.
	Ring func(rank int)
}

// Page is how much memory a byte of the map stands for.
const Page = pages.Page

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

// errFull is that there is no room for a message.
func (t *Transport) errFull(bytes uint64) error {
	return fmt.Errorf("no room for a message of %d bytes: %d of %d bytes are free", bytes, t.mail.Free(), t.mail.Size())
}
