package portals

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/internal/pace"
	"gasnetgo/portals/client"
)

// piece is a part of a message that fits into a slot, or a message without data.
type piece struct {
	context uint64
	tag     int64
	data    []byte
	more    bool // the message goes on
}

// A piece with data has context, tag, and its number with 1 below it if the message goes on, 8 bytes each, in front of it. One without is a header, whose offset is the context,
// whose header data the tag, and whose operation the number; where messages overtake each other, an empty one travels as the others do. Pieces have no order but that of their arrival: the numbers only show that the network has kept it.
const (
	pieceHead   = 24
	pieceNumber = 1<<client.IDBits - 1
)

// Send queues a copy of a message, and sends what there are slots for.
func (t *Transport) Send(to int, m armci.Message) error {
	t.Host.Lock()
	p := &t.peers[to]
	if to == t.Me {
		p.inbox.Put(armci.Message{Context: m.Context, Tag: m.Tag, Data: append([]byte(nil), m.Data...)})
	} else {
		data, most := append([]byte(nil), m.Data...), int(t.shape.bytes)-pieceHead
		for len(data) > most {
			p.outbox = append(p.outbox, piece{m.Context, m.Tag, data[:most], true})
			data = data[most:]
		}
		p.outbox = append(p.outbox, piece{m.Context, m.Tag, data, false})
		t.pump(to, p)
	}
	err := t.client.Err()
	t.Host.Unlock()
	if err == nil {
		t.World.Settle()
	}
	return err
}

// pump sends pieces that wait, in their order, as far as there is space. It is called again with each slot that is freed. Where messages overtake each other, a piece
// waits for the answer to the one before.
func (t *Transport) pump(to int, p *peer) {
	for len(p.outbox) > 0 && t.client.Err() == nil && !(t.Unordered && p.sending > 0) {
		m := &p.outbox[0]
		if len(m.data) == 0 && !t.Unordered {
			t.World.Charge(pace.Call, 1)
			t.client.Post(t.ends.none, t.request(to, toHeader, kindEmpty, p.pieces, m.context), uint64(m.tag))
		} else if !t.sendPiece(to, p, m) {
			return
		}
		p.pieces = (p.pieces + 1) & pieceNumber
		p.outbox = p.outbox[1:]
	}
	if len(p.outbox) == 0 {
		p.outbox = nil
	}
}

// sendPiece sends one in a slot, if there is one, and space for a message.
func (t *Transport) sendPiece(to int, p *peer, m *piece) bool {
	if !t.hasSlot(p) {
		return false
	}
	op := t.client.TryStart(0, t.ID(to))
	if op == nil {
		t.stuck = append(t.stuck, to)
		return false
	}
	slot := t.slot(p)
	b := binary.NativeEndian.AppendUint64(t.outMemory(to, slot)[:0], m.context)
	b = binary.NativeEndian.AppendUint64(b, uint64(m.tag))
	b = binary.NativeEndian.AppendUint64(b, p.pieces<<1|bit(m.more))
	b = append(b, m.data...)
	t.World.Charge(pace.Copy, uint64(len(b)))
	op.CountComplete(&holds{t: t, rank: to, slot: slot, slotted: true, piece: &p.sending})
	t.World.Charge(pace.Call, 1)
	place, there := t.ends.out.At(t.shape.offset(to, slot)), t.shape.offset(t.Me, slot)
	_ = t.client.Request(op, place, uint64(len(b)), t.request(to, toSlot, kindMessage, op.ID(), there), 0) // the client keeps the error
	t.client.Release(op)
	return true
}

// arrived takes a piece.
func (t *Transport) arrived(from int, b []byte) {
	t.World.Charge(pace.Copy, uint64(len(b)))
	p, head := &t.peers[from], binary.NativeEndian.Uint64(b[16:])
	if !t.inOrder(p, from, head>>1) {
		return
	}
	if p.partly == nil {
		p.partly = &armci.Message{Context: binary.NativeEndian.Uint64(b), Tag: int64(binary.NativeEndian.Uint64(b[8:]))}
	}
	p.partly.Data = append(p.partly.Data, b[pieceHead:]...)
	if head&1 == 0 {
		p.inbox.Put(*p.partly)
		p.partly = nil
	}
}

// inOrder reports whether a piece is the next one of its sender. If not, the client fails: messages would be wrong.
func (t *Transport) inOrder(p *peer, from int, number uint64) bool {
	if number != p.came {
		t.client.Fail(fmt.Errorf("internal error: part %d of messages of rank %d has come to rank %d as part %d: the network does not keep their order", number, from, t.Me, p.came))
		return false
	}
	p.came = (p.came + 1) & pieceNumber
	return true
}

// Receive is the next message that has arrived.
func (t *Transport) Receive(from int) (armci.Message, bool) {
	t.Progress()
	t.Host.Lock()
	defer t.Host.Unlock()
	return t.peers[from].inbox.Take()
}
