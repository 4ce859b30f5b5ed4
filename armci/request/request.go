// Package request is the part of a transfer that one rank asks another to do: what a message of it looks like, how much fits into one, and what its target does.
// Transports whose ranks serve each other share it; how messages travel is theirs.
//
// A request is about a part of a transfer's stream (armci.Runs). It has the runs of the target's side, for a put or an accumulate also the data. All numbers are
// in the byte order of the machine.
//
//	 0  kind, type of elements, levels of strides, 1 if there is a list instead (a byte each), number of addresses in the list (4 bytes)
//	 8  bytes of a run
//	16  bytes of the stream before this part, in the runs that follow
//	24  bytes of this part
//	32  address of the first run
//	40  counts and strides, 4 bytes each, or the list, 8 bytes each
//	    of an accumulate: the factor, 16 bytes
//	    up to a multiple of 16: nothing; then the data
package request

import (
	"encoding/binary"
	"errors"

	"gasnetgo/armci"
	"gasnetgo/internal/memory"
)

const (
	headBytes   = 40
	factorBytes = armci.MostElement
	align       = armci.MostElement

	// MostHead is the longest head of a request about strides. A message has space for that and some data.
	MostHead = (headBytes + 8*armci.MaxLevels + factorBytes + align - 1) / align * align
)

// Request is one that has arrived.
type Request struct {
	Kind  int32
	Runs  armci.Runs
	Skip  uint64 // where in the stream the part begins
	Bytes uint64 // of it
	Add   armci.Adder
	Data  []byte // of a put or accumulate; part of the message
}

// Part is how much of a transfer, from a place in its stream on, one message has space for. largest is the size of a message, both of the request and of the
// data of its answer: at least twice MostHead.
func Part(x *armci.Transfer, from, largest uint64) (bytes uint64) {
	left := x.Remote.Total() - from
	space := (largest - MostHead) / align * align
	data := space // of the message that has the data
	if x.Kind == armci.KindGet {
		data = largest / align * align
	}
	if x.Remote.List == nil {
		return min(left, data)
	}
	// An address takes 8 bytes of the request, in which those of up to 15 bytes are lost to alignment.
	first := x.Remote.Bytes - from%x.Remote.Bytes
	space -= align
	more, each := uint64(0), x.Remote.Bytes+8
	switch {
	case x.Kind == armci.KindGet && first < data:
		more = min((data-first)/x.Remote.Bytes, space/8-1)
	case x.Kind == armci.KindGet:
		return min(left, data)
	case first+8 <= space:
		more = (space - first - 8) / each
	default:
		return min(left, (space-8)/align*align)
	}
	return min(left, first+more*x.Remote.Bytes)
}

// Put writes a request about bytes of a transfer, which Part has given, and returns its length. The data of a put or an accumulate is copied into it.
func Put(into []byte, x *armci.Transfer, from, bytes uint64) uint64 {
	r := &x.Remote
	skip, list, levels := from, []uintptr(nil), len(r.Counts)
	if r.List != nil {
		first := from / r.Bytes
		skip, levels = from%r.Bytes, 0
		list = r.List[first : (from+bytes-1)/r.Bytes+1]
	}
	order := binary.NativeEndian
	b := append(into[:0], byte(x.Kind), 0, byte(levels), flag(r.List != nil))
	if x.Kind == armci.KindAcc {
		b[1] = byte(x.Add.Op - armci.AccInt)
	}
	b = order.AppendUint32(b, uint32(len(list)))
	for _, v := range []uint64{r.Bytes, skip, bytes, uint64(r.At)} {
		b = order.AppendUint64(b, v)
	}
	for i := range levels {
		b = order.AppendUint32(b, uint32(r.Counts[i]))
		b = order.AppendUint32(b, uint32(r.Strides[i]))
	}
	for _, at := range list {
		b = order.AppendUint64(b, uint64(at))
	}
	if x.Kind == armci.KindAcc {
		b = append(b, x.Add.Scale...)
		b = append(b, make([]byte, factorBytes-len(x.Add.Scale))...)
	}
	for len(b)%align != 0 {
		b = append(b, 0)
	}
	if x.Kind == armci.KindGet {
		return uint64(len(b))
	}
	head := uint64(len(b))
	Gather(into[head:head+bytes], &x.Local, from)
	return head + bytes
}

