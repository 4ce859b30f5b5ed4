package lapi

import (
	"encoding/binary"
	"errors"
)

// ErrPacket says that bytes are no packet.
var ErrPacket = errors.New("invalid packet")

func encode(values []uint64) []byte {
	b := make([]byte, 0, 8*len(values))
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}

func decode(b []byte) []uint64 {
	all := make([]uint64, len(b)/8)
	for i := range all {
		all[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return all
}

// HeadBytes is the length of what Append writes for a packet without pieces, user header and data.
const HeadBytes = 88

// PieceBytes is the length of a piece in what Append writes.
const PieceBytes = 16

// Bytes is the length of what Append writes.
func (p *Packet) Bytes() int {
	return HeadBytes + (len(p.To)+len(p.From))*PieceBytes + len(p.Header) + len(p.Data)
}

const (
	flagUrgent = 1 << iota
	flagConfirm
	flagVector
	flagPlace // the data is in the sender's memory
)

// Append writes a packet to b, with the data only if it has it by value.
func (p *Packet) Append(b []byte) []byte {
	var flags byte
	for i, on := range []bool{p.Urgent, p.Confirm, p.Vector, p.Data == nil && len(p.From) > 0} {
		if on {
			flags |= 1 << i
		}
	}
	b = append(b, byte(p.Kind), flags, p.Size, p.Op)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(p.To)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(p.From)))
	for _, v := range [...]uint64{p.Seq, p.Base, p.ID, p.Total, p.Offset, uint64(p.Cntr), p.Handler, p.Values[0], p.Values[1], uint64(len(p.Header))} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	for _, all := range [...][]Piece{p.To, p.From} {
		for _, q := range all {
			b = binary.LittleEndian.AppendUint64(b, uint64(q.At))
			b = binary.LittleEndian.AppendUint64(b, q.Len)
		}
	}
	b = append(b, p.Header...)
	return append(b, p.Data...)
}

// Decode reads a packet that Append has written. It refers to b.
func Decode(b []byte) (*Packet, error) {
	if len(b) < HeadBytes || Kind(b[0]) >= kinds {
		return nil, ErrPacket
	}
	p := &Packet{Kind: Kind(b[0]), Size: b[2], Op: b[3]}
	flags := b[1]
	p.Urgent, p.Confirm, p.Vector = flags&flagUrgent != 0, flags&flagConfirm != 0, flags&flagVector != 0
	to, from := int(binary.LittleEndian.Uint16(b[4:])), int(binary.LittleEndian.Uint16(b[6:]))
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8+8*i:]) }
	p.Seq, p.Base, p.ID, p.Total, p.Offset, p.Cntr, p.Handler = word(0), word(1), word(2), word(3), word(4), uintptr(word(5)), word(6)
	p.Values = [2]uint64{word(7), word(8)}
	header := word(9)
	rest := b[HeadBytes:]
	if len(rest) < (to+from)*PieceBytes || uint64(len(rest)-(to+from)*PieceBytes) < header {
		return nil, ErrPacket
	}
	p.To, rest = pieces(rest, to)
	p.From, rest = pieces(rest, from)
	p.Header, rest = rest[:header:header], rest[header:]
	if flags&flagPlace == 0 {
		p.Data, p.From = rest, nil
	}
	if (p.Kind == KindRmw) && (to != 1 || p.Size != 4 && p.Size != 8) || p.Offset > p.Total || p.Len() > p.Total && p.Kind != KindGather {
		return nil, ErrPacket
	}
	return p, nil
}

func pieces(b []byte, n int) ([]Piece, []byte) {
	if n == 0 {
		return nil, b
	}
	all := make([]Piece, n)
	for i := range all {
		all[i] = Piece{uintptr(binary.LittleEndian.Uint64(b[i*PieceBytes:])), binary.LittleEndian.Uint64(b[i*PieceBytes+8:])}
	}
	return all, b[n*PieceBytes:]
}
