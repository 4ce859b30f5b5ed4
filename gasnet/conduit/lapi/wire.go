package lapi

import (
	"encoding/binary"

	"gasnetgo/gasnet/conduit"
)

// header is the user header of a message: 16 bytes, the arguments, and the payload of a Medium that it has room for.
type header struct {
	kind    conduit.Kind
	reply   bool
	packed  bool // the payload follows
	handler uint8
	nargs   int
	args    [conduit.MostArgs]int32
	dest    uintptr // of a Long
}

const (
	fixedBytes = 16

	kindMask   = 0x3
	flagReply  = 0x4
	flagPacked = 0x8
)

// headBytes is the length without payload.
func headBytes(nargs int) uint64 { return fixedBytes + 4*uint64(nargs) }

func (h *header) append(b []byte) []byte {
	flags := byte(h.kind)
	if h.reply {
		flags |= flagReply
	}
	if h.packed {
		flags |= flagPacked
	}
	b = append(b, flags, h.handler, byte(h.nargs), 0, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(h.dest))
	for _, a := range h.args[:h.nargs] {
		b = binary.LittleEndian.AppendUint32(b, uint32(a))
	}
	return b
}

// parse reads a header; packed is the payload in it, which refers to b.
func parse(b []byte) (h header, packed []byte, ok bool) {
	if len(b) < fixedBytes {
		return h, nil, false
	}
	h = header{kind: conduit.Kind(b[0] & kindMask), reply: b[0]&flagReply != 0, packed: b[0]&flagPacked != 0, handler: b[1], nargs: int(b[2]), dest: uintptr(binary.LittleEndian.Uint64(b[8:]))}
	if h.kind > conduit.Long || h.nargs > conduit.MostArgs || uint64(len(b)) < headBytes(h.nargs) || h.packed && h.kind != conduit.Medium {
		return h, nil, false
	}
	for i := range h.nargs {
		h.args[i] = int32(binary.LittleEndian.Uint32(b[fixedBytes+4*i:]))
	}
	packed = b[headBytes(h.nargs):]
	return h, packed, h.packed || len(packed) == 0
}
