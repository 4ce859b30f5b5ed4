package node

import (
	"fmt"
	"sync/atomic"
)

// A rank's mailbox is a ring of records that any rank may fill and only its owner empties.
//
// The ring is counted in bytes, ever; records start on cache lines and never wrap (a filler record takes the rest of the ring). A producer
// reserves with a compare and swap on Tail, writes its bytes behind the record's first word, and publishes by storing that word:
//
//	bits 0-31   bytes of the record, payload and this word, never 0
//	bits 32-39  kind, chosen by the sender; FillerKind is the ring's own
//	bits 40-63  rank of the sender
//
// The owner looks at the first word of the line at Head; 0 means nothing yet. After handling it clears the first word of every line of the
// record, since any of them may start the next one, and only then moves Head, which gives the room back. A ring that is
// full refuses: back-pressure is the sender's business. The C side (capi/mailbox.h) does the same on the same bytes.

// FillerKind marks a record that only fills the end of the ring.
const FillerKind = 0xff

const recordHead = 8 // bytes of a record's first word

// MaxRecord is the longest payload in bytes that a ring of the given size takes: a quarter, so that one sender cannot starve the others.
func MaxRecord(ringBytes uint64) int { return int(ringBytes/4) - recordHead }

// Send puts one record into rank to's mailbox and rings its bell. It reports false, without having done anything, when the ring has no room now; retry
// after making progress on the own mailbox. Does not block. payload is copied.
func (n *Node) Send(to int, kind uint8, payload []byte) bool {
	ring := n.ring(to)
	if len(payload) > MaxRecord(uint64(len(ring))) || kind == FillerKind {
		panic(fmt.Sprintf("mailbox record of %d bytes, kind %d: at most %d bytes and a kind below %d", len(payload), kind, MaxRecord(uint64(len(ring))), FillerKind))
	}
	at, ok := reserve(&n.Rank(to).Mailbox, ring, uint64(len(payload)+recordHead))
	if !ok {
		return false
	}
	copy(ring[at+recordHead:], payload)
	atomic.StoreUint64(wordAt(ring, at), recordWord(len(payload), kind, n.opts.Rank))
	n.Ring(to)
	return true
}

// reserve takes need bytes, rounded to lines, and gives their place in the ring.
func reserve(m *Mailbox, ring []byte, need uint64) (uint64, bool) {
	size := uint64(len(ring))
	need = roundUp(need, Line)
	for {
		tail, head := atomic.LoadUint64(&m.Tail), atomic.LoadUint64(&m.Head)
		place := tail % size
		take, filler := need, uint64(0)
		if place+need > size {
			filler = size - place
			take += filler
		}
		if tail+take-head > size {
			return 0, false
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

// Poll hands the oldest record of this rank's mailbox to handle and frees it; false when there is none. payload is the ring's memory, valid
// only inside handle. One thread of the rank at a time may poll.
func (n *Node) Poll(handle func(from int, kind uint8, payload []byte)) bool {
	me := n.opts.Rank
	ring, m := n.ring(me), &n.Rank(me).Mailbox
	for {
		head := m.Head // only this rank writes it
		at := head % uint64(len(ring))
		word := atomic.LoadUint64(wordAt(ring, at))
		if word == 0 {
			return false
		}
		bytes, kind, from := uint64(uint32(word)), uint8(word>>32), int(word>>40)
		if kind != FillerKind {
			handle(from, kind, ring[at+recordHead:at+bytes])
		}
		span := roundUp(bytes, Line)
		for line := at; line < at+span; line += Line {
			atomic.StoreUint64(wordAt(ring, line), 0)
		}
		atomic.StoreUint64(&m.Head, head+span)
		if kind != FillerKind {
			return true
		}
	}
}

func recordWord(payload int, kind uint8, from int) uint64 {
	return uint64(payload+recordHead) | uint64(kind)<<32 | uint64(from)<<40
}

func (n *Node) ring(r int) []byte {
	size := n.opts.MailboxBytes
	from := uint64(offRank) + uint64(n.opts.Size)*Page + uint64(r)*size
	return n.head[from : from+size : from+size]
}
