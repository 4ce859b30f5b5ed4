// Package reference is GASNet's extended API on top of a conduit's core: what a conduit does not do by itself is done here with active messages between the
// libraries, whose handlers have indices from conduit.FirstReference to conduit.FirstLibrary - 1. A message of theirs never reaches the program.
package reference

import (
	"slices"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
)

// Handlers' indices.
const (
	handlePut        = conduit.FirstReference + iota // Long request: bytes are in place; args op
	handleGet                                        // Short request: args source, dest, bytes, op
	handleGot                                        // Medium reply: args dest, op
	handleSet                                        // Short request: args dest, bytes, value, op
	handleDone                                       // Short reply: args op
	handleNotified                                   // Short request to rank 0: args phase, kind, id
	handleReleased                                   // Short request from rank 0: args phase, kind, id
	handleAtomic                                     // Short request: args code, type, op, dest, operands, result
	handleAtomicDone                                 // Short reply: args type, op, result, old value
)

// Extended is the extended API of one rank. Like a Core it is called by one thread at a time.
type Extended struct {
	core    conduit.Core
	putter  conduit.Putter
	getter  conduit.Getter
	setter  conduit.Setter
	ops     map[int32]*conduit.Op // parts of operations under way, by number
	next    int32
	later   []func() bool // requests that had no room, in order
	replies []func() bool // replies that had no room; each is sent as soon as its receiver has room, whatever the others wait for
	barrier conduit.Barrier
}

// New makes what the conduit lacks.
func New(core conduit.Core) *Extended {
	x := &Extended{core: core, ops: map[int32]*conduit.Op{}}
	x.putter, _ = core.(conduit.Putter)
	x.getter, _ = core.(conduit.Getter)
	x.setter, _ = core.(conduit.Setter)
	if b, ok := core.(conduit.Barrier); ok {
		x.barrier = b
	} else {
		x.barrier = &barrier{x: x}
	}
	return x
}

// Pump tries again to send what had no room. Replies come first: they use nothing that requests use up.
func (x *Extended) Pump() {
	if len(x.replies) > 0 {
		x.replies = slices.DeleteFunc(x.replies, func(send func() bool) bool { return send() })
	}
	for len(x.later) > 0 {
		if !x.later[0]() {
			return
		}
		x.later = x.later[1:]
	}
}

// eventually sends now or as soon as there is room, in order.
func (x *Extended) eventually(send func() bool) {
	x.Pump()
	if len(x.later) > 0 || !send() {
		x.later = append(x.later, send)
	}
}

// number gives a part of an operation a number for the way there and back.
func (x *Extended) number(op *conduit.Op) int32 {
	x.next++
	op.Begin()
	x.ops[x.next] = op
	return x.next
}

func (x *Extended) finish(n int32) {
	if op := x.ops[n]; op != nil {
		delete(x.ops, n)
		op.Finish()
	}
}

// Put is conduit.Putter's. Without one, pieces travel as Longs and are acknowledged.
func (x *Extended) Put(to int, dest, source uintptr, bytes uint64, bulk bool, op *conduit.Op) bool {
	if x.putter != nil {
		return x.putter.Put(to, dest, source, bytes, bulk, op)
	}
	if len(x.later) > 0 {
		return false
	}
	var hold []byte // what keeps a copy of the source alive
	piece := x.core.Limits().LongRequest
	for at := uint64(0); at < bytes; at += piece {
		n := min(piece, bytes-at)
		args := []int32{x.number(op)}
		from := source + uintptr(at)
		send := func() bool {
			return x.core.Request(to, &conduit.Message{Kind: conduit.Long, Handler: handlePut, Args: args, Source: from, Bytes: n, Dest: dest + uintptr(at)})
		}
		if len(x.later) == 0 && send() {
			continue
		}
		if !bulk { // the caller's memory is the caller's again when this returns
			hold = append([]byte(nil), memory.Bytes(from, n)...)
			kept := hold
			send = func() bool {
				return x.core.Request(to, &conduit.Message{Kind: conduit.Long, Handler: handlePut, Args: args, Source: memory.Address(kept), Bytes: n, Dest: dest + uintptr(at)})
			}
		}
		x.later = append(x.later, send)
	}
	return true
}

