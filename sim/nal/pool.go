package nal

import (
	"math/bits"

	"gasnetgo/portals"
)

// smallest is the longest payload that a message holds in itself: enough for what goes into header packets and for swaps of
// numbers. With it, a message has four lines of a cache.
const smallest = 48

// pool is messages and payloads to be used again. Payloads have sizes that are powers of two.
type pool struct {
	messages []*Message
	data     [64][][]byte
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
	m.reply, m.missing = false, false
	p.messages = append(p.messages, m)
}

// header copies a header into a message.
func (m *Message) header(h *portals.Header) {
	m.Header = *h
	if h.Kind.HasData() {
		m.Bytes = h.Length
	}
}

// hold gives a message room for its payload.
func (p *pool) hold(m *Message) []byte {
	if m.Bytes <= smallest {
		m.data = m.small[:m.Bytes]
		return m.data
	}
	class := bits.Len64(m.Bytes - 1)
	if spare := p.data[class]; len(spare) > 0 {
		m.data = spare[len(spare)-1][:m.Bytes]
		p.data[class] = spare[:len(spare)-1]
	} else {
		m.data = make([]byte, m.Bytes, 1<<class)
	}
	return m.data
}

// drop takes the payload of a message back.
func (p *pool) drop(m *Message) {
	if cap(m.data) > smallest {
		class := bits.Len64(uint64(cap(m.data)) - 1)
		p.data[class] = append(p.data[class], m.data)
	}
	m.data = nil
}
