package ofi

import (
	"fmt"

	"gasnetgo/ofi"
	"gasnetgo/shmem"
)

var _ ofi.User = (*Transport)(nil)

// Receive executes what a peer asks for, with the port locked.
func (t *Transport) Receive(from int, body []byte) {
	m, payload, ok := parse(body)
	if !ok {
		return
	}
	if err := t.execute(from, m, payload); err != nil && t.failure == nil {
		t.failure = fmt.Errorf("a message from rank %d: %w", from, err)
	}
}

func (t *Transport) execute(from int, m message, payload []byte) error {
	switch m.kind {
	case msgPut:
		t.executed.Note(from)
		return t.change(m, payload)
	case msgBatch:
		t.executed.Note(from)
		return t.executeBatch(from, payload)
	case msgGet:
		if err := t.inside(m.seg, m.off, m.value); err != nil || m.value > Eager {
			return err
		}
		var room [Eager]byte
		if err := t.own.Get(0, 0, m.at(), room[:m.value], false); err != nil {
			return err
		}
		t.reply(from, m.id, room[:m.value])
	case msgAMO:
		if m.id == 0 {
			t.executed.Note(from)
			return t.change(m, nil)
		}
		old, width, err := t.atomic(m)
		if err != nil {
			return err
		}
		var room [8]byte
		shmem.SetBits(room[:width], old)
		t.reply(from, m.id, room[:width])
	case msgReply:
		o, err := t.requests.Take(m.id)
		if err != nil {
			return err
		}
		copy(o.into, payload)
		t.end(o, nil)
	case msgAck:
		return t.peers[from].puts.Acknowledge(m.value)
	}
	return nil
}

// change executes a put, or an atomic without reply.
func (t *Transport) change(m message, payload []byte) error {
	if m.kind == msgAMO {
		_, _, err := t.atomic(m)
		return err
	}
	if err := t.inside(m.seg, m.off, uint64(len(payload))); err != nil {
		return err
	}
	return t.own.Put(0, 0, m.at(), payload, false)
}

func (t *Transport) atomic(m message) (old, width uint64, err error) {
	op := shmem.AMO{Op: int32(m.op), Type: int32(m.typ), Value: m.value, Cond: m.cond}
	width = shmem.TypeBytes(op.Type)
	if err := t.inside(m.seg, m.off, width); err != nil {
		return 0, width, err
	}
	old, err = t.own.Atomic(0, 0, m.at(), op, nil)
	return old, width, err
}

func (m *message) at() shmem.Addr { return shmem.Addr{Seg: m.seg, Off: m.off} }

// Batch acknowledges what has been executed.
func (t *Transport) Batch() {
	t.executed.Acknowledge(func(to int, ever uint64) {
		m := message{kind: msgAck, value: ever}
		t.head = m.bytes(t.head)
		t.Port.Send(to, ofi.SHMEM, t.head, nil)
	})
}

func (t *Transport) reply(to int, id uint32, payload []byte) {
	m := message{kind: msgReply, id: id}
	t.head = m.bytes(t.head)
	t.Port.Send(to, ofi.SHMEM, t.head, payload)
}
