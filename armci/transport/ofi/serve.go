package ofi

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/request"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
)

// user is the transport as its port sees it: all calls come with the port locked.
type user struct{ *Transport }

// Receive executes what a peer asks for.
func (t user) Receive(from int, body []byte) {
	m, payload, ok := parse(body)
	if !ok {
		return
	}
	if err := t.execute(from, m, payload); err != nil && t.failure == nil {
		t.failure = fmt.Errorf("a message from rank %d: %w", from, err)
	}
}

func (t *Transport) execute(from int, m message, payload []byte) error {
	p, at := &t.peers[from], uintptr(m.at)
	switch m.kind {
	case msgPut:
		if err := t.inside(at, uint64(len(payload))); err != nil {
			return err
		}
		copy(memory.Bytes(at, len(payload)), payload)
	case msgGet:
		if err := t.inside(at, min(m.value, mostData)); err != nil {
			return err
		}
		t.reply(from, m.id, memory.Bytes(at, min(m.value, mostData)))
		return nil
	case msgAtomic:
		if m.width != 4 && m.width != 8 || at%uintptr(m.width) != 0 || m.op > uint8(armci.AtomicFetch) {
			return fmt.Errorf("atomic operation %d of %d bytes at %#x", m.op, m.width, at)
		}
		if err := t.inside(at, uint64(m.width)); err != nil {
			return err
		}
		old := t.own.Atomic(0, at, armci.Atomic{Kind: armci.AtomicKind(m.op), Width: int(m.width), Value: m.value, Cond: m.cond})
		if m.id != 0 {
			t.reply(from, m.id, binary.LittleEndian.AppendUint64(nil, old))
			return nil
		}
	case msgRequest:
		if done, err := t.request(from, m, payload); done || err != nil {
			return err
		}
	case msgText:
		if p.partly == nil {
			p.partly = &armci.Message{Context: m.at, Tag: int64(m.value)}
		}
		p.partly.Data = append(p.partly.Data, payload...)
		if !m.more {
			p.inbox.Put(*p.partly)
			p.partly = nil
		}
	case msgRing:
	case msgPages:
		p.knows = true
		var list []byte
		for _, r := range t.Pages.Nearby(t.Port.Rank, at) {
			list = binary.LittleEndian.AppendUint64(list, uint64(r.From))
			list = binary.LittleEndian.AppendUint64(list, uint64(r.To))
		}
		t.reply(from, m.id, list)
		return nil
	case msgFreed:
		p.forget(armci.Range{From: at, To: at + uintptr(m.value)})
		t.reply(from, m.id, nil)
		return nil
	case msgReply:
		a, err := t.requests.Take(m.id)
		if err != nil {
			return err
		}
		t.peers[a.peer].asked--
		a.done(payload)
		return nil
	case msgAck:
		return p.sent.Acknowledge(m.value)
	}
	t.executed.Note(from)
	return nil
}

// request serves one of package request; done: it has been replied to.
func (t *Transport) request(from int, m message, payload []byte) (done bool, err error) {
	r, err := request.Read(t.room[:copy(t.room, payload)])
	if err != nil {
		return false, err
	}
	if part := t.Parts[t.Port.Rank]; !r.Inside(part.Arena, t.Pages.Bytes) {
		return false, fmt.Errorf("runs that are not all in the arena at %#x of %d bytes", part.Arena, t.Pages.Bytes)
	}
	switch r.Kind {
	case armci.KindGet:
		if r.Bytes > mostData {
			return false, fmt.Errorf("%d bytes are too many for a reply", r.Bytes)
		}
		b := make([]byte, r.Bytes)
		request.Gather(b, &r.Runs, r.Skip)
		t.reply(from, m.id, b)
		return true, nil
	case armci.KindAcc:
		data := r.Data
		r.Runs.Walk(r.Skip, r.Bytes, func(at uintptr, n uint64) {
			t.add(&r.Add, at, data[:n])
			data = data[n:]
		})
	default:
		r.Serve()
	}
	return false, nil
}

// add adds to a run of this rank's memory, with its locks, which ranks of this host take as well, for as long as they add.
func (t *Transport) add(a *armci.Adder, at uintptr, from []byte) {
	a.Blocks(at, uint64(len(from)), func(at uintptr, n, lock uint64) {
		word := t.Parts[t.Port.Rank].Control + uintptr(lock)
		for t.own.Atomic(0, word, armci.Atomic{Kind: armci.AtomicCompareSwap, Width: 4, Value: 1}) != 0 {
			t.Yield()
		}
		a.Add(memory.Bytes(at, n), from[:n])
		t.own.Atomic(0, word, armci.Atomic{Kind: armci.AtomicSwap, Width: 4})
		from = from[n:]
	})
}

// inside is an error if bytes are not all in memory that peers may use: a peer has checked that.
func (t *Transport) inside(at uintptr, bytes uint64) error {
	in := func(from uintptr, length uint64) bool {
		return at >= from && uint64(at-from) <= length && bytes <= length-uint64(at-from)
	}
	if part := t.Parts[t.Port.Rank]; !in(part.Arena, t.Pages.Bytes) && !in(part.Control, t.Control) {
		return fmt.Errorf("%d bytes at %#x, which are not in memory of this rank", bytes, at)
	}
	return nil
}

// Batch acknowledges what has been executed.
func (t user) Batch() {
	t.executed.Acknowledge(func(to int, ever uint64) {
		m := message{kind: msgAck, value: ever}
		t.head = m.bytes(t.head)
		t.Port.Send(to, ofi.ARMCI, t.head, nil)
	})
}

func (t *Transport) reply(to int, id uint32, payload []byte) {
	m := message{kind: msgReply, id: id}
	t.head = m.bytes(t.head)
	t.Port.Send(to, ofi.ARMCI, t.head, payload)
}
