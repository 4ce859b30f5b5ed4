package shmem

import (
	"encoding/binary"

	"gasnetgo/internal/fault"
)

// Small messages between members need no fence: each 8-byte word of one carries four bytes of its contents and, in its upper half, the number of the
// collective. Words are single accesses, whatever order a transport writes them in, so a receiver that sees the number in all of them has
// the whole message.
//
// The first word says what collective the sender is in, as far as all members must agree on it.

// fewBytes is what a message holds: a multiple of every element's size.
const fewBytes = 240

var _ [cellBytes - 8 - 2*fewBytes]byte

// send puts a message into a member's cell of a round.
func (c collective) send(to, round int, what uint32, data []byte) error {
	words := 1 + (len(data)+3)/4
	b := make([]byte, 8*words)
	tag := uint64(uint32(c.seq)) << 32
	binary.NativeEndian.PutUint64(b, tag|uint64(what))
	for i := 1; i < words; i++ {
		var four [4]byte
		copy(four[:], data[4*(i-1):])
		binary.NativeEndian.PutUint64(b[8*i:], tag|uint64(binary.NativeEndian.Uint32(four[:])))
	}
	return c.a.t.Put(DefaultCtx, c.pe(to), c.cell(c.seq, round), b, false)
}

// receive waits for a message of a member and takes len(into) bytes of it.
func (c collective) receive(from, round int, what uint32, into []byte) error {
	at := c.a.own(c.cell(c.seq, round))
	next, words := 0, 1+(len(into)+3)/4
	tag := uint64(uint32(c.seq))
	var differs error
	c.wait(func() bool {
		for ; next < words; next++ {
			w := loadBits(at+uintptr(8*next), 8)
			if w>>32 != tag {
				return false
			}
			if next == 0 {
				if uint32(w) != what {
					differs = fault.New("", nil, "PE %d of the job makes another call, or the same with other arguments; all PEs must make the same calls"+
						" of collective routines in the same order", c.pe(from))
					return true
				}
				continue
			}
			var four [4]byte
			binary.NativeEndian.PutUint32(four[:], uint32(w))
			copy(into[4*(next-1):], four[:])
		}
		return true
	})
	return differs
}

// Kinds of collectives, for what.
const (
	aBroadcast uint64 = 1 + iota
	aCollect
	anFCollect
	anAllToAll
	aReduction
	aScan
)

// what is a number for a kind of collective and what its members must agree on; different calls have different ones, with luck.
func what(kind uint64, args ...uint64) uint32 {
	h := kind
	for _, v := range args {
		h = (h ^ v) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return uint32(h)
}
