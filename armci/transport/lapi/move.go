package lapi

import (
	"gasnetgo/armci"
	"gasnetgo/armci/request"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
)

// here does a transfer with this rank itself, or of nothing.
func (t *Transport) here(rank int, dest, source uintptr, bytes uint64) bool {
	if bytes > 0 && rank == t.Me {
		t.copyHere(dest, source, bytes)
	}
	return bytes == 0 || rank == t.Me
}

// Put begins LAPI's.
func (t *Transport) Put(to int, dest, source uintptr, bytes uint64) (op armci.Op) {
	if t.here(to, dest, source, bytes) {
		return 0
	}
	t.within(func() {
		t.follow(to, false)
		t.do(func() {
			op = t.begin()
			t.put(op, to, dest, source, bytes)
		})
	})
	return op
}

func (t *Transport) put(op armci.Op, to int, dest, source uintptr, bytes uint64) {
	t.m.Put(to, client.Piece(dest, bytes), t.m.Source(source, bytes), lapi.Counters{Origin: t.numbers.New(t.part(op)), Complete: t.numbers.New(t.complete(&t.peers[to]))}, lapi.Callback{})
}

// Get begins LAPI's.
func (t *Transport) Get(from int, dest, source uintptr, bytes uint64) (op armci.Op) {
	if t.here(from, dest, source, bytes) {
		return 0
	}
	t.within(func() {
		t.follow(from, false)
		t.do(func() {
			op = t.begin()
			t.get(op, from, dest, source, bytes)
		})
	})
	return op
}

func (t *Transport) get(op armci.Op, from int, dest, source uintptr, bytes uint64) {
	local, all := t.part(op), t.complete(&t.peers[from])
	there := t.numbers.New(func() {
		local()
		all()
	})
	t.m.Get(from, client.Piece(source, bytes), client.Piece(dest, bytes), lapi.Counters{Origin: there}, lapi.Callback{})
}

const mostAnswer = 16 << 10 // bytes of an answer to a request for runs with strides

// Move moves runs.
func (t *Transport) Move(rank int, x *armci.Transfer) (op armci.Op, ok bool) {
	adds := x.Kind == armci.KindAcc
	switch {
	case adds && rank == t.Me:
		t.do(func() {
			x.Each(func(local, remote uintptr, n uint64) { x.Add.Add(memory.Bytes(remote, n), memory.Bytes(local, n)) })
			t.World.Charge(pace.Copy, 2*x.Remote.Total())
		})
		return 0, true
	case !adds && (rank == t.Me || x.Remote.Count() == 1):
		return 0, false
	}
	t.within(func() {
		t.follow(rank, adds)
		t.do(func() { op = t.begin() })
		t.move(op, rank, x)
		t.do(func() {
			if t.parts[op] == 0 { // all has been copied
				delete(t.parts, op)
			}
		})
	})
	return op, true
}

// move sends the parts of a transfer, and deals with what comes in between.
func (t *Transport) move(op armci.Op, rank int, x *armci.Transfer) {
	total := x.Remote.Total()
	parts := func(send func(from uint64) uint64) {
		for from := uint64(0); from < total; t.catch() {
			t.do(func() { from += send(from) })
		}
	}
	switch {
	case x.Kind != armci.KindAcc && total >= t.Direct:
		x.Each(func(local, remote uintptr, n uint64) {
			t.do(func() {
				if x.Kind == armci.KindGet {
					t.get(op, rank, local, remote, n)
				} else {
					t.put(op, rank, remote, local, n)
				}
			})
			t.catch()
		})
	case x.Kind == armci.KindGet:
		into := x.Local.Clone() // the caller may change them when this returns
		parts(func(from uint64) uint64 { return t.ask(op, rank, x, &into, from) })
	default:
		parts(func(from uint64) uint64 { return t.pack(rank, x, from) })
	}
}

// space is how long a request in a user header may be.
func (t *Transport) space() uint64 { return (t.m.Header - headBytes) &^ (requestAlign - 1) }

// pack sends a part of a put or an accumulate in the user header of an active message.
func (t *Transport) pack(rank int, x *armci.Transfer, from uint64) uint64 {
	n := request.Part(x, from, t.space())
	h := make([]byte, headBytes+t.space())
	length := request.Put(h[headBytes:], x, from, n)
	t.World.Charge(pace.Copy, n)
	t.send(rank, head{kind: kindTransfer}, h[:headBytes+length], nil, t.complete(&t.peers[rank]))
	return n
}

// ask asks for a part of a get, whose target puts it into memory of this rank's.
func (t *Transport) ask(op armci.Op, rank int, x *armci.Transfer, into *armci.Runs, from uint64) uint64 {
	most := t.space()
	if x.Remote.List == nil {
		most = mostAnswer
	}
	n := request.Part(x, from, most)
	h := make([]byte, headBytes+t.space())
	length := request.Put(h[headBytes:], x, from, n)
	answer, local, all := make([]byte, n), t.part(op), t.complete(&t.peers[rank])
	there := t.numbers.New(func() {
		request.Scatter(into, from, answer)
		t.World.Charge(pace.Copy, n)
		local()
		all()
	})
	t.send(rank, head{kind: kindTransfer, number: uint64(there), at: uint64(memory.Address(answer))}, h[:headBytes+length], nil, nil)
	return n
}
