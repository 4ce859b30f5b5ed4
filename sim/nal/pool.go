package nal

import "math/bits"

// smallest is the longest payload that a message holds in itself: enough for what goes into header packets and for swaps of
// numbers. With it, a message has four lines of a cache.
const smallest = 48

// messages is a list, in order.
type messages struct{ first, last *Message }

func (l *messages) put(m *Message) {
	if l.first == nil {
		l.first = m
	} else {
		l.last.next = m
	}
	l.last = m
}

// pool is messages and payloads to be used again. Payloads have sizes that are powers of two.
type pool struct {
	messages *Message
	data     [64][][]byte
	live     int
	made     uint64
}

func (p *pool) message() *Message {
	m := p.messages
	if m == nil {
		m = new(Message)
	} else {
		p.messages = m.next
		m.next = nil
	}
	p.live++
	p.made++
	return m
}

// free takes a message back, which may hold a payload.
func (p *pool) free(m *Message) {
	p.drop(m)
	p.live--
	m.From, m.To, m.sending, m.receiving = nil, nil, nil, nil
	m.Bytes, m.Damaged, m.reply, m.sent, m.received, m.missing = 0, false, false, false, false, false
	m.next = p.messages
	p.messages = m
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
