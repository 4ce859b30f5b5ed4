package lapi

// Piece is contiguous memory of a task, which another task may only name.
type Piece struct {
	At  uintptr
	Len uint64
}

// Bytes is how long pieces are together.
func Bytes(pieces []Piece) (n uint64) {
	for _, p := range pieces {
		n += p.Len
	}
	return n
}

// Kind says what a packet is for.
type Kind uint8

// Values of Kind.
const (
	KindAck    Kind = iota // which packets the sender has dealt with; it has no number itself
	KindPut                // data for To
	KindGet                // asks for the data of To
	KindReply              // data of get ID, from Offset on
	KindAM                 // an active message: its user header and its first data
	KindData               // more data of an active message, from Offset on
	KindRmw                // asks for a read-modify-write of To
	KindOld                // the result of read-modify-write ID
	KindDone               // message ID has completed at its target
	KindGather             // values of a collective operation
	KindFlush              // asks for an acknowledgement
	kinds
)

// Packet is what one machine sends to another. Data travels by value, or as the place in the sender's memory where it is: the network may copy it in between.
type Packet struct {
	Kind Kind

	// Urgent asks the receiver to acknowledge as soon as it has dealt with this packet.
	Urgent bool

	// Confirm asks for KindDone.
	Confirm bool

	// Vector says that the header handler returns a vector.
	Vector bool

	Size uint8 // of a read-modify-write: bytes of the word
	Op   uint8 // of a read-modify-write

	Seq  uint64 // number from its sender to its receiver, from 1 on; 0: none
	Base uint64 // the sender needs no acknowledgements of numbers below

	ID     uint64  // of the message, by its origin
	Total  uint64  // bytes of the message
	Offset uint64  // of this packet's data in the message
	Cntr   uintptr // tgt_cntr

	To      []Piece // memory of the target
	Handler uint64  // of KindAM: address or index
	Header  []byte  // of KindAM: the user's

	Values [2]uint64 // operands; of KindOld the result; of KindAck the number up to which all is dealt with, and bits of those above; of KindGather operation and round

	Data []byte  // or
	From []Piece // memory of the sender
}

// Len is how much data a packet has.
func (p *Packet) Len() uint64 {
	if p.Data != nil {
		return uint64(len(p.Data))
	}
	return Bytes(p.From)
}

// cursor walks pieces.
type cursor struct {
	pieces []Piece
	off    uint64 // in the first one
}

// take is the next n bytes, at most limit pieces of them, and how many bytes those have.
func (c *cursor) take(n uint64, limit int) (out []Piece, got uint64) {
	for got < n && len(c.pieces) > 0 && len(out) < limit {
		p := c.pieces[0]
		part := min(p.Len-c.off, n-got)
		if part > 0 {
			out = append(out, Piece{p.At + uintptr(c.off), part})
			got += part
		}
		if c.off += part; c.off == p.Len {
			c.pieces, c.off = c.pieces[1:], 0
		}
	}
	return out, got
}

// Sub is bytes [off, off+n) of pieces.
func Sub(pieces []Piece, off, n uint64) []Piece {
	c := cursor{pieces: pieces}
	for off > 0 {
		_, got := c.take(off, 1)
		if got == 0 {
			return nil
		}
		off -= got
	}
	out, _ := c.take(n, len(pieces))
	return out
}
