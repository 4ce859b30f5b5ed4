package sci

import (
	"encoding/binary"
	"hash/crc64"

	"gasnetgo/gasnet/conduit"
)

// header is a command message: the header of an active message, as it is in a slot.
type header struct {
	handler uint8
	kind    conduit.Kind
	moved   bool // DMA has brought the middle of a Long's payload; its other bytes are in the slot
	nargs   int
	bytes   uint64  // of the payload
	dest    uintptr // of a Long's
	args    [conduit.MostArgs]int32
}

const flagMoved = 1

// A checksum is in place of the last two arguments.
const (
	sumAt       = headerBytes - 8
	summedNargs = conduit.MostArgs - 2
)

// encode writes a header.
func (h *header) encode(b *[headerBytes]byte) {
	b[0], b[1], b[2], b[3] = h.handler, byte(h.kind), byte(h.nargs), 0
	if h.moved {
		b[3] = flagMoved
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(h.bytes))
	binary.LittleEndian.PutUint64(b[8:], uint64(h.dest))
	for i, a := range h.args {
		binary.LittleEndian.PutUint32(b[16+4*i:], uint32(a))
	}
}

// decode reads a header. It reports whether encode can have written it.
func (h *header) decode(b []byte) bool {
	*h = header{handler: b[0], kind: conduit.Kind(b[1]), nargs: int(b[2]), moved: b[3] == flagMoved, bytes: uint64(binary.LittleEndian.Uint32(b[4:])),
		dest: uintptr(binary.LittleEndian.Uint64(b[8:]))}
	for i := range h.args {
		h.args[i] = int32(binary.LittleEndian.Uint32(b[16+4*i:]))
	}
	switch {
	case b[3] > flagMoved || h.nargs > conduit.MostArgs || h.moved && h.kind != conduit.Long:
		return false
	case h.kind == conduit.Short:
		return h.bytes == 0 && h.dest == 0
	case h.kind == conduit.Medium:
		return h.bytes <= MaxMedium && h.dest == 0
	case h.kind == conduit.Long:
		return h.moved || h.bytes <= MaxMedium
	}
	return false
}

// sum is the checksum of a command message, the n-th of those with a checksum in its slot: what the slot has had before does not have it.
func sum(b []byte, n uint64) uint64 {
	table := crc64.MakeTable(crc64.ECMA)
	return crc64.Update(crc64.Checksum(binary.LittleEndian.AppendUint64(nil, n), table), table, b[:sumAt])
}

// flagOf is the message ready flag of a kind of message.
func flagOf(k conduit.Kind) flag { return isShort + flag(k) }

// split is which bytes of a Long's payload DMA carries: all but head before them and tail after them, which its alignment leaves out. offset is where the payload begins in the receiver's
// segment.
func split(offset, bytes, align uint64) (head, middle, tail uint64) {
	head = min(-offset&(align-1), bytes)
	middle = (bytes - head) &^ (align - 1)
	return head, middle, bytes - head - middle
}
