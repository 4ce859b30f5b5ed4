package ofi

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/ofi/request"
)

// kinds of messages.
const (
	msgRequest = iota + 1 // Op is the kind of the active message, Type its handler, Part how many arguments follow, Value its bytes, At its destination
	msgReply              // likewise
	msgMore               // the next part of the payload of the message before it
	msgCredit             // Value requests of the receiver's have been handled
	msgPuts               // puts
)

var kinds = []request.Returns{
	msgRequest: request.Nothing, msgReply: request.Nothing, msgMore: request.Nothing, msgCredit: request.Nothing, msgPuts: request.Acknowledgement,
}

// inPlace is the value of Cond in the head of a Long whose payload has been written.
const inPlace = 1

const mostPart = request.MaxPayload - 4*conduit.MostArgs // bytes of a payload, in one message

// head is the beginning of a message.
func head(b []byte, what byte, m *conduit.Message, placed bool) []byte {
	h := request.Message{Kind: what, Op: byte(m.Kind), Type: m.Handler, Part: byte(len(m.Args)), Value: m.Bytes, At: uint64(m.Dest)}
	if placed {
		h.Cond = inPlace
	}
	b = h.Append(b[:0])
	for _, a := range m.Args {
		b = binary.LittleEndian.AppendUint32(b, uint32(a))
	}
	return b
}

// send sends a message whose payload, unless it is in place, travels with it. It needs the lock.
func (c *Core) send(to int, what byte, m *conduit.Message, placed bool) {
	c.head = head(c.head, what, m, placed)
	var payload []byte
	if m.Kind != conduit.Short && !placed {
		payload = memory.Bytes(m.Source, m.Bytes)
	}
	n := min(len(payload), mostPart)
	c.Port.Send(to, ofi.GASNet, c.head, payload[:n])
	for payload = payload[n:]; len(payload) > 0; payload = payload[n:] {
		n = min(len(payload), request.MaxPayload)
		c.layer.Send(to, request.Message{Kind: msgMore}, payload[:n])
	}
}

// parse reads a request or reply, and returns the part of its payload that travels with it.
func parse(m request.Message, b []byte, a *conduit.Arrival) (payload []byte, err error) {
	if m.Part > conduit.MostArgs || len(b) < 4*int(m.Part) || conduit.Kind(m.Op) > conduit.Long || m.Cond > inPlace {
		return nil, fmt.Errorf("an active message of kind %d with %d arguments and %d bytes", m.Op, m.Part, len(b))
	}
	a.Reply, a.Kind, a.Handler, a.NArgs = m.Kind == msgReply, conduit.Kind(m.Op), m.Type, int(m.Part)
	a.Bytes, a.Buffer = m.Value, uintptr(m.At)
	for i := range a.NArgs {
		a.Args[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return b[4*a.NArgs:], nil
}
