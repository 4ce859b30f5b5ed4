package request

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/ofi"
)

// Message is the head of a message. A payload may follow.
type Message struct {
	Kind     uint8 // one of the client's kinds, which begin with 1
	Op, Type uint8 // the client's: mostly an operation and the type or width of its operands
	Part     uint8 // the client's: mostly which part of something the message is, or is about
	ID       uint32
	At       uint64 // the client's: mostly where in the receiver's memory
	Value    uint64 // the client's
	Cond     uint64 // the client's
}

// HeadBytes is the length of a head.
const HeadBytes = 32

// MaxPayload is the longest payload of a message, in bytes.
const MaxPayload = ofi.MaxBody - HeadBytes

// Values of Message.ID that are no number of a request.
const (
	plain   = 0          // nothing comes back
	counted = ^uint32(0) // of a stream: the receiver acknowledges it
)

// Kinds of messages that are the layer's.
const (
	kindAck     = 0xfd + iota // Value messages of the receiver's stream have been executed, ever
	kindReply                 // the payload is the reply to request ID
	kindRefusal               // the sender cannot execute a message of the receiver's; it is request ID, if that is a number. The payload says why
)

// Returns says what may come back for a message of a kind. The zero value is that there is no such kind.
type Returns uint8

// What comes back for a message.
const (
	Nothing         Returns = 1 << iota // the client has credits of its own, or needs none
	Acknowledgement                     // the message is of the stream
	Reply                               // the message is a request
)

// Append appends the head to b.
func (m *Message) Append(b []byte) []byte {
	b = append(b, m.Kind, m.Op, m.Type, m.Part)
	b = binary.LittleEndian.AppendUint32(b, m.ID)
	b = binary.LittleEndian.AppendUint64(b, m.At)
	b = binary.LittleEndian.AppendUint64(b, m.Value)
	return binary.LittleEndian.AppendUint64(b, m.Cond)
}

// Parse reads a head, and returns what follows it. It returns false if b is shorter than a head.
func Parse(b []byte) (m Message, payload []byte, ok bool) {
	if len(b) < HeadBytes {
		return m, nil, false
	}
	m = Message{Kind: b[0], Op: b[1], Type: b[2], Part: b[3], ID: binary.LittleEndian.Uint32(b[4:]), At: binary.LittleEndian.Uint64(b[8:]),
		Value: binary.LittleEndian.Uint64(b[16:]), Cond: binary.LittleEndian.Uint64(b[24:])}
	return m, b[HeadBytes:], true
}

// returns is what comes back for the message, as its ID says.
func (m *Message) returns() Returns {
	switch m.ID {
	case plain:
		return Nothing
	case counted:
		return Acknowledgement
	}
	return Reply
}

// check is an error if no client with these kinds sends the message.
func (m *Message) check(kinds []Returns) error {
	switch {
	case int(m.Kind) >= len(kinds) || kinds[m.Kind] == 0:
		return fmt.Errorf("there is no kind %d", m.Kind)
	case kinds[m.Kind]&m.returns() == 0:
		return fmt.Errorf("kind %d has no number %#x", m.Kind, m.ID)
	}
	return nil
}
