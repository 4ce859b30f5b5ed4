package portals

import (
	"gasnetgo/armci"
	"gasnetgo/armci/request"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/portals/client"
)

// Put begins a put with an acknowledgement.
func (t *Transport) Put(to int, dest, source uintptr, bytes uint64) armci.Op {
	if t.local(to, dest, source, bytes) {
		return 0
	}
	return t.issue(to, func(p *peer, f *operation) error {
		op, place, h, err := t.start(to, p, source, bytes)
		if err != nil {
			return err
		}
		h.fence = p
		op.CountSent(f)
		op.CountComplete(h)
		t.World.Charge(pace.Call, 1)
		err = t.client.Put(op, place, bytes, t.remote(to, dest, op), 0)
		t.client.Release(op)
		return err
	})
}

// Get begins a get.
func (t *Transport) Get(from int, dest, source uintptr, bytes uint64) armci.Op {
	if t.local(from, dest, source, bytes) {
		return 0
	}
	return t.issue(from, func(p *peer, f *operation) error {
		op, place, h, err := t.start(from, p, dest, bytes)
		if err != nil {
			return err
		}
		h.operation = f
		op.CountComplete(h)
		t.World.Charge(pace.Call, 1)
		err = t.client.Get(op, place, bytes, t.remote(from, source, op))
		t.client.Release(op)
		return err
	})
}

// PutFlag sends a put that is not acknowledged, and behind it a request to store an int, which has no answer: see Fence. Where the request could overtake the put,
// it waits for an acknowledgement.
func (t *Transport) PutFlag(to int, dest, source uintptr, bytes uint64, at uintptr, value int32) armci.Op {
	store := armci.Atomic{Kind: armci.AtomicSwap, Width: 4, Value: uint64(uint32(value))}
	if to == t.Me || t.Unordered {
		op := t.Put(to, dest, source, bytes)
		t.Fence(to)
		t.Atomic(to, at, store)
		return op
	}
	return t.issue(to, func(p *peer, f *operation) error {
		p.flagged = true
		if bytes > 0 {
			op, place, h, err := t.start(to, p, source, bytes)
			if err != nil {
				return err
			}
			h.operation = f
			op.CountComplete(h)
			t.World.Charge(pace.Call, 1)
			err = t.client.Message(op, place, bytes, t.remote(to, dest, op), 0)
			t.client.Release(op)
			if err != nil {
				return err
			}
		}
		if err := t.client.Await("room for a flag", func() bool { return t.Link.Ready(t.ID(to)) }); err != nil {
			return err
		}
		t.World.Charge(pace.Call, 1)
		t.client.Post(t.ends.none, t.request(to, toHeader, kindFlag, 0, uint64(at)), store.Value)
		return nil
	})
}

// local does a transfer with this rank itself, or of nothing.
func (t *Transport) local(rank int, dest, source uintptr, bytes uint64) bool {
	if bytes > 0 && rank == t.Me {
		t.Host.Lock()
		t.copyHere(dest, source, bytes)
		t.Host.Unlock()
		t.World.Settle()
	}
	return bytes == 0 || rank == t.Me
}

// issue has do begin messages to a rank, with the lock, and lets their time pass.
func (t *Transport) issue(rank int, do func(p *peer, f *operation) error) armci.Op {
	t.Host.Lock()
	f := t.begin()
	err := do(&t.peers[rank], f)
	t.Host.Unlock()
	t.must(err)
	t.World.Settle()
	return f.end()
}

// start makes the record of a put or get, and finds a descriptor of local memory.
func (t *Transport) start(rank int, p *peer, local uintptr, bytes uint64) (op *client.Operation, at client.Place, h *holds, err error) {
	if err = t.follow(p, false); err != nil {
		return nil, at, nil, err
	}
	if op, err = t.client.Start(0, t.ID(rank)); err != nil {
		return nil, at, nil, err
	}
	h = &holds{t: t}
	at, err = t.bind(h, local, bytes)
	return op, at, h, err
}

// bind finds a descriptor of local memory: of this rank's part, or one for this message alone.
func (t *Transport) bind(h *holds, addr uintptr, bytes uint64) (client.Place, error) {
	if part := t.Part(t.Me); addr >= part.Base && uint64(addr-part.Base) < part.Len {
		return t.ends.local.At(addr, bytes), nil
	}
	for len(t.stale) > 0 && t.client.Unbind(t.stale[0]) {
		t.stale = t.stale[1:]
	}
	t.World.Charge(pace.Call, 1)
	at, ok := t.client.Bind(addr, bytes, t.ends.events)
	if !ok {
		return at, t.client.Err()
	}
	h.temp, h.bound = at, true
	return at, nil
}

// Move sends requests for accumulates and for transfers of short runs.
func (t *Transport) Move(rank int, x *armci.Transfer) (armci.Op, bool) {
	adds := x.Kind == armci.KindAcc
	switch {
	case t.Alone:
		return 0, false
	case !adds && (rank == t.Me || x.Remote.Bytes >= directRun || x.Remote.Count() == 1):
		return 0, false
	case rank == t.Me:
		t.addHere(x)
		return 0, true
	}
	var into *armci.Runs
	if x.Kind == armci.KindGet {
		runs := x.Local.Clone() // the caller may change them when this returns
		into = &runs
	}
	t.Host.Lock()
	f := t.begin()
	for from, total := uint64(0), x.Remote.Total(); from < total; {
		n, err := t.part(rank, x, from, into, f)
		t.Host.Unlock()
		t.must(err)
		t.World.Settle()
		t.Host.Lock()
		from += n
	}
	t.Host.Unlock()
	return f.end(), true
}

// part sends the request for a part of a transfer, once there is a slot, and returns the bytes that it is about.
func (t *Transport) part(rank int, x *armci.Transfer, from uint64, into *armci.Runs, f *operation) (uint64, error) {
	p := &t.peers[rank]
	if err := t.follow(p, x.Kind == armci.KindAcc); err != nil {
		return 0, err
	}
	slot, err := t.takeSlot(p)
	if err != nil {
		return 0, err
	}
	n := request.Part(x, from, t.shape.bytes)
	length := request.Put(t.outMemory(rank, slot), x, from, n)
	t.World.Charge(pace.Copy, length)
	h := &holds{t: t, rank: rank, slot: slot, slotted: true}
	if into != nil {
		h.into, h.from, h.bytes, h.operation = into, from, n, f
	} else {
		h.fence = p
	}
	_, err = t.send(rank, slot, kindTransfer, length, h)
	return n, err
}

// send sends the request in a slot, once there is space for it. It is complete when the answer has arrived.
func (t *Transport) send(rank int, slot uint32, k kind, length uint64, h *holds) (*client.Operation, error) {
	op, err := t.client.Start(0, t.ID(rank))
	if err != nil {
		return nil, err
	}
	op.CountComplete(h)
	t.World.Charge(pace.Call, 1)
	at := t.shape.offset(rank, slot)
	there := t.shape.offset(t.Me, slot)
	err = t.client.Request(op, t.ends.out.At(at), length, t.request(rank, toSlot, k, op.ID(), there), 0)
	t.client.Release(op)
	return op, err
}

// addHere adds to memory of this rank, which no request does meanwhile.
func (t *Transport) addHere(x *armci.Transfer) {
	t.Host.Lock()
	x.Each(func(local, remote uintptr, n uint64) { x.Add.Add(memory.Bytes(remote, n), memory.Bytes(local, n)) })
	t.World.Charge(pace.Copy, 2*x.Remote.Total())
	t.Host.Unlock()
	t.World.Settle()
}
