package portals

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/portals/client"
)

// Portal indices, counted from Config.Index.
const (
	indexSegment  = 0
	indexMessages = 1
)

// Selectors of match entries, in four bits of the match bits above the operation's id. The paper has them in the lowest four bits, which belong to package client
// here.
const (
	toSegment       = iota // RAR: puts and gets
	toRequestedLong        // RARAM: payload of a request that is a Long
	toSource               // RARSRC: payload of a reply that is a Long
	toRequests             // ReqRB, and the catch basin
	toChunk                // ReqSB: replies, at the chunk of their request
	toSystem               // SYS
	toBoot                 // BOOT: numbers of an exchange
)

const (
	selectorShift = client.IDBits
	selectorMask  = uint64(0xf) << selectorShift
	ignoreAll     = ^selectorMask

	flagShift    = 24
	argsShift    = 32
	handlerShift = 40
	chunkShift   = 48
)

// Flags of a message.
const (
	flagShort = 1 << iota
	flagMedium
	flagLong
	flagRequest
	flagPacked
	flagEmpty // a reply that only returns credits
)

// header is what the match bits of a message say: from the top, the request's chunk (16 bits), handler (8), number of arguments (8), flags (8), selector (4),
// and the sender's operation (16).
type header struct {
	chunk   uint32
	handler uint8
	nargs   int
	flags   uint8
}

func (h header) bits(selector uint64) uint64 {
	return uint64(h.chunk)<<chunkShift | uint64(h.handler)<<handlerShift | uint64(h.nargs)<<argsShift | uint64(h.flags)<<flagShift | selector<<selectorShift
}

func headerOf(bits uint64) header {
	return header{chunk: uint32(bits >> chunkShift), handler: uint8(bits >> handlerShift), nargs: min(int(bits>>argsShift&0xff), conduit.MostArgs), flags: uint8(bits >> flagShift)}
}

func (h header) kind() conduit.Kind {
	switch {
	case h.flags&flagShort != 0:
		return conduit.Short
	case h.flags&flagMedium != 0:
		return conduit.Medium
	}
	return conduit.Long
}

// The header data of a message: the sender's rank, the payload's bytes (24 bits), and the byte of the flow control.
func dataOf(rank int, bytes uint64, credits uint8) uint64 {
	return uint64(rank)<<32 | bytes<<8 | uint64(credits)
}

func parse(data uint64) (rank int, bytes uint64, credits uint8) {
	return int(data >> 32), data >> 8 & (1<<24 - 1), uint8(data)
}

// A Long's payload that travels by itself carries the sender and the chunk of the request, which its header has as well: in no other message of that sender,
// at the same time, are they the same.
func dataOfLong(rank int, chunk uint32) uint64 { return uint64(rank)<<32 | uint64(chunk) }

// Sizes. A chunk has room for the largest message.
const (
	ChunkBytes = 2048
	page       = 4096
	mostChunks = 1 << 16

	mediumRoom = ChunkBytes - 4*conduit.MostArgs
	longMost   = 1 << 30
)

func pad(n uint64) uint64 { return (n + 7) &^ 7 }
