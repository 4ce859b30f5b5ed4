package armcitest

import (
	"bytes"
	"runtime"

	"gasnetgo/armci"
)

// Late is a transport that uses memory of this rank as late as it may: it reads the source of a put when it is asked whether that is done, after the garbage collector has freed
// what the initiator does not keep alive. Its user reaches no memory directly, and begins one operation at a time.
type Late struct {
	armci.Transport
	put func() armci.Op // has not begun
	op  armci.Op        // of the put that has, by the number that Put has answered
	n   int             // puts
}

const lateOp = 1 << 40 // of the put that has not begun: no transport gets so far

// Put begins no put yet.
func (l *Late) Put(to int, dest, source uintptr, n uint64) armci.Op {
	l.begin()
	l.put = func() armci.Op {
		if l.n++; l.n%16 == 1 {
			runtime.GC()
		}
		junk := make([][]byte, 16) // takes the place of what is free
		for i := range junk {
			junk[i] = bytes.Repeat([]byte{0x5a}, int(n))
		}
		op := l.Transport.Put(to, dest, source, n)
		l.Transport.Fence(to)
		runtime.KeepAlive(junk)
		return op
	}
	return lateOp
}

func (l *Late) begin() {
	if put := l.put; put != nil {
		l.put = nil
		l.op = put()
	}
}

// Done begins the put first.
func (l *Late) Done(op armci.Op) bool {
	l.begin()
	if op == lateOp {
		op = l.op
	}
	return l.Transport.Done(op)
}

// Fence likewise, as all that others could notice.
func (l *Late) Fence(to int) {
	l.begin()
	l.Transport.Fence(to)
}

// Atomic likewise.
func (l *Late) Atomic(on int, at uintptr, a armci.Atomic) uint64 {
	l.begin()
	return l.Transport.Atomic(on, at, a)
}

// Get likewise.
func (l *Late) Get(from int, dest, source uintptr, n uint64) armci.Op {
	l.begin()
	return l.Transport.Get(from, dest, source, n)
}
