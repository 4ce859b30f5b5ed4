package nal

import (
	"encoding/binary"
	"errors"

	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// key names a message of a peer.
type key struct {
	from  number
	token token
}

// inbound is a matched message whose payload is being streamed to us.
type inbound struct {
	op    *portals.Op // nil: discard the payload
	total uint64      // bytes that will come
	seen  uint64
	fail  portals.NIFail
}

// pull is a matched message whose payload is to be copied.
type pull struct {
	op     *portals.Op
	from   number
	token  token
	pieces []portals.Iovec
}

// Serve handles one record of mail, copies its payload with the lock released, flushes and streams. Needs the lock. It does not look whether more mail has
// come: that line is the next sender's to write, and fetching it would keep the caller from the event that it waits for.
func (l *Link) Serve() bool {
	if l.closed.Load() {
		return false
	}
	if l.Far != nil {
		l.Far.poll()
	}
	busy := l.Node.Poll(l.receive)
	for len(l.pulls) > 0 {
		p := l.pulls[0]
		l.pulls = l.pulls[1:]
		l.fetch(p)
		if l.closed.Load() {
			return false
		}
	}
	if l.queued > 0 && l.flush() {
		busy = true
	}
	if len(l.streams) > 0 && l.pump() {
		busy = true
	}
	if busy {
		l.Host.Handled()
		l.Node.Ring(l.me) // another thread may sleep for this arrival
	}
	return busy
}

// receive handles one record. The payload is the ring's memory.
func (l *Link) receive(from number, kind uint8, b []byte) {
	if err := l.handle(from, kind, b); err != nil {
		l.Notice(l.name(from) + ": " + err.Error())
	}
}

func (l *Link) handle(from number, kind uint8, b []byte) error {
	switch kind {
	case kindInline:
		return l.receiveInline(from, b)
	case kindPull:
		return l.receivePull(from, b)
	case kindStream:
		return l.receiveStream(from, b)
	case kindData:
		return l.receiveData(from, b)
	case kindFin:
		return l.receiveFin(b)
	case kindAsk:
		t, _, err := getToken(b)
		if err == nil && l.sends.get(t) != nil {
			l.Routes.streamTo(from)
			l.stream(t)
		}
		return err
	case kindVoid:
		return nil
	case kindFar:
		return l.receiveFar(b)
	case kindState:
		return l.receiveState(from, b)
	}
	return errRecord
}

// arrive lets the library decide about a message.
func (l *Link) arrive(from number, h *portals.Header) *portals.Op {
	l.Routes.fill(from, h)
	return l.Host.NI.Arrive(h)
}

func (l *Link) receiveInline(from number, b []byte) error {
	h, data, err := header(b)
	if err != nil {
		return err
	}
	if h.Kind.HasData() && h.Length > uint64(len(data)) { // less: a reply that could not be read
		return errRecord
	}
	op := l.arrive(from, &h)
	if op == nil {
		return nil
	}
	switch h.Kind {
	case portals.HGet:
		l.answer(from, op)
	case portals.HGetPut:
		l.swap(from, op, data)
	default:
		fail := portals.NIOK
		if op.Length > 0 && !process.Scatter(op.Region.Slice(0, op.Length), data) {
			fail = portals.NIFailed
		}
		l.done(from, op, fail)
	}
	return nil
}

// answer sends a get's data back.
func (l *Link) answer(to number, op *portals.Op) {
	if done, fail := l.message(to, &op.Answer, op.Region.Slice(0, op.Length), op, true); done {
		l.done(to, op, fail)
	}
}

// swap exchanges the payload with memory. All swaps of this rank's memory happen under its lock.
func (l *Link) swap(to number, op *portals.Op, data []byte) {
	old := make([]byte, op.Length)
	fail := portals.NIOK
	if uint64(len(data)) < op.Length || !exchange(old, op.Region.Slice(0, op.Length), data) {
		fail = portals.NIFailed
	}
	if fail != portals.NIOK {
		op.Answer.Fail, op.Answer.Length = fail, 0
	}
	b := make([]byte, portals.HeaderBytes+len(old))
	op.Answer.Encode(b)
	copy(b[portals.HeaderBytes:], old)
	l.post(to, kindInline, b)
	l.done(to, op, fail)
}

// done reports the end of an operation at the target, and sends the acknowledgement if there is one.
func (l *Link) done(from number, op *portals.Op, fail portals.NIFail) {
	if l.Host.NI.Done(op, fail) {
		l.sendInline(from, &op.Answer, portals.Region{}, 0)
	}
	l.Host.NI.Free(op)
}

func (l *Link) receivePull(from number, b []byte) error {
	h, rest, err := header(b)
	if err != nil {
		return err
	}
	t, rest, err := getToken(rest)
	if err != nil {
		return err
	}
	pieces, err := getPieces(rest, h.Length)
	if err != nil {
		return err
	}
	op := l.arrive(from, &h)
	if op == nil || op.Length == 0 {
		l.fin(from, t, portals.NIOK)
		if op != nil {
			l.done(from, op, portals.NIOK)
		}
		return nil
	}
	l.pulls = append(l.pulls, pull{op, from, t, pieces})
	return nil
}

// fetch copies a payload here. The lock is released meanwhile: no other thread accesses the operation until it is complete.
func (l *Link) fetch(p pull) {
	l.moving++
	into := p.op.Region.Slice(0, p.op.Length)
	host := l.Host
	copied := l.Node.PollsAfterCopy(into.Len)
	host.Unlock()
	err := l.copyFrom(p.from, into, p.pieces)
	host.Lock()
	copied()
	l.moving--
	if l.closed.Load() {
		return
	}
	if errors.Is(err, errCannotCopy) {
		l.inbound[key{p.from, p.token}] = &inbound{op: p.op, total: p.op.Header.Length}
		b := make([]byte, tokenBytes)
		putToken(b, p.token)
		l.post(p.from, kindAsk, b)
		return
	}
	fail := portals.NIOK
	if err != nil {
		fail = portals.NIFailed
	}
	l.fin(p.from, p.token, fail)
	l.done(p.from, p.op, fail)
}

// fin tells a sender that its payload has been dealt with.
func (l *Link) fin(to number, t token, fail portals.NIFail) {
	b := make([]byte, finBytes)
	putToken(b, t)
	binary.LittleEndian.PutUint32(b[tokenBytes:], uint32(fail))
	l.post(to, kindFin, b)
}

func (l *Link) receiveFin(b []byte) error {
	t, rest, err := getToken(b)
	if err != nil || len(rest) < 4 {
		return errRecord
	}
	l.taken(t, portals.NIFail(binary.LittleEndian.Uint32(rest)))
	return nil
}

// taken ends an outgoing message: its memory is the program's again.
func (l *Link) taken(t token, fail portals.NIFail) {
	o := l.sends.get(t)
	if o == nil {
		return
	}
	op, to, reply := o.op, o.to, o.reply
	l.sends.drop(t)
	if reply {
		l.done(to, op, fail)
		return
	}
	l.Host.NI.Sent(op, fail)
	l.Host.NI.Free(op)
}
