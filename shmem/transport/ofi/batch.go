package ofi

import (
	"fmt"

	"gasnetgo/ofi"
)

// A message costs much more than its bytes. While `alone` messages to a peer are without acknowledgement, further small puts and atomics to it wait for each other and travel
// together: when their message is full, when an acknowledgement comes, and before anything that must not overtake or miss them. So a put never waits for longer than a
// round trip, and a program that sends few puts at a time does not wait at all.
const alone = 16

// batched adds a message to what waits for the peer, unless it has to travel at once. It needs the lock.
func (t *Transport) batched(p *peer, pe int, m message, payload []byte) bool {
	size := headBytes + len(payload)
	if p.sent-p.acked < alone || size > ofi.MaxBody/4 {
		return false
	}
	if len(p.batch)+size > ofi.MaxBody {
		t.flush(p, pe)
	}
	if len(p.batch) == 0 {
		head := message{kind: msgBatch}
		p.batch = head.append(p.batch)
	}
	if m.kind == msgPut {
		m.cond = uint64(len(payload))
	}
	p.batch = append(m.append(p.batch), payload...)
	return true
}

// flush sends what waits for the peer. It needs the lock.
func (t *Transport) flush(p *peer, pe int) {
	if len(p.batch) > 0 {
		p.sent++
		t.Port.Send(pe, ofi.SHMEM, p.batch, nil)
		p.batch = p.batch[:0]
	}
}

// executeBatch executes the parts of a message.
func (t *Transport) executeBatch(from int, parts []byte) error {
	for len(parts) > 0 {
		m, rest, ok := parse(parts)
		if !ok || m.kind != msgPut && (m.kind != msgAMO || m.id != 0) || m.kind == msgPut && m.cond > uint64(len(rest)) {
			return fmt.Errorf("a damaged message of several puts")
		}
		var payload []byte
		if m.kind == msgPut {
			payload, rest = rest[:m.cond], rest[m.cond:]
		}
		if err := t.change(m, payload); err != nil {
			return err
		}
		parts = rest
	}
	return nil
}
