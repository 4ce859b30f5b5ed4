package ofi

import (
	"encoding/binary"

	"gasnetgo/armci"
	"gasnetgo/armci/request"
	"gasnetgo/internal/memory"
)

// clear returns when messages about memory of a peer cannot overtake what is being written or read there. It needs the lock.
func (t *Transport) clear(to int, s span) {
	p := &t.peers[to]
	t.await(func() bool { return !p.overlaps(s) })
}

func (p *peer) overlaps(s span) bool {
	for _, m := range p.moves {
		if (m.write || s.write) && s.from < m.to && m.from < s.to {
			return true
		}
	}
	return false
}

// everywhere is a span of all memory.
func everywhere(write bool) span { return span{0, ^uintptr(0), write} }

// Put sends short memory, and begins a write of other.
func (t *Transport) Put(to int, dest, source uintptr, bytes uint64) armci.Op {
	if t.near(to, dest, source, bytes) {
		return 0
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	if bytes <= eager {
		t.clear(to, span{dest, dest + uintptr(bytes), true})
		t.inform(to, message{kind: msgPut, at: uint64(dest)}, memory.Bytes(source, bytes))
		return 0
	}
	f, done := t.rma(to, span{dest, dest + uintptr(bytes), true})
	t.Port.Write(to, source, bytes, t.Parts[to].Region.At(uint64(dest-t.Parts[to].Arena)), done)
	return f.op
}

// Get asks for short memory, and begins a read of other.
func (t *Transport) Get(from int, dest, source uintptr, bytes uint64) armci.Op {
	if t.near(from, dest, source, bytes) {
		return 0
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	if bytes <= eager {
		t.clear(from, span{source, source + uintptr(bytes), false})
		f := t.begin()
		t.ask(from, message{kind: msgGet, at: uint64(source), value: bytes}, nil, func(payload []byte) {
			copy(memory.Bytes(dest, bytes), payload)
			t.end(f)
		})
		return f.op
	}
	f, done := t.rma(from, span{source, source + uintptr(bytes), false})
	t.Port.Read(from, dest, bytes, t.Parts[from].Region.At(uint64(source-t.Parts[from].Arena)), done)
	return f.op
}

// near does a transfer with this rank itself, or of nothing.
func (t *Transport) near(rank int, dest, source uintptr, bytes uint64) bool {
	if bytes > 0 && rank == t.Port.Rank {
		memory.Copy(dest, source, bytes)
	}
	return bytes == 0 || rank == t.Port.Rank
}

// rma notes a write or read, once it cannot overtake messages nor others. It needs the lock.
func (t *Transport) rma(to int, s span) (f *flight, done func(error)) {
	p := &t.peers[to]
	t.await(func() bool { return p.sent.Quiet() && p.asked == 0 && !p.overlaps(s) })
	f = t.begin()
	p.moves = append(p.moves, &s)
	if s.write {
		p.writes++
	}
	return f, func(failure error) {
		for i, m := range p.moves {
			if m == &s {
				p.moves = append(p.moves[:i], p.moves[i+1:]...)
				break
			}
		}
		if s.write {
			p.writes--
		}
		if failure != nil && t.failure == nil {
			t.failure = failure
		}
		t.end(f)
	}
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
	t.clear(to, everywhere(true))
	t.inform(to, atomicMessage(at, store), nil)
	return op
}

func atomicMessage(at uintptr, a armci.Atomic) message {
	return message{kind: msgAtomic, op: uint8(a.Kind), width: uint8(a.Width), at: uint64(at), value: a.Value, cond: a.Cond}
}

// Atomic has the target change a word.
func (t *Transport) Atomic(on int, at uintptr, a armci.Atomic) (old uint64) {
	if on == t.Port.Rank {
		return t.own.Atomic(on, at, a)
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	t.clear(on, span{at, at + uintptr(a.Width), true})
	t.answer(on, atomicMessage(at, a), func(payload []byte) {
		if len(payload) == 8 {
			old = binary.LittleEndian.Uint64(payload)
		}
	})
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
	t.clear(rank, where)
	f := t.begin()
	room := make([]byte, mostData)
	for from, total := uint64(0), x.Remote.Total(); from < total; {
		n := request.Part(x, from, mostData)
		text := room[:request.Put(room, x, from, n)]
		if x.Kind == armci.KindGet {
			at := from
			f.n++
			t.ask(rank, message{kind: msgRequest}, text, func(payload []byte) {
				if uint64(len(payload)) == n {
					request.Scatter(&into, at, payload)
				}
				t.end(f)
			})
		} else {
			t.inform(rank, message{kind: msgRequest}, text)
		}
		from += n
	}
	t.end(f)
	if x.Kind != armci.KindGet {
		return 0, true
	}
	return f.op, true
}
