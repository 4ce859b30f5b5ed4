package ofi

import (
	"encoding/binary"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
)

// What a message of the port is.
const (
	msgRequest = iota + 1
	msgReply
	msgMore   // the next part of the payload of the message before it
	msgCredit // nargs requests of the receiver's have been handled
	msgPuts   // puts
	msgAck    // so many messages of the receiver's puts have been executed, ever
)

const (
	headBytes = 24 // what, kind, handler, nargs; zero; bytes of the payload; destination
	mostHead  = headBytes + 4*conduit.MostArgs
	mostPart  = ofi.MaxBody - mostHead // for a payload, in one message

	inPlace = 1 // in byte 4: the payload of a Long has been written
)

// head is the beginning of a message.
func head(b []byte, what byte, m *conduit.Message, placed bool) []byte {
	b = append(b[:0], what, byte(m.Kind), m.Handler, byte(len(m.Args)), 0, 0, 0, 0)
	if placed {
		b[4] = inPlace
	}
	b = binary.LittleEndian.AppendUint64(b, m.Bytes)
	b = binary.LittleEndian.AppendUint64(b, uint64(m.Dest))
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
		n = min(len(payload), mostPart)
		c.Port.Send(to, ofi.GASNet, []byte{msgMore}, payload[:n])
	}
}

// parse reads the head of a request or reply; false if it is none.
func parse(b []byte, a *conduit.Arrival) (placed bool, payload []byte, ok bool) {
	if len(b) < headBytes || b[0] != msgRequest && b[0] != msgReply || b[3] > conduit.MostArgs || len(b) < headBytes+4*int(b[3]) || conduit.Kind(b[1]) > conduit.Long {
		return false, nil, false
	}
	a.Reply, a.Kind, a.Handler, a.NArgs = b[0] == msgReply, conduit.Kind(b[1]), b[2], int(b[3])
	a.Bytes, a.Buffer = binary.LittleEndian.Uint64(b[8:]), uintptr(binary.LittleEndian.Uint64(b[16:]))
	for i := range a.NArgs {
		a.Args[i] = int32(binary.LittleEndian.Uint32(b[headBytes+4*i:]))
	}
	return b[4] == inPlace, b[headBytes+4*a.NArgs:], true
}
