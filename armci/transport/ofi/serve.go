package ofi

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/request"
	"gasnetgo/internal/memory"
	layer "gasnetgo/ofi/request"
)

// client is the transport as its layer sees it: all calls come with the port locked.
type client struct{ *Transport }

var _ layer.Client[note] = client{}

// Execute executes what a peer requests. The reply is memory of the transport, or the arena's.
func (t client) Execute(from int, m layer.Message, payload []byte) (reply []byte, err error) {
	p, at := &t.peers[from], uintptr(m.At)
	switch m.Kind {
	case msgPut:
		if err := t.inside(at, uint64(len(payload))); err != nil {
			return nil, err
		}
		copy(memory.Bytes(at, len(payload)), payload)
	case msgGet:
		if m.Value > mostData {
			return nil, fmt.Errorf("%d bytes are too many for a reply", m.Value)
		}
		if err := t.inside(at, m.Value); err != nil {
			return nil, err
		}
		return memory.Bytes(at, m.Value), nil
	case msgAtomic:
		if m.Type != 4 && m.Type != 8 || at%uintptr(m.Type) != 0 || m.Op > uint8(armci.AtomicFetch) {
			return nil, fmt.Errorf("atomic operation %d of %d bytes at %#x", m.Op, m.Type, at)
		}
		if err := t.inside(at, uint64(m.Type)); err != nil {
			return nil, err
		}
		old := t.own.Atomic(0, at, armci.Atomic{Kind: armci.AtomicKind(m.Op), Width: int(m.Type), Value: m.Value, Cond: m.Cond})
		return binary.LittleEndian.AppendUint64(t.reply[:0], old), nil
	case msgRequest:
		return t.serve(payload)
	case msgText:
		if p.partial == nil {
			p.partial = &armci.Message{Context: m.At, Tag: int64(m.Value)}
		}
		p.partial.Data = append(p.partial.Data, payload...)
		if m.Part == 0 {
			p.inbox.Put(*p.partial)
			p.partial = nil
		}
	case msgPages:
		p.knows = true
		list := t.reply[:0]
		for _, r := range t.Pages.Nearby(t.Port.Rank, at) {
			list = binary.LittleEndian.AppendUint64(list, uint64(r.From))
			list = binary.LittleEndian.AppendUint64(list, uint64(r.To))
		}
		return list, nil
	case msgFreed:
		p.forget(armci.Range{From: at, To: at + uintptr(m.Value)})
	}
	return nil, nil
}

// serve executes a request of package request.
func (t *Transport) serve(payload []byte) (reply []byte, err error) {
	r, err := request.Read(t.room[:copy(t.room, payload)])
	if err != nil {
		return nil, err
	}
	if part := t.Parts[t.Port.Rank]; !r.Inside(part.Arena, t.Pages.Bytes) {
		return nil, fmt.Errorf("runs of %d bytes are not all in memory that peers may use", r.Runs.Bytes)
	}
	switch r.Kind {
	case armci.KindGet:
		if r.Bytes > mostData {
			return nil, fmt.Errorf("%d bytes are too many for a reply", r.Bytes)
		}
		reply = t.reply[:r.Bytes]
		request.Gather(reply, &r.Runs, r.Skip)
		return reply, nil
	case armci.KindAcc:
		data := r.Data
		r.Runs.Walk(r.Skip, r.Bytes, func(at uintptr, n uint64) {
			t.add(&r.Add, at, data[:n])
			data = data[n:]
		})
	default:
		r.Serve()
	}
	return nil, nil
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

// inside is an error if bytes are not all in memory that peers may use.
func (t *Transport) inside(at uintptr, bytes uint64) error {
	part := t.Parts[t.Port.Rank]
	arena, control := layer.Memory{Base: uint64(part.Arena), Bytes: t.Pages.Bytes}, layer.Memory{Base: uint64(part.Control), Bytes: t.Control}
	if !arena.Has(uint64(at), bytes) && !control.Has(uint64(at), bytes) {
		return layer.Outside(uint64(at), bytes)
	}
	return nil
}

// Acknowledged has nothing to do: fences ask the streams.
func (client) Acknowledged(int) {}

// Ended completes a part of an operation.
func (t client) Ended(n *note, reply []byte, failure error) {
	if n.moves {
		t.peers[n.peer].moved(&n.span)
	}
	switch {
	case failure != nil:
	case n.read != nil:
		n.read(reply)
	case n.into != 0:
		copy(memory.Bytes(n.into, len(reply)), reply)
	}
	t.end(n.op)
}
