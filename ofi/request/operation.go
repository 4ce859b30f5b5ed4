package request

import "gasnetgo/ofi"

// Operation is a request without reply, or a write or read of a peer's memory. It is the layer's, which uses it again, so that a call allocates nothing.
type Operation[T any] struct {
	Note T // the client's

	peer    int
	bytes   int    // of the reply
	kept    bool   // Release gives it back to the layer
	local   []byte // kept alive while the network uses it
	done    bool
	failure error
	ended   ofi.Pending
	polls   func() bool // polls, and reports whether the operation has ended, or the layer has failed
}

// AnyBytes says that the client checks the length of a reply itself.
const AnyBytes = -1

// Begin returns an operation with a zero note, which the caller passes to Request, Write or Read before it releases the lock. Unless keep, it is the layer's again when it has ended.
func (l *Layer[T]) Begin(keep bool) *Operation[T] {
	var o *Operation[T]
	if n := len(l.unused); n > 0 {
		o, l.unused = l.unused[n-1], l.unused[:n-1]
	} else {
		o = &Operation[T]{}
		o.ended = func(failure error) { l.end(o, nil, failure) }
		o.polls = l.port.Polling(func() bool { return o.done || l.Failed() != nil })
	}
	o.kept = keep
	return o
}

// CanRequest reports whether a request to a peer may be sent: [ofi.Ahead] requests to it are not without reply, and the network has space.
func (l *Layer[T]) CanRequest(to int) bool {
	return l.peers[to].requests < ofi.Ahead && !l.port.Backlog()
}

// Unreplied is how many requests to a peer have no reply.
func (l *Layer[T]) Unreplied(to int) int { return l.peers[to].requests }

// Request sends a message that the peer replies to with so many bytes, or AnyBytes. The caller has waited until CanRequest.
func (l *Layer[T]) Request(o *Operation[T], to int, m Message, payload []byte, bytes int) {
	o.peer, o.bytes = to, bytes
	l.peers[to].requests++
	m.ID = l.open.Add(o)
	l.Send(to, m, payload)
}

// Write starts a write of local memory to a peer's. local, unless it is nil, is memory that is kept alive until the write has ended. It polls while there is no space.
func (l *Layer[T]) Write(o *Operation[T], to int, from uintptr, bytes uint64, place ofi.Place, local []byte) {
	o.local = local
	l.port.Write(to, from, bytes, place, o.ended)
}

// Read starts a read of a peer's memory; otherwise it is like Write.
func (l *Layer[T]) Read(o *Operation[T], from int, to uintptr, bytes uint64, place ofi.Place, local []byte) {
	o.local = local
	l.port.Read(from, to, bytes, place, o.ended)
}

// end ends an operation.
func (l *Layer[T]) end(o *Operation[T], reply []byte, failure error) {
	o.done, o.failure, o.local = true, failure, nil
	if failure != nil {
		l.fail(failure)
	}
	l.client.Ended(&o.Note, reply, failure)
	if !o.kept {
		l.reuse(o)
	}
}

func (l *Layer[T]) reuse(o *Operation[T]) {
	if len(l.unused) < ofi.Ahead {
		*o = Operation[T]{ended: o.ended, polls: o.polls}
		l.unused = append(l.unused, o)
	}
}

// Wait blocks until an operation that is kept has ended, or the layer has failed. It is called without the lock.
func (l *Layer[T]) Wait(o *Operation[T]) { l.port.WaitPolling(o.polls) }

// Release returns the failure of the layer or of an operation that is kept, after Wait. The operation must not be used afterwards.
func (l *Layer[T]) Release(o *Operation[T]) error {
	err := l.Failed()
	if err == nil {
		err = o.failure
	}
	if o.done {
		l.reuse(o)
	} else {
		o.kept = false
	}
	return err
}
