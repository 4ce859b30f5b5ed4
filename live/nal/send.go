package nal

import (
	"strconv"
	"sync/atomic"

	"gasnetgo/node"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// name words a rank.
func (l *Link) name(r number) string {
	return "rank " + strconv.Itoa(l.Routes.rankOf(r))
}

// queue holds records that found no room in a peer's mailbox, oldest first.
type queue struct{ records []record }

type record struct {
	kind  uint8
	bytes []byte
}

// outgoing is a message whose payload the target has not taken yet.
type outgoing struct {
	op     *portals.Op
	to     number
	reply  bool // the payload answers op, a get that has arrived
	region portals.Region
	stream uint64 // bytes streamed so far
	gen    uint16
	next   int32 // free list
}

// table is the outgoing messages by token: 16 bits epoch of the link, 16 bits generation of the slot, 32 bits slot.
type table struct {
	slots []outgoing
	free  int32 // first free slot + 1
	live  int
	epoch uint16
}

func (t *table) add(o outgoing) token {
	i := t.free - 1
	if i < 0 {
		t.slots = append(t.slots, outgoing{})
		i = int32(len(t.slots) - 1)
	} else {
		t.free = t.slots[i].next
	}
	o.gen = t.slots[i].gen
	t.slots[i] = o
	t.live++
	return token(t.epoch)<<48 | token(o.gen)<<32 | token(i)
}

func (t *table) get(k token) *outgoing {
	i := int(uint32(k))
	if i >= len(t.slots) || uint16(k>>48) != t.epoch || uint16(k>>32) != t.slots[i].gen || t.slots[i].op == nil {
		return nil
	}
	return &t.slots[i]
}

func (t *table) drop(k token) {
	o := &t.slots[uint32(k)]
	*o = outgoing{gen: o.gen + 1, next: t.free}
	t.free = int32(uint32(k)) + 1
	t.live--
}

// Send takes over an operation that the program has started: puts its header, and its payload or where that is, into the target's mailbox.
func (l *Link) Send(op *portals.Op) {
	r, ok := l.Routes.rank(op.Header.To)
	if !ok || r < 0 || l.Routes.gone(r) { // no such process: as on a network, the message is lost
		l.Host.NI.Sent(op, portals.NIOK)
		l.Host.NI.Free(op)
		return
	}
	region := portals.Region{}
	if op.Header.Kind.HasData() {
		region = op.Region.Slice(0, op.Header.Length)
	}
	if done, fail := l.message(r, &op.Header, region, op, false); done {
		l.Host.NI.Sent(op, fail)
		l.Host.NI.Free(op)
	}
}

// message sends a header with the bytes of region. done: the bytes have been taken. Otherwise they are the target's to take, and op is kept
// until it has.
func (l *Link) message(to number, h *portals.Header, region portals.Region, op *portals.Op, reply bool) (done bool, fail portals.NIFail) {
	n := uint64(0)
	if h.Kind.HasData() {
		n = h.Length
	}
	if n <= l.inlineTo(to) {
		return true, l.sendInline(to, h, region, n)
	}
	t := l.sends.add(outgoing{op: op, to: to, reply: reply, region: region})
	pieces, ok := l.visible(region)
	if !ok || l.Copy == CopyStream || l.Routes.mustStream(to) {
		b := make([]byte, portals.HeaderBytes+tokenBytes)
		h.Encode(b)
		putToken(b[portals.HeaderBytes:], t)
		l.post(to, kindStream, b)
		l.stream(t)
		return false, portals.NIOK
	}
	b := make([]byte, portals.HeaderBytes+tokenBytes+len(pieces)*pieceBytes)
	h.Encode(b)
	putToken(b[portals.HeaderBytes:], t)
	putPieces(b[portals.HeaderBytes+tokenBytes:], pieces)
	l.post(to, kindPull, b)
	return false, portals.NIOK
}

// visible is where a region's bytes are for others: at the common addresses if all ranks see them, else at ours. False if there are too many pieces.
func (l *Link) visible(region portals.Region) ([]portals.Iovec, bool) {
	var pieces []portals.Iovec
	for p := range region.Pieces {
		if len(pieces) == maxPieces {
			return nil, false
		}
		if at := l.Node.Linear(p.Base, p.Len); at != 0 && l.Copy == CopyAuto {
			p.Base = at
		}
		pieces = append(pieces, p)
	}
	return pieces, true
}

// sendInline puts header and payload into one record, written in place when the mailbox has room.
func (l *Link) sendInline(to number, h *portals.Header, region portals.Region, n uint64) portals.NIFail {
	size := portals.HeaderBytes + int(n)
	var b []byte
	var r node.Record
	direct := len(l.queues[to].records) == 0 && !l.Routes.far(to)
	if direct {
		r, direct = l.Node.ReserveRecord(to, size)
	}
	if b = r.Payload; !direct {
		b = make([]byte, size)
	}
	kind, fail := uint8(kindInline), portals.NIOK
	if n > 0 && !process.Gather(b[portals.HeaderBytes:], region) {
		fail = portals.NIFailed
		if h.Kind == portals.HReply { // a thread waits for it
			h.Fail, h.Length = fail, 0
		} else {
			kind = kindVoid
		}
	}
	h.Encode(b)
	switch {
	case direct:
		l.Node.Post(r, kind)
		l.ring(to)
	case l.Routes.far(to):
		l.post(to, kind, b)
	default:
		l.enqueue(to, kind, b)
	}
	return fail
}

// post sends a record that has been made up already.
func (l *Link) post(to number, kind uint8, b []byte) {
	if len(l.queues[to].records) > 0 || !l.put(to, kind, b) {
		l.enqueue(to, kind, b)
		return
	}
	l.ring(to)
}

// put puts a record into a peer's mailbox, or reports that there is no room.
func (l *Link) put(to number, kind uint8, b []byte) bool {
	if l.Routes.far(to) {
		return l.Far.send(l.Routes.rankOf(to), kind, b)
	}
	return l.Node.Send(to, kind, b)
}

func (l *Link) enqueue(to number, kind uint8, b []byte) {
	l.queues[to].records = append(l.queues[to].records, record{kind, b})
	l.queued++
	if l.queued == 1 {
		l.hasTodo()
		l.Node.KickService()
	}
}

// ring wakes the progress goroutine of a mailbox whose program does not poll.
func (l *Link) ring(to number) {
	if l.Routes.far(to) {
		return
	}
	if now := node.Ticks(); now >= l.polls[to] {
		l.polls[to] = l.Node.RingService(to, now)
	}
}

// flush moves waiting records into mailboxes that have room again.
func (l *Link) flush() bool {
	if l.queued == 0 {
		return false
	}
	moved := false
	for i := range l.queues {
		to, q := number(i), &l.queues[i]
		sent := 0
		gone := len(q.records) > 0 && l.Routes.gone(to)
		for sent < len(q.records) && (gone || l.put(to, q.records[sent].kind, q.records[sent].bytes)) {
			sent++
		}
		if sent == 0 {
			continue
		}
		moved = true
		l.queued -= sent
		if q.records = q.records[sent:]; len(q.records) == 0 {
			q.records = nil
		}
		if !gone {
			l.ring(to)
		}
	}
	l.hasTodo()
	return moved
}

// hasTodo tells polling threads whether there is work without a message.
func (l *Link) hasTodo() {
	v := uint32(0)
	if l.queued > 0 || len(l.streams) > 0 || l.Far != nil && l.Far.waiting() {
		v = 1
	}
	if atomic.LoadUint32(l.Todo) != v {
		atomic.StoreUint32(l.Todo, v)
	}
}
