package node

import (
	"sync/atomic"

	"gasnetgo/internal/memory"
)

// Mail is a set of mailboxes beside the one that every rank has, in a segment, with a bell for the threads that wait for them. The part of a rank is a MailBlock
// and its ring, from MailRing on. Records are those of mailbox.go. C waits for mail: capi/plane/mail.h has the layout.
type Mail struct {
	node    *Node
	segment *Segment
	bytes   uint64 // of a ring
	heads   []atomic.Uint64
}

// MailBlock is what stands before a rank's ring.
type MailBlock struct {
	Mailbox  Mailbox
	Bell     uint32 // futex: grows when something has happened that a thread may wait for
	Sleepers uint32 // threads of the program that sleep on Bell, or are about to
	Server   uint32 // threads of the library that sleep on Bell, or are about to, and want to be woken by mail
	Pollers  uint32 // threads of the program that poll
	_        [Line - 16]byte
	Work     uint32 // futex: grows when a second thread of the library has work
	Worker   uint32 // such threads that sleep on Work, or are about to
	Wanted   uint32 // 1: there is something to do for Go without mail
	Ended    uint32 // bits of what C has completed here: capi/lapi/fast.h
	_        [Line - 16]byte
}

// MailOwn is the kind of records that C writes and deals with. Go leaves them where they are.
const MailOwn = 1

// MailRing is where the ring begins in a rank's part.
const MailRing = Page

// OpenMail makes or finds the mailboxes called name, with rings of bytes, a power of two. It does not wait for others.
func (n *Node) OpenMail(name string, bytes uint64) (*Mail, error) {
	s, err := n.Segment(name, MailRing+bytes, 0)
	if err != nil {
		return nil, err
	}
	return &Mail{node: n, segment: s, bytes: bytes, heads: make([]atomic.Uint64, n.Locals())}, nil
}

// At is the address of this rank's MailBlock.
func (m *Mail) At() uintptr { return m.segment.Part(m.node.me) }

// Parts is the address of local rank 0's MailBlock, and how far it is from one to the next.
func (m *Mail) Parts() (first uintptr, stride uint64) { return m.segment.Part(0), m.segment.Stride }

// Want says whether there is something to do for Go without mail.
func (m *Mail) Want(yes bool) {
	var word uint32
	if yes {
		word = 1
	}
	if w := &m.block(m.node.me).Wanted; atomic.LoadUint32(w) != word {
		atomic.StoreUint32(w, word)
	}
}

func (m *Mail) block(l LocalRank) *MailBlock { return memory.At[MailBlock](m.segment.Part(l)) }

func (m *Mail) ring(l LocalRank) []byte {
	return memory.Bytes(m.segment.Part(l)+MailRing, m.bytes)
}

// Reserve is Node.ReserveRecord for these mailboxes.
func (m *Mail) Reserve(to LocalRank, payload int) (Record, bool) {
	ring := m.ring(to)
	at, ok := reserve(&m.block(to).Mailbox, &m.heads[to], ring, uint64(payload+recordHead))
	if !ok {
		return Record{}, false
	}
	from := at + recordHead
	return Record{Payload: ring[from : from+uint64(payload) : from+uint64(payload)], word: wordAt(ring, at), to: to}, true
}

// Post hands a filled record to its owner, and wakes that if none of its threads polls.
func (m *Mail) Post(r Record) {
	atomic.StoreUint64(r.word, recordWord(len(r.Payload), 0, m.node.me))
	b := m.block(r.to)
	if atomic.LoadUint32(&b.Pollers) == 0 && (atomic.LoadUint32(&b.Sleepers) != 0 || atomic.LoadUint32(&b.Server) != 0) {
		atomic.AddUint32(&b.Bell, 1)
		futexWake(&b.Bell)
	}
}

// Ring wakes threads of a rank's program that wait here and sleep, if none of them polls: something that they wait for has been stored in their memory.
func (m *Mail) Ring(to LocalRank) {
	b := m.block(to)
	if atomic.LoadUint32(&b.Pollers) == 0 && atomic.LoadUint32(&b.Sleepers) != 0 {
		atomic.AddUint32(&b.Bell, 1)
		futexWake(&b.Bell)
	}
}