// Get is conduit.Getter's. Without one, pieces are asked for and come as Mediums, since dest may be anywhere.
func (x *Extended) Get(from int, dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	if x.getter != nil {
		return x.getter.Get(from, dest, source, bytes, op)
	}
	if len(x.later) > 0 {
		return false
	}
	piece := x.core.Limits().Medium
	for at := uint64(0); at < bytes; at += piece {
		n := min(piece, bytes-at)
		args := words(uint64(source)+at, uint64(dest)+at, n)
		args = append(args, x.number(op))
		x.eventually(func() bool {
			return x.core.Request(from, &conduit.Message{Kind: conduit.Short, Handler: handleGet, Args: args})
		})
	}
	return true
}

// Set is conduit.Setter's. Without one it is a request.
func (x *Extended) Set(to int, dest uintptr, value byte, bytes uint64, op *conduit.Op) bool {
	if x.setter != nil {
		return x.setter.Set(to, dest, value, bytes, op)
	}
	if len(x.later) > 0 {
		return false
	}
	args := append(words(uint64(dest), bytes), int32(value), x.number(op))
	x.eventually(func() bool {
		return x.core.Request(to, &conduit.Message{Kind: conduit.Short, Handler: handleSet, Args: args})
	})
	return true
}

// Notify and Ready are conduit.Barrier's.
func (x *Extended) Notify(c conduit.Consensus)       { x.barrier.Notify(c) }
func (x *Extended) Ready() (conduit.Consensus, bool) { return x.barrier.Ready() }

// Handle runs a library's handler and gives the arrival back to the core. It never waits: a reply that finds no room is sent by a later Pump, and its
// request keeps its place until then, so that no more replies can be due than requests fit in. Waiting here would break the rule of package conduit:
// the replies that the receiver has to take first may be the program's, whose handlers cannot run here.
func (x *Extended) Handle(a *conduit.Arrival) {
	switch a.Handler {
	case handlePut:
		x.reply(a, &conduit.Message{Kind: conduit.Short, Handler: handleDone, Args: a.Args[:1]})
		return
	case handleGet:
		source, dest, bytes := word(a.Args[0:]), a.Args[2:4], word(a.Args[4:])
		args := append(append([]int32{}, dest...), a.Args[6])
		x.reply(a, &conduit.Message{Kind: conduit.Medium, Handler: handleGot, Args: args, Source: uintptr(source), Bytes: bytes})
		return
	case handleSet:
		memory.Fill(uintptr(word(a.Args[0:])), byte(a.Args[4]), word(a.Args[2:]))
		x.reply(a, &conduit.Message{Kind: conduit.Short, Handler: handleDone, Args: a.Args[5:6]})
		return
	case handleAtomic:
		x.requested(a)
		return
	case handleAtomicDone:
		x.replied(a)
	case handleGot:
		memory.Copy(uintptr(word(a.Args[0:])), a.Buffer, a.Bytes)
		x.finish(a.Args[2])
	case handleDone:
		x.finish(a.Args[0])
	case handleNotified, handleReleased:
		if b, ok := x.barrier.(*barrier); ok {
			b.handle(a)
		}
	}
	x.core.Done(a)
}

// reply sends the reply to a request, now or as soon as there is room, and then gives the request back.
func (x *Extended) reply(a *conduit.Arrival, m *conduit.Message) {
	send := func() bool {
		sent := x.core.Reply(a, m)
		if sent {
			x.core.Done(a)
		}
		return sent
	}
	if !send() {
		x.replies = append(x.replies, send)
	}
}

// words are 64-bit values as arguments, low half first.
func words(values ...uint64) (args []int32) {
	for _, v := range values {
		args = append(args, int32(uint32(v)), int32(uint32(v>>32)))
	}
	return args
}

func word(args []int32) uint64 { return uint64(uint32(args[0])) | uint64(uint32(args[1]))<<32 }
