package ofi

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi/request"
)

// Eager is the longest put, in bytes, that travels as a message: its source may be reused at once, and one message carries several puts.
const Eager = 512

const putHead = 16 // destination, bytes; the bytes follow

var _ [request.MaxPayload - putHead - Eager]byte

// puts is what messages of puts to a peer carry.
type puts struct {
	listed bool   // in Core.waiting
	parts  []part // of operations that messages carry, by number; the first is parts[first]
	first  int
}

// part is puts of an operation in a message.
type part struct {
	number uint64 // of the message
	op     *conduit.Op
	puts   int
}

// done is parts of an operation that are complete.
type done struct {
	op    *conduit.Op
	parts int
}

// putEager begins a put that is a part of a message. False: no space now.
func (c *Core) putEager(to int, dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	c.Port.Lock()
	defer c.Port.Unlock()
	p, s := &c.peers[to].puts, c.layer.Stream(to)
	if s.Full() {
		return false
	}
	c.head = binary.LittleEndian.AppendUint64(c.head[:0], uint64(dest))
	c.head = binary.LittleEndian.AppendUint64(c.head, bytes)
	number := s.Add(c.head, memory.Bytes(source, bytes))
	op.Begin()
	if n := len(p.parts); n > p.first && p.parts[n-1].op == op && p.parts[n-1].number == number {
		p.parts[n-1].puts++
	} else {
		p.parts = append(p.parts, part{number, op, 1})
	}
	switch {
	case !s.Busy():
		s.Flush()
	case !p.listed:
		p.listed = true
		c.waiting = append(c.waiting, to)
	}
	return true
}

// sendWaiting sends all puts that wait. It needs the lock.
func (c *Core) sendWaiting() {
	for _, to := range c.waiting {
		c.peers[to].puts.listed = false
		c.layer.Stream(to).Flush()
	}
	c.waiting = c.waiting[:0]
}

// Acknowledged completes the puts of messages that a peer has executed.
func (c client) Acknowledged(peer int) {
	p, s := &c.peers[peer].puts, c.layer.Stream(peer)
	for ; p.first < len(p.parts) && s.Acknowledged(p.parts[p.first].number); p.first++ {
		d := &p.parts[p.first]
		if n := len(c.finished); n > 0 && c.finished[n-1].op == d.op {
			c.finished[n-1].parts += d.puts
		} else {
			c.finished = append(c.finished, done{d.op, d.puts})
		}
		d.op = nil
	}
	if p.first == len(p.parts) {
		p.parts, p.first = p.parts[:0], 0
	}
}

// execute stores the puts of a message. It needs the lock.
func (c *Core) execute(puts []byte) error {
	for segment := c.segment(); len(puts) > 0; {
		dest, payload, rest, ok := parsePut(puts)
		if !ok {
			return fmt.Errorf("a part of %d bytes is no put", len(puts))
		}
		if err := segment.Check(uint64(dest), uint64(len(payload))); err != nil {
			return err
		}
		memory.Copy(dest, memory.Address(payload), uint64(len(payload)))
		puts = rest
	}
	return nil
}

// parsePut reads the first of several puts; false if it is none.
func parsePut(b []byte) (dest uintptr, payload, rest []byte, ok bool) {
	if len(b) < putHead {
		return 0, nil, nil, false
	}
	dest, bytes := uintptr(binary.LittleEndian.Uint64(b)), binary.LittleEndian.Uint64(b[8:])
	b = b[putHead:]
	if bytes > uint64(len(b)) {
		return 0, nil, nil, false
	}
	return dest, b[:bytes], b[bytes:], true
}