// Poll is Node.Poll for this rank's mailbox, but the record is free when it returns. C may be the one that reads the next record, so Go leaves none half done. It
// stops at a record of C's.
func (m *Mail) Poll(handle func(from LocalRank, payload []byte)) bool {
	ring, box := m.ring(m.node.me), &m.block(m.node.me).Mailbox
	for {
		at := box.Head & uint64(len(ring)-1)
		word := atomic.LoadUint64(wordAt(ring, at))
		if word == 0 {
			return false
		}
		bytes, kind, from := uint64(uint32(word)), uint8(word>>32), LocalRank(word>>40)
		if kind == MailOwn {
			return false
		}
		if kind != FillerKind {
			handle(from, ring[at+recordHead:at+bytes])
		}
		lines := (bytes + Line - 1) &^ (Line - 1)
		for line := at; line < at+lines; line += Line {
			atomic.StoreUint64(wordAt(ring, line), 0)
		}
		atomic.StoreUint64(&box.Head, box.Head+lines)
		if kind != FillerKind {
			return true
		}
	}
}

// Wait blocks the thread until cond holds, which polls. It is looked at again whenever mail comes, and at least every half millisecond.
func (m *Mail) Wait(cond func() bool) { m.wait(cond, m.node.look, func() {}) }

// WaitAndDoze is Wait for a condition that polls a network; doze is called before each sleep.
func (m *Mail) WaitAndDoze(cond func() bool, doze func()) { m.wait(cond, m.node.LookBriefly, doze) }

func (m *Mail) wait(cond func() bool, look func(func() bool) bool, doze func()) {
	b := m.block(m.node.me)
	atomic.AddUint32(&b.Pollers, 1)
	defer atomic.AddUint32(&b.Pollers, ^uint32(0))
	if look(cond) {
		return
	}
	for nap := firstNap; ; nap = min(2*nap, lastNap) {
		bell := atomic.LoadUint32(&b.Bell)
		atomic.AddUint32(&b.Sleepers, 1)
		atomic.AddUint32(&b.Pollers, ^uint32(0)) // now senders ring
		over := cond()
		if !over {
			doze()
		}
		woken := !over && futexWait(&b.Bell, bell, nap)
		atomic.AddUint32(&b.Pollers, 1)
		atomic.AddUint32(&b.Sleepers, ^uint32(0))
		if over || woken && look(cond) {
			return
		}
	}
}

// Most is the longest payload of a record.
func (m *Mail) Most() int { return MaxRecord(m.bytes) }

// Changed wakes the threads of this rank that wait: for something that has happened in this process. work: also the one that waits for work.
func (m *Mail) Changed(work bool) {
	b := m.block(m.node.me)
	atomic.AddUint32(&b.Bell, 1)
	if atomic.LoadUint32(&b.Sleepers) != 0 {
		futexWake(&b.Bell)
	}
	if work {
		atomic.AddUint32(&b.Work, 1)
		if atomic.LoadUint32(&b.Worker) != 0 {
			futexWake(&b.Work)
		}
	}
}

// Kick wakes all threads of this rank that wait, also the library's.
func (m *Mail) Kick() {
	b := m.block(m.node.me)
	atomic.AddUint32(&b.Bell, 1)
	futexWake(&b.Bell)
	m.Changed(true)
}

// Bytes is the size of a ring.
func (m *Mail) Bytes() uint64 { return m.bytes }

// Torn reports whether this rank's mailbox has a record that is reserved and not posted. If it stays so, its sender has died meanwhile, and none of the records behind it arrives.
func (m *Mail) Torn() bool {
	ring, box := m.ring(m.node.me), &m.block(m.node.me).Mailbox
	head := atomic.LoadUint64(&box.Head)
	return atomic.LoadUint64(&box.Tail) != head && atomic.LoadUint64(wordAt(ring, head&uint64(len(ring)-1))) == 0
}
