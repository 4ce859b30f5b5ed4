package sisci

import (
	"encoding/binary"
	"errors"
)

// ErrPacket says that bytes are no packet.
var ErrPacket = errors.New("invalid packet")

// HeadBytes is the length of a packet without data.
const HeadBytes = 40

// Append writes a packet to b.
func (p *Packet) Append(b []byte) []byte {
	b = append(b, byte(p.Kind), byte(p.What), 0, 0)
	b = binary.LittleEndian.AppendUint32(b, p.Number)
	b = binary.LittleEndian.AppendUint32(b, p.Adapter)
	b = binary.LittleEndian.AppendUint32(b, uint32(p.Code))
	b = binary.LittleEndian.AppendUint64(b, p.ID)
	b = binary.LittleEndian.AppendUint64(b, p.Size)
	b = binary.LittleEndian.AppendUint64(b, p.Key)
	return append(b, p.Data...)
}

// Decode reads a packet that Append has written. Its data refers to b. Only a trigger of a data interrupt has any.
func Decode(b []byte) (*Packet, error) {
	if len(b) < HeadBytes || PacketKind(b[0]) >= packetKinds || What(b[1]) >= whats || b[2] != 0 || b[3] != 0 {
		return nil, ErrPacket
	}
	p := &Packet{Kind: PacketKind(b[0]), What: What(b[1]), Number: binary.LittleEndian.Uint32(b[4:]), Adapter: binary.LittleEndian.Uint32(b[8:]),
		Code: Code(binary.LittleEndian.Uint32(b[12:])), ID: binary.LittleEndian.Uint64(b[16:]), Size: binary.LittleEndian.Uint64(b[24:]),
		Key: binary.LittleEndian.Uint64(b[32:]), Data: b[HeadBytes:]}
	if len(p.Data) > 0 && (p.Kind != KindTrigger || p.What != ToDataInterrupt) || (p.Kind == KindRefused) != (p.Code != OK) {
		return nil, ErrPacket
	}
	return p, nil
}