// Gather copies a part of a stream, from a place on.
func Gather(into []byte, r *armci.Runs, from uint64) {
	r.Walk(from, uint64(len(into)), func(at uintptr, n uint64) {
		copy(into[:n], memory.Bytes(at, n))
		into = into[n:]
	})
}

// Scatter stores a part of a stream, from a place on.
func Scatter(r *armci.Runs, from uint64, data []byte) {
	r.Walk(from, uint64(len(data)), func(at uintptr, n uint64) {
		copy(memory.Bytes(at, n), data[:n])
		data = data[n:]
	})
}

// errBad is the error of messages that are no requests.
var errBad = errors.New("not a request")

// Read reads one. The result refers to the message.
func Read(b []byte) (r Request, err error) {
	if len(b) < headBytes {
		return r, errBad
	}
	order := binary.NativeEndian
	r.Kind = int32(b[0])
	op, levels, listed, addresses := armci.AccInt+int32(b[1]), int(b[2]), b[3] != 0, uint64(order.Uint32(b[4:]))
	r.Runs.Bytes, r.Skip, r.Bytes, r.Runs.At = order.Uint64(b[8:]), order.Uint64(b[16:]), order.Uint64(b[24:]), uintptr(order.Uint64(b[32:]))
	rest := b[headBytes:]
	need := uint64(levels) * 8
	if listed {
		need = addresses * 8
	}
	if r.Kind == armci.KindAcc {
		need += factorBytes
	}
	if levels > armci.MaxLevels || listed && levels > 0 || uint64(len(rest)) < need {
		return r, errBad
	}
	if listed {
		r.Runs.List = memory.Slice[uintptr](memory.Address(rest), addresses)
		rest = rest[8*addresses:]
	}
	for range levels {
		r.Runs.Counts, r.Runs.Strides = append(r.Runs.Counts, int32(order.Uint32(rest))), append(r.Runs.Strides, int32(order.Uint32(rest[4:])))
		rest = rest[8:]
	}
	if !r.sound() {
		return r, errBad
	}
	switch r.Kind {
	case armci.KindGet:
		return r, nil
	case armci.KindAcc:
		var known bool
		if r.Add, known = armci.AdderOf(op, memory.Address(rest)); !known {
			return r, errBad
		}
		size := uint64(r.Add.Size)
		if r.Runs.Bytes%size != 0 || r.Skip%size != 0 || r.Bytes%size != 0 {
			return r, errBad
		}
	case armci.KindPut:
	default:
		return r, errBad
	}
	head := (uint64(headBytes) + need + align - 1) / align * align
	if uint64(len(b)) < head || uint64(len(b))-head != r.Bytes {
		return r, errBad
	}
	r.Data = b[head:]
	return r, nil
}

// mostBytes bounds streams and runs: more than there is memory.
const mostBytes = 1 << 48

// sound reports whether the part lies in the stream.
func (r *Request) sound() bool {
	if r.Runs.Bytes == 0 || r.Runs.Bytes > mostBytes || r.Runs.List != nil && len(r.Runs.List) == 0 {
		return false
	}
	total := r.Runs.Bytes
	if r.Runs.List != nil {
		total *= uint64(len(r.Runs.List)) // less than 2^80: a message bounds the list
		if len(r.Runs.List) > 1<<14 {
			return false
		}
	}
	for _, c := range r.Runs.Counts {
		if c < 1 {
			return false
		}
		if total *= uint64(c); total > mostBytes {
			return false
		}
	}
	return r.Skip <= total && r.Bytes <= total-r.Skip
}

// Inside reports whether all runs lie in memory that [from, from+bytes) is.
func (r *Request) Inside(from uintptr, bytes uint64) bool {
	in := func(at uintptr, n uint64) bool {
		return at >= from && uint64(at-from) <= bytes && n <= bytes-uint64(at-from)
	}
	if r.Runs.List == nil {
		return in(r.Runs.Extent())
	}
	for _, at := range r.Runs.List {
		if !in(at, r.Runs.Bytes) {
			return false
		}
	}
	return true
}

// Serve does what a put or an accumulate asks for.
func (r *Request) Serve() {
	if r.Kind == armci.KindPut {
		Scatter(&r.Runs, r.Skip, r.Data)
		return
	}
	data := r.Data
	r.Runs.Walk(r.Skip, r.Bytes, func(at uintptr, n uint64) {
		r.Add.Add(memory.Bytes(at, n), data[:n])
		data = data[n:]
	})
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}
