package ofi

import (
	"encoding/binary"

	"gasnetgo/shmem"
)

// kinds of messages.
const (
	msgPut   = iota + 1 // bytes to store; acknowledged
	msgGet              // value bytes are wanted; replied to
	msgAMO              // an atomic; acknowledged if id is 0, else replied to with the old value
	msgReply            // bytes for operation id
	msgAck              // value messages of the receiver's have been executed, ever
	msgBatch            // puts and atomics without reply follow, each a message; cond of a put is the length of its payload
)

// message is the head of a message; the payload of a put or reply follows. id names an operation of the initiator.
type message struct {
	kind, typ, op uint8
	seg           shmem.Seg
	id            uint32
	off           uint64
	value, cond   uint64
}

const headBytes = 32

// bytes is the message in place of what b holds.
func (m *message) bytes(b []byte) []byte {
	b = append(b[:0], m.kind, m.typ, m.op, byte(m.seg))
	b = binary.LittleEndian.AppendUint32(b, m.id)
	b = binary.LittleEndian.AppendUint64(b, m.off)
	b = binary.LittleEndian.AppendUint64(b, m.value)
	return binary.LittleEndian.AppendUint64(b, m.cond)
}

// parse reads a message; false if it is none.
func parse(b []byte) (m message, payload []byte, ok bool) {
	if len(b) < headBytes {
		return m, nil, false
	}
	m = message{kind: b[0], typ: b[1], op: b[2], seg: shmem.Seg(b[3]), id: binary.LittleEndian.Uint32(b[4:]), off: binary.LittleEndian.Uint64(b[8:]),
		value: binary.LittleEndian.Uint64(b[16:]), cond: binary.LittleEndian.Uint64(b[24:])}
	return m, b[headBytes:], m.seg <= shmem.Data && m.typ <= shmem.TypeU64
}
