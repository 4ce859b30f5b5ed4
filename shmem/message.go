package shmem

import (
	"cmp"
	"encoding/binary"
)

// Small messages between members need no fence: each 8-byte word carries four bytes of data and, in its upper half, the number of the collective. A word is a
// single access, in whatever order a transport writes the words, so a receiver that finds the number in all of them has the whole message.
//
// The first word is a hash of the sender's present and earlier collectives, as far as all members must agree on them.

// eagerBytes is what a message holds: a multiple of every element's size.
const eagerBytes = 240

var _ [cellBytes - 8 - 2*eagerBytes]byte

// send puts a message into a member's cell of a round.
func (c collective) send(to, round int, data []byte) error {
	words := 1 + (len(data)+3)/4
	b := make([]byte, 8*words)
	tag := uint64(uint32(c.seq)) << 32
	binary.NativeEndian.PutUint64(b, tag|uint64(c.now))
	for i := 1; i < words; i++ {
		var four [4]byte
		copy(four[:], data[4*(i-1):])
		binary.NativeEndian.PutUint64(b[8*i:], tag|uint64(binary.NativeEndian.Uint32(four[:])))
	}
	return c.a.t.Put(DefaultCtx, c.pe(to), c.cell(c.seq, round), b, false)
}

// receive waits for a message of a member and takes len(into) bytes of it.
func (c collective) receive(from, round int, into []byte) error {
	at := c.a.own(c.cell(c.seq, round))
	next, words := 0, 1+(len(into)+3)/4
	tag := uint64(uint32(c.seq))
	var differs error
	err := c.wait(from, func() bool {
		for ; next < words; next++ {
			w := loadBits(at+uintptr(8*next), 8)
			if w>>32 != tag {
				return false
			}
			if next == 0 {
				if uint32(w) != c.now {
					differs = c.unlike(from)
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
	return cmp.Or(err, differs)
}

// what hashes a call and the hash of the calls before it; different calls very probably give different values.
func what(before uint32, args ...uint64) uint32 {
	h := uint64(before)
	for _, v := range args {
		h = (h ^ v) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return uint32(h)
}
