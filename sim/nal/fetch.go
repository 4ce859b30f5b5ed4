package nal

import "gasnetgo/internal/cache"

// Due is what a client is about to be told of a message.
type Due uint8

// What a Client has methods for.
const (
	DueLeft Due = iota
	DueSent
	DueArrived
	DueReceived
)

// Fetch fetches what a client will touch when it is told, as sim.Fetcher: the message, then what it is about. What all messages to and from a rank have in common is
// its CPU's Handler, and is to have come when this is past its second step.
func (m *Message) Fetch(step int, due Due) (more bool) {
	if step == 0 {
		cache.Fetch4(m)
		return true
	}
	c, op := m.To, m.receiving
	if due == DueLeft || due == DueSent {
		c, op = m.From, m.sending
	}
	l, ok := c.(*Link)
	if !ok || op == nil && due != DueArrived {
		return false
	}
	if step == 1 {
		switch due {
		case DueLeft:
			cache.Fetch(l)
			op.Fetch()
		case DueSent:
			op.Fetch()
		case DueReceived:
			op.Fetch()
			if len(m.data) > smallest {
				cache.Ends(cache.At(&m.data[0]), m.Bytes)
			}
		}
		return true
	}
	if due == DueLeft {
		if op.Region.Vec == nil && m.Bytes > 0 {
			cache.Ends(op.Region.Addr, m.Bytes)
		}
		l.job.pool.fetch(m.Bytes)
		return false
	}
	ni := l.host.NI
	switch {
	case ni == nil:
		return false
	case due == DueArrived:
		if step == 2 {
			ni.FetchOp()
		}
		return ni.FetchEntry(step-2, &m.Header)
	case step > 2:
		ni.FetchEvent()
		return false
	}
	ni.FetchQueue()
	op.FetchMD()
	if due == DueReceived && op.Region.Vec == nil && op.Length > 0 {
		cache.Ends(op.Region.Addr, op.Length)
	}
	return true
}

// Fetch fetches what sending what the rank has made will touch, and what its next operation will, as sim.Fetcher.
func (n *Network) Fetch(step int) (more bool) {
	switch {
	case n.link == nil:
		return false
	case step == 0:
		if m := n.outbox.first; m != nil {
			m.Fetch(0, DueLeft)
		}
		return true
	}
	if ni := n.link.host.NI; ni != nil {
		ni.FetchOp()
	}
	return false
}
