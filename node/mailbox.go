package node

import (
	"fmt"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/prefetch"
)

// A rank's mailbox is a ring of records that any rank of this host may fill and only its owner empties.
//
// The ring is counted in bytes, ever; records start on cache lines and never wrap (a filler record takes the rest of the ring). A producer
// reserves with a compare and swap on Tail, writes its bytes behind the record's first word, and publishes by storing that word:
//
//	bits 0-31   bytes of the record, payload and this word, never 0
//	bits 32-39  kind, chosen by the sender; FillerKind is the ring's own
//	bits 40-63  local rank of the sender
//
// The owner looks at the first word of the line at Head; 0 means nothing yet. Some time after handling it clears the first word of every line of the
// record, since any of them may start the next one, and only then moves Head, which gives the room back. A ring that is
// full refuses: back-pressure is the sender's business. C only looks whether there is a record: capi/portals/plane.h.

// FillerKind marks a record that only fills the end of the ring.
const FillerKind = 0xff

const recordHead = 8 // bytes of a record's first word

// MaxRecord is the longest payload in bytes that a ring of the given size takes: a quarter, so that one sender cannot starve the others.
func MaxRecord(ringBytes uint64) int { return int(ringBytes/4) - recordHead }

// Record is a reserved place in a mailbox: fill Payload, then Post it. A ring stands still behind a record that is never published.
type Record struct {
	Payload []byte
	word    *uint64
	to      LocalRank
}

// Send puts one record into local rank to's mailbox and rings its bell. It reports false, without having done anything, when the ring has no room now; retry
// after making progress on the own mailbox. Does not block. payload is copied.
func (n *Node) Send(to LocalRank, kind uint8, payload []byte) bool {
	r, ok := n.ReserveRecord(to, len(payload))
	if !ok {
		return false
	}
	copy(r.Payload, payload)
	n.Post(r, kind)
	return true
}

// ReserveRecord takes room for payload bytes in local rank to's mailbox, or reports that there is none now. Does not block.
func (n *Node) ReserveRecord(to LocalRank, payload int) (Record, bool) {
	ring := n.ring(to)
	if payload > MaxRecord(uint64(len(ring))) {
		panic(fmt.Sprintf("mailbox record of %d bytes: at most %d bytes", payload, MaxRecord(uint64(len(ring)))))
	}
	at, ok := reserve(&n.Rank(to).Mailbox, &n.heads[to], ring, uint64(payload+recordHead))
	if !ok {
		return Record{}, false
	}
	from := at + recordHead
	return Record{Payload: ring[from : from+uint64(payload) : from+uint64(payload)], word: wordAt(ring, at), to: to}, true
}

// Post hands a filled record to its owner, and rings if the owner sleeps. kind is the sender's choice below FillerKind.
func (n *Node) Post(r Record, kind uint8) {
	if kind == FillerKind {
		panic("mailbox record of the ring's own kind")
	}
	atomic.StoreUint64(r.word, recordWord(len(r.Payload), kind, n.me))
	n.Ring(r.to)
	// The owner has held the next record's line since it cleared it a lap ago. Prefetching it now saves the next record half of the transfer.
	ring := n.ring(r.to)
	prefetch.LineToWrite(wordAt(ring, atomic.LoadUint64(&n.Rank(r.to).Mailbox.Tail)&uint64(len(ring)-1)))
}

// reserve takes need bytes, rounded to lines, and gives their place in the ring. seen is the owner's head as this rank last saw it: the head only grows, and
// its line is fetched from the owner only when the ring looks full.
func reserve(m *Mailbox, seen *atomic.Uint64, ring []byte, need uint64) (uint64, bool) {
	size := uint64(len(ring))
	need = (need + Line - 1) &^ (Line - 1)
	for {
		tail := atomic.LoadUint64(&m.Tail)
		place := tail & (size - 1)
		take, filler := need, uint64(0)
		if place+need > size {
			filler = size - place
			take += filler
		}
		if tail+take-seen.Load() > size {
			seen.Store(atomic.LoadUint64(&m.Head))
			if tail+take-seen.Load() > size {
				return 0, false
			}
		}
		if !atomic.CompareAndSwapUint64(&m.Tail, tail, tail+take) {
			continue
		}
		if filler > 0 {
			atomic.StoreUint64(wordAt(ring, place), recordWord(int(filler)-recordHead, FillerKind, 0))
			place = 0
		}
		return place, true
	}
}

// Poll passes the oldest record of this rank's mailbox to handle; false when there is none. payload is the ring's memory, valid only inside handle. One thread
// of the rank at a time may poll.
//
// The record is given back by the next call. Clearing it takes its lines back from the sender's cache, which the caller, who has what it waited for, need not
// sit through; a caller that finds nothing has the time.
func (n *Node) Poll(handle func(from LocalRank, kind uint8, payload []byte)) bool {
	me := n.me
	ring, m := n.ring(me), &n.Rank(me).Mailbox
	for {
		if n.handled > 0 {
			n.free(ring, m)
		}
		at := m.Head & uint64(len(ring)-1) // only this rank writes it
		word := atomic.LoadUint64(wordAt(ring, at))
		if word == 0 {
			return false
		}
		bytes, kind, from := uint64(uint32(word)), uint8(word>>32), LocalRank(word>>40)
		n.handled = (bytes + Line - 1) &^ (Line - 1)
		if kind != FillerKind {
			handle(from, kind, ring[at+recordHead:at+bytes])
			return true
		}
	}
}

// free gives the record at the head back.
func (n *Node) free(ring []byte, m *Mailbox) {
	at := m.Head & uint64(len(ring)-1)
	for line := at; line < at+n.handled; line += Line {
		atomic.StoreUint64(wordAt(ring, line), 0)
	}
	atomic.StoreUint64(&m.Head, m.Head+n.handled)
	n.handled = 0
}

// MailboxBytes is the size of every rank's ring.
func (n *Node) MailboxBytes() uint64 { return n.opts.MailboxBytes }

const mostWarmed = 1 << 20 // bytes of a mailbox that WarmMailbox touches

// WarmMailbox has this rank's ring in memory before the first message comes. A page that is touched for the first time costs its sender some 20 us where a
// hypervisor has to find it, and on a busy host the core: every sixtieth small message of a job that is as short as its first round of the ring. It
// does not block for others; where the kernel cannot do it (before Linux 5.14), nothing happens.
func (n *Node) WarmMailbox() {
	ring := n.ring(n.me)
	_ = unix.Madvise(ring[:min(len(ring), mostWarmed)], unix.MADV_POPULATE_WRITE)
}

// MailHead is how far, in bytes ever, this rank's mailbox has been emptied.
func (n *Node) MailHead() uint64 { return atomic.LoadUint64(&n.Rank(n.me).Mailbox.Head) }

// HasMail reports whether there is a record in this rank's mailbox, be it one that has been handled: the next Poll tells.
func (n *Node) HasMail() bool {
	ring := n.ring(n.me)
	return atomic.LoadUint64(wordAt(ring, atomic.LoadUint64(&n.Rank(n.me).Mailbox.Head)&uint64(len(ring)-1))) != 0
}

func recordWord(payload int, kind uint8, from LocalRank) uint64 {
	return uint64(payload+recordHead) | uint64(kind)<<32 | uint64(from)<<40
}

func (n *Node) ring(l LocalRank) []byte {
	size := n.opts.MailboxBytes
	from := uint64(offRank) + uint64(n.Locals())*Page + uint64(l)*size
	return n.head[from : from+size : from+size]
}
