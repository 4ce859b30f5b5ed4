package window

import (
	"sync/atomic"

	"gasnetgo/armci"
	"gasnetgo/internal/memory"
)

// Messages of a sender to a receiver are a chain of records in the sender's memory. The receiver's inbox leads to the first one. A record belongs to the
// receiver until it has found the next one: only then does nobody look at its link any more.

// record is the head of a message.
type record struct {
	_       uint64 // address of the next one; 0: there is none yet
	taken   uint64 // 1: the receiver does not need this record any more
	context uint64
	tag     int64
	bytes   uint64
}

const recordBytes = 40

// peer is what this rank keeps of another one.
type peer struct {
	last    uintptr   // the link to set with the next message to it; 0: its inbox
	sent    []uintptr // records that may not have been taken
	read    uintptr   // the link where its next message is; 0: this rank's inbox
	current uintptr   // the record that has that link
}

func (t *Transport) peer(rank int) *peer {
	p := t.peers[rank]
	if p == nil {
		p = &peer{
			last: t.Control(rank) + uintptr(t.Layout.Inbox(t.Me)),
			read: t.Control(t.Me) + uintptr(t.Layout.Inbox(rank)),
		}
		t.peers[rank] = p
	}
	return p
}

// Send appends a record.
func (t *Transport) Send(to int, m armci.Message) error {
	p := t.peer(to)
	for len(p.sent) > 0 && atomic.LoadUint64(&memory.At[record](p.sent[0]).taken) != 0 {
		t.mail.Release(uint64(p.sent[0] - t.Mail))
		p.sent = p.sent[1:]
	}
	need := recordBytes + uint64(len(m.Data))
	off, ok := t.mail.Alloc(need, 0)
	if !ok {
		return t.errFull(need)
	}
	at := t.Mail + uintptr(off)
	*memory.At[record](at) = record{context: m.Context, tag: m.Tag, bytes: uint64(len(m.Data))}
	copy(memory.Bytes(at+recordBytes, len(m.Data)), m.Data)
	atomic.StoreUint64(memory.At[uint64](p.last), uint64(at))
	p.last = at // the link comes first in a record
	p.sent = append(p.sent, at)
	t.Ring(to)
	return nil
}

// Receive follows the link.
func (t *Transport) Receive(from int) (armci.Message, bool) {
	p := t.peer(from)
	at := uintptr(atomic.LoadUint64(memory.At[uint64](p.read)))
	if at == 0 {
		return armci.Message{}, false
	}
	if p.current != 0 {
		atomic.StoreUint64(&memory.At[record](p.current).taken, 1)
	}
	r := memory.At[record](at)
	p.read, p.current = at, at
	m := armci.Message{Context: r.context, Tag: r.tag, Data: append([]byte(nil), memory.Bytes(at+recordBytes, r.bytes)...)}
	return m, true
}
