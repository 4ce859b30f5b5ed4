package ofi

import "encoding/binary"

// kinds of messages. Those with a number have one of the sender's to the receiver, and are acknowledged; the others with an id are replied to.
const (
	msgPut     = iota + 1 // bytes to store; number
	msgGet                // value bytes are wanted; id
	msgAtomic             // a word changes; id, or number if that is 0
	msgRequest            // package request; id if bytes are wanted, else number
	msgText               // a part of a message of armci; number
	msgRing               // nothing but the interruption; number
	msgPages              // which memory near an address is allocated? id
	msgFreed              // value bytes are not allocated any more; id
	msgReply              // for operation id
	msgAck                // value messages of the receiver's have been executed, ever
)

// message is the head of a message; a payload may follow. id names an operation of the initiator.
type message struct {
	kind, op, width uint8
	more            bool // of msgText: the message goes on
	id              uint32
	at              uint64 // an address of the target; of msgText the context
	value, cond     uint64 // of msgText value is the tag
}

const headBytes = 32

func (m *message) bytes(b []byte) []byte {
	more := byte(0)
	if m.more {
		more = 1
	}
	b = append(b[:0], m.kind, m.op, m.width, more)
	b = binary.LittleEndian.AppendUint32(b, m.id)
	b = binary.LittleEndian.AppendUint64(b, m.at)
	b = binary.LittleEndian.AppendUint64(b, m.value)
	return binary.LittleEndian.AppendUint64(b, m.cond)
}

// parse reads a message; false if it is none.
func parse(b []byte) (m message, payload []byte, ok bool) {
	if len(b) < headBytes {
		return m, nil, false
	}
	m = message{kind: b[0], op: b[1], width: b[2], more: b[3] != 0, id: binary.LittleEndian.Uint32(b[4:]), at: binary.LittleEndian.Uint64(b[8:]),
		value: binary.LittleEndian.Uint64(b[16:]), cond: binary.LittleEndian.Uint64(b[24:])}
	return m, b[headBytes:], m.kind >= msgPut && m.kind <= msgAck
}
