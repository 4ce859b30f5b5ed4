package nal

import (
	"math/bits"

	"gasnetgo/portals"
)

// smallest is the longest payload that needs no memory of its own: enough for what goes into header packets and for swaps of numbers.
const smallest = 32

// pool is messages, payloads and operations to be used again, for the ranks of some nodes. What has gone from one of them to another's node stays there. Payloads
// have sizes that are powers of two.
type pool struct {
	messages []*Message
	payloads []*payload
	data     [64][][]byte
	ops      portals.Ops
}

func (p *pool) message() *Message {
	if n := len(p.messages); n > 0 {
		m := p.messages[n-1]
		p.messages = p.messages[:n-1]
		return m
	}
	return new(Message)
}

// free takes a message back, which may hold a payload.
func (p *pool) free(m *Message) {
	p.drop(m)
	m.Reset()
	m.sending, m.receiving = nil, nil
	m.reply = false
	p.messages = append(p.messages, m)
}

// header copies a header into a message.
func (m *Message) header(h *portals.Header) {
	m.Header = *h
	if h.Kind.HasData() {
		m.Bytes = h.Length
	}
}

// give gives a message a payload without bytes.
func (p *pool) give(m *Message) *payload {
	if n := len(p.payloads); n > 0 {
		m.payload = p.payloads[n-1]
		p.payloads = p.payloads[:n-1]
	} else {
		m.payload = new(payload)
	}
	return m.payload
}

// hold gives a payload room for bytes.
func (p *pool) hold(l *payload, bytes uint64) []byte {
	if bytes <= smallest {
		l.data = l.small[:bytes]
		return l.data
	}
	class := bits.Len64(bytes - 1)
	if spare := p.data[class]; len(spare) > 0 {
		l.data = spare[len(spare)-1][:bytes]
		p.data[class] = spare[:len(spare)-1]
	} else {
		l.data = make([]byte, bytes, 1<<class)
	}
	return l.data
}

// drop takes the payload of a message back.
func (p *pool) drop(m *Message) {
	l := m.payload
	if l == nil {
		return
	}
	if cap(l.data) > smallest {
		class := bits.Len64(uint64(cap(l.data)) - 1)
		p.data[class] = append(p.data[class], l.data)
	}
	l.data, l.missing, m.payload = nil, false, nil
	p.payloads = append(p.payloads, l)
}
