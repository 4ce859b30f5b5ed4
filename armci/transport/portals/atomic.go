package portals

import (
	"encoding/binary"

	"gasnetgo/armci"
	"gasnetgo/internal/pace"
	"gasnetgo/portals/client"
)

// Atomic is a request to the rank that has the word: a header alone, whose offset is the address and whose header data the value. The condition of a compare and
// swap of 4 bytes is in the upper half of the value; one of 8 bytes has a payload.
func (t *Transport) Atomic(on int, at uintptr, a armci.Atomic) uint64 {
	if on == t.Me {
		t.Host.Lock()
		old := t.own.Atomic(on, at, a)
		t.World.Charge(pace.Call, 1) // of the library: a program may wait in a loop of such calls
		t.Host.Unlock()
		t.World.Settle()
		return old
	}
	if a.Kind == armci.AtomicCompareSwap && a.Width == 8 {
		return t.compareSwap(on, at, a)
	}
	value := a.Value
	if a.Width == 4 {
		value = a.Cond<<32 | a.Value&0xffffffff
	}
	return t.ask(on, kindOf(a), at, value)
}

// ask sends a header and waits for the word that answers it.
func (t *Transport) ask(on int, k kind, at uintptr, data uint64) uint64 {
	return t.await(func() (*client.Operation, error) {
		if err := t.follow(&t.peers[on], false); err != nil {
			return nil, err
		}
		return t.header(on, k, at, data, nil)
	})
}

// header sends a request without a payload. It is not released: the caller does that.
func (t *Transport) header(on int, k kind, at uintptr, data uint64, h *holds) (*client.Operation, error) {
	op, err := t.client.Start(0, t.ID(on))
	if err != nil {
		return nil, err
	}
	op.Fetch(8, nil)
	if h != nil {
		op.CountComplete(h)
	}
	t.World.Charge(pace.Call, 1)
	return op, t.client.Request(op, client.Place{MD: t.ends.none}, 0, t.request(on, toHeader, k, op.ID(), uint64(at)), data)
}

// await waits for the word that answers a request.
func (t *Transport) await(start func() (*client.Operation, error)) (word uint64) {
	t.Host.Lock()
	op, err := start()
	if err == nil {
		t.Host.Unlock()
		t.World.Settle()
		t.Host.Lock()
		err = t.client.Await("a request of ARMCI", op.Complete)
		word = binary.NativeEndian.Uint64(op.Element())
		t.client.Release(op)
	}
	t.Host.Unlock()
	t.must(err)
	return word
}

// kindOf and atomicOf say in the kind of a request what is done to a word.
func kindOf(a armci.Atomic) kind {
	k := kindAtomic + kind(a.Kind)*2
	if a.Width == 8 {
		k++
	}
	return k
}

func atomicOf(k kind, data uint64) armci.Atomic {
	k -= kindAtomic
	if k%2 == 1 {
		return armci.Atomic{Kind: armci.AtomicKind(k / 2), Width: 8, Value: data}
	}
	return armci.Atomic{Kind: armci.AtomicKind(k / 2), Width: 4, Value: data & 0xffffffff, Cond: data >> 32}
}

const compareSwapBytes = 24

// compareSwap is one of 8 bytes.
func (t *Transport) compareSwap(on int, at uintptr, a armci.Atomic) uint64 {
	return t.await(func() (*client.Operation, error) {
		p := &t.peers[on]
		if err := t.follow(p, false); err != nil {
			return nil, err
		}
		slot, err := t.takeSlot(p)
		if err != nil {
			return nil, err
		}
		op, err := t.client.Start(0, t.ID(on))
		if err != nil {
			return nil, err
		}
		b := t.outMemory(on, slot)
		binary.NativeEndian.PutUint64(b, uint64(at))
		binary.NativeEndian.PutUint64(b[8:], a.Value)
		binary.NativeEndian.PutUint64(b[16:], a.Cond)
		op.Fetch(8, nil)
		op.CountComplete(&holds{t: t, rank: on, slot: slot, slotted: true})
		t.World.Charge(pace.Call, 1)
		to := t.request(on, toSlot, kindCompareSwap, op.ID(), t.shape.offset(t.Me, slot))
		return op, t.client.Request(op, t.ends.out.At(t.shape.offset(on, slot)), compareSwapBytes, to, 0)
	})
}

func readCompareSwap(b []byte) (at uintptr, a armci.Atomic) {
	if len(b) < compareSwapBytes {
		return 0, a
	}
	order := binary.NativeEndian
	return uintptr(order.Uint64(b)), armci.Atomic{Kind: armci.AtomicCompareSwap, Width: 8, Value: order.Uint64(b[8:]), Cond: order.Uint64(b[16:])}
}
