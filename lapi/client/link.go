package client

import (
	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
)

// Link carries packets between the contexts of all tasks. Its methods are called with the client's lock, and do not block.
type Link interface {
	// Limits are for lapi.Config: bytes of a packet, and of messages that are copied at once.
	Limits() (payload, copied uint64)

	// Send queues a packet that cannot be sent now.
	Send(to int, p *lapi.Packet)

	// Poll passes the next packet that has arrived to handle, and reports whether there was one. The packet's data is valid inside handle.
	Poll(handle func(from int, p *lapi.Packet)) (bool, error)

	// Copy stores a packet's data.
	Copy(from int, p *lapi.Packet, into []lapi.Piece) error
}

// Tuner is a Link whose network wants more of the machine than Limits says.
type Tuner interface{ Tune(c *lapi.Config) }

// Piece is contiguous memory; of 0 bytes: none.
func Piece(at uintptr, bytes uint64) []lapi.Piece {
	if bytes == 0 {
		return nil
	}
	return []lapi.Piece{{At: at, Len: bytes}}
}

// Gather copies memory of this task.
func Gather(pieces []lapi.Piece) []byte {
	b := make([]byte, 0, lapi.Bytes(pieces))
	for _, p := range pieces {
		b = append(b, memory.Bytes(p.At, p.Len)...)
	}
	return b
}

// Source is contiguous memory of this task as the data of an operation: copied if it is short, so that the program may change it at once.
func (d *Driver) Source(at uintptr, bytes uint64) lapi.Source {
	if bytes == 0 || bytes > d.Copy {
		return lapi.Source{Pieces: Piece(at, bytes)}
	}
	return lapi.Source{Copy: append(make([]byte, 0, bytes), memory.Bytes(at, bytes)...)}
}

// SourceOf is Source of several pieces.
func (d *Driver) SourceOf(pieces []lapi.Piece) lapi.Source {
	if n := lapi.Bytes(pieces); n == 0 || n > d.Copy {
		return lapi.Source{Pieces: pieces}
	}
	return lapi.Source{Copy: Gather(pieces)}
}
