package shmem

// Each member of a group notes its calls of collective routines, with what all members must have in common, in its slot: how many there were, and the last few. Calls
// are numbered by each member for itself, so that call n of one is call n of all, if the program is right. capi/layout.go compares the layout with capi/shmem/group.h.
const (
	CallsAt    = 40 // offset in a slot of the number of calls
	RecordsAt  = flagLine
	callBytes  = 16
	CallBits   = 40 // of a length; above it are the lowest bits of the call's number
	callLength = 1<<CallBits - 1

	CallsKept = 4
)

// callKind is one of the codes Call...
type callKind uint8

// callWords are a call as it is noted: each says which call it is, for a reader that comes while it is being written over.
//
//	number << 40 | kind << 32 | detail
//	number << 40 | length in bytes, at most 2^40-1
type callWords [2]uint64

func wordsOf(number uint64, kind callKind, detail uint32, bytes uint64) callWords {
	return callWords{number<<CallBits | uint64(kind)<<32 | uint64(detail), number<<CallBits | min(bytes, callLength)}
}

func (w callWords) is(number uint64) bool {
	return w[0]>>CallBits == number&(1<<(64-CallBits)-1) && w[1]>>CallBits == w[0]>>CallBits
}

func (w callWords) kind() callKind { return callKind(w[0] >> 32) }

func (w callWords) detail() uint32 { return uint32(w[0]) }

func (w callWords) bytes() uint64 { return w[1] & callLength }

// meets reports whether no member leaves such a call before all have arrived.
func (w callWords) meets() bool {
	switch w.kind() {
	case CallCollect, CallSync, CallSplit, CallDestroy:
		return true
	case CallFCollect, CallAllToAll, CallReduce:
		return w.bytes() > 0
	}
	return false
}

// call notes a call, whether there is anything to do in it or not.
func (c collective) call(kind callKind, detail uint32, bytes uint64) {
	at := c.a.own(c.a.control.coll.slot(c.slot))
	n := loadBits(at+CallsAt, 8) + 1
	w := wordsOf(n, kind, detail, bytes)
	record := at + RecordsAt + uintptr(n%CallsKept*callBytes)
	storeBits(record, w[0])
	storeBits(record+8, w[1])
	storeBits(at+CallsAt, n)
	c.now = what(c.now, uint64(kind), uint64(detail), bytes)
}

// noted is what a member has noted, as it was read.
type noted [RecordsAt + CallsKept*callBytes]byte

func (n *noted) calls() uint64 { return Bits(n[CallsAt:][:8]) }

// call is a member's call with a number, if it has made that call and its record still exists.
func (n *noted) call(number uint64) (callWords, bool) {
	at := RecordsAt + number%CallsKept*callBytes
	w := callWords{Bits(n[at:][:8]), Bits(n[at+8:][:8])}
	return w, n.calls() >= number && w.is(number)
}
