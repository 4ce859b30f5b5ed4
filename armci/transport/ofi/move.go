package ofi

import (
	"encoding/binary"

	"gasnetgo/armci"
	"gasnetgo/armci/request"
	"gasnetgo/internal/memory"
	layer "gasnetgo/ofi/request"
)

// span is remote memory that is being written or read.
type span struct {
	from, to uintptr
	write    bool
}

// everywhere is a span of all memory.
func everywhere(write bool) span { return span{0, ^uintptr(0), write} }

// awaitMoves waits for the writes and reads of a peer's memory that a message about the span could overtake. It needs the lock.
func (t *Transport) awaitMoves(to int, s span) {
	if p := &t.peers[to]; t.layer.Failed() != nil || p.overlaps(s) {
		t.await(func() bool { return !p.overlaps(s) })
	}
}

// overlaps reports whether a write or read is in flight that must not change its order with one of the span.
func (p *peer) overlaps(s span) bool {
	for _, m := range p.moves {
		if (m.write || s.write) && s.from < m.to && m.from < s.to {
			return true
		}
	}
	return false
}

// moved removes the span of a write or read that has ended.
func (p *peer) moved(s *span) {
	for i, m := range p.moves {
		if m == s {
			p.moves = append(p.moves[:i], p.moves[i+1:]...)
			break
		}
	}
	if s.write {
		p.writes--
	}
}

// Put sends short memory, and begins a write of other.
func (t *Transport) Put(to int, dest, source uintptr, bytes uint64) armci.Op {
	if t.toSelf(to, dest, source, bytes) {
		return 0
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	s := span{dest, dest + uintptr(bytes), true}
	if bytes <= eager {
		t.awaitMoves(to, s)
		t.inform(to, layer.Message{Kind: msgPut, At: uint64(dest)}, memory.Bytes(source, bytes))
		return 0
	}
	o := t.move(to, s)
	op := o.Note.op
	t.layer.Write(o, to, source, bytes, t.Parts[to].Region.At(uint64(dest-t.Parts[to].Arena)), nil)
	return op
}

// Get requests short memory, and begins a read of other.
func (t *Transport) Get(from int, dest, source uintptr, bytes uint64) armci.Op {
	if t.toSelf(from, dest, source, bytes) {
		return 0
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	s := span{source, source + uintptr(bytes), false}
	if bytes <= eager {
		t.awaitMoves(from, s)
		op := t.begin()
		t.request(from, layer.Message{Kind: msgGet, At: uint64(source), Value: bytes}, nil, int(bytes), note{op: op, into: dest})
		return op
	}
	o := t.move(from, s)
	op := o.Note.op
	t.layer.Read(o, from, dest, bytes, t.Parts[from].Region.At(uint64(source-t.Parts[from].Arena)), nil)
	return op
}

// toSelf does a transfer with this rank itself, or of nothing.
func (t *Transport) toSelf(rank int, dest, source uintptr, bytes uint64) bool {
	if bytes > 0 && rank == t.Port.Rank {
		memory.Copy(dest, source, bytes)
	}
	return bytes == 0 || rank == t.Port.Rank
}

// move begins an operation that writes or reads a peer's memory, once it cannot overtake messages nor others. It needs the lock.
func (t *Transport) move(to int, s span) *layer.Operation[note] {
	p, sent := &t.peers[to], t.layer.Stream(to)
	t.await(func() bool { return sent.Quiet() && t.layer.Unreplied(to) == 0 && !p.overlaps(s) })
	o := t.layer.Begin(false)
	o.Note = note{op: t.begin(), peer: to, span: s, moves: true}
	p.moves = append(p.moves, &o.Note.span)
	if s.write {
		p.writes++
	}
	return o
}

// PutFlag sends the flag behind the put.
func (t *Transport) PutFlag(to int, dest, source uintptr, bytes uint64, at uintptr, value int32) armci.Op {
	op := t.Put(to, dest, source, bytes)
	store := armci.Atomic{Kind: armci.AtomicSwap, Width: 4, Value: uint64(uint32(value))}
	if to == t.Port.Rank {
		t.own.Atomic(to, at, store)
		return op
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	t.awaitMoves(to, everywhere(true))
	t.inform(to, atomicMessage(at, store), nil)
	return op
}

// Atomic has the target change a word.
func (t *Transport) Atomic(on int, at uintptr, a armci.Atomic) (old uint64) {
	if on == t.Port.Rank {
		return t.own.Atomic(on, at, a)
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	t.awaitMoves(on, span{at, at + uintptr(a.Width), true})
	t.requestAndWait(on, atomicMessage(at, a), 8, func(payload []byte) { old = binary.LittleEndian.Uint64(payload) })
	return old
}

// Move sends requests for all accumulates, and for transfers of short runs.
func (t *Transport) Move(rank int, x *armci.Transfer) (armci.Op, bool) {
	adds := x.Kind == armci.KindAcc
	switch {
	case !adds && (rank == t.Port.Rank || x.Remote.Bytes >= packedRuns || x.Remote.Count() == 1):
		return 0, false
	case rank == t.Port.Rank:
		x.Each(func(local, remote uintptr, n uint64) { t.add(x.Add, remote, memory.Bytes(local, n)) })
		return 0, true
	}
	where := everywhere(x.Kind != armci.KindGet)
	if x.Remote.List == nil {
		at, bytes := x.Remote.Extent()
		where.from, where.to = at, at+uintptr(bytes)
	}
	var into armci.Runs
	if x.Kind == armci.KindGet {
		into = x.Local.Clone() // the caller may change them when this returns
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	t.awaitMoves(rank, where)
	op := t.begin()
	room := make([]byte, mostData)
	for from, total := uint64(0), x.Remote.Total(); from < total; {
		n := request.Part(x, from, mostData)
		text := room[:request.Put(room, x, from, n)]
		if x.Kind == armci.KindGet {
			at := from
			t.parts[op]++
			t.request(rank, layer.Message{Kind: msgRequest}, text, int(n), note{op: op, read: func(payload []byte) { request.Scatter(&into, at, payload) }})
		} else {
			t.inform(rank, layer.Message{Kind: msgRequest}, text)
		}
		from += n
	}
	t.end(op)
	if x.Kind != armci.KindGet {
		return 0, true
	}
	return op, true
}
