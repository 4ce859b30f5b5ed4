package ofi

import (
	"encoding/binary"
	"fmt"
	"slices"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
)

// Eager is the longest put, in bytes, that travels as a message: its source may be reused at once, and one message carries several puts.
const Eager = 512

// A message costs much more than its bytes. While `alone` messages of puts to a peer are without acknowledgement, further puts to it wait for each other and travel together: until
// their message is full, an acknowledgement comes, or this rank polls. A peer has receive buffers for more than `ahead`.
const (
	alone = 16
	ahead = 128
)

const (
	putsHead = 1  // msgPuts
	putHead  = 16 // destination, bytes; the bytes follow
)

var _ [ofi.MaxBody - putsHead - putHead - Eager]byte

// stream is the messages of puts to a peer.
type stream struct {
	sent, acked uint64
	batch       []byte // the next message
	parts       []part // of operations that messages carry, by number; the first is parts[first]
	first       int
}

// part is puts of an operation in a message.
type part struct {
	number uint64 // of the message, from 1
	op     *conduit.Op
	puts   int
}

// done is parts of an operation that are complete.
type done struct {
	op    *conduit.Op
	parts int
}

// putEager begins a put that is a part of a message. False: no room now.
func (c *Core) putEager(to int, dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	c.Port.Lock()
	defer c.Port.Unlock()
	s := &c.peers[to].puts
	if s.sent-s.acked >= ahead || c.Port.Backlog() {
		return false
	}
	if uint64(len(s.batch))+putHead+bytes > ofi.MaxBody {
		c.sendPuts(to, s)
	}
	if len(s.batch) == 0 {
		s.batch = append(s.batch, msgPuts)
		c.batched = append(c.batched, to)
	}
	s.batch = binary.LittleEndian.AppendUint64(s.batch, uint64(dest))
	s.batch = binary.LittleEndian.AppendUint64(s.batch, bytes)
	s.batch = append(s.batch, memory.Bytes(source, bytes)...)
	op.Begin()
	if n := len(s.parts); n > s.first && s.parts[n-1].op == op && s.parts[n-1].number == s.sent+1 {
		s.parts[n-1].puts++
	} else {
		s.parts = append(s.parts, part{s.sent + 1, op, 1})
	}
	if s.sent-s.acked < alone {
		c.sendPuts(to, s)
	}
	return true
}

// sendPuts sends the puts that wait for a peer. It needs the lock.
func (c *Core) sendPuts(to int, s *stream) {
	if len(s.batch) == 0 {
		return
	}
	s.sent++
	c.Port.Send(to, ofi.GASNet, s.batch, nil)
	s.batch = s.batch[:0]
	c.batched = slices.DeleteFunc(c.batched, func(peer int) bool { return peer == to })
}

// sendBatches sends all puts that wait. It needs the lock.
func (c *Core) sendBatches() {
	for len(c.batched) > 0 {
		to := c.batched[0]
		c.sendPuts(to, &c.peers[to].puts)
	}
}

// acknowledged is a peer's word that it has executed so many messages of puts. It needs the lock.
func (c *Core) acknowledged(from int, number uint64) error {
	s := &c.peers[from].puts
	if number > s.sent || number < s.acked {
		return fmt.Errorf("an acknowledgement of %d messages of puts, of which %d were sent and %d acknowledged", number, s.sent, s.acked)
	}
	s.acked = number
	for ; s.first < len(s.parts) && s.parts[s.first].number <= number; s.first++ {
		p := &s.parts[s.first]
		if n := len(c.finished); n > 0 && c.finished[n-1].op == p.op {
			c.finished[n-1].parts += p.puts
		} else {
			c.finished = append(c.finished, done{p.op, p.puts})
		}
		p.op = nil
	}
	if s.first == len(s.parts) {
		s.parts, s.first = s.parts[:0], 0
	}
	if s.sent-s.acked < alone {
		c.sendPuts(from, s)
	}
	return nil
}

// execute stores the puts of a message. It needs the lock.
func (c *Core) execute(from int, puts []byte) error {
	c.executed.Note(from)
	for len(puts) > 0 {
		dest, payload, rest, ok := parsePut(puts)
		if !ok {
			return fmt.Errorf("a damaged message of puts")
		}
		if !c.inSegment(dest, uint64(len(payload))) {
			return fmt.Errorf("a put of %d bytes to 0x%x, which is not in the segment", len(payload), dest)
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

// inSegment reports whether bytes at addr are in this rank's segment.
func (c *Core) inSegment(addr uintptr, bytes uint64) bool {
	s := c.Segments[c.Rank()]
	off := uint64(addr - s.Base)
	return off <= s.Bytes && bytes <= s.Bytes-off
}

// Batch acknowledges the puts that have been executed.
func (c *Core) Batch() {
	c.executed.Acknowledge(func(to int, ever uint64) {
		c.head = binary.LittleEndian.AppendUint64(append(c.head[:0], msgAck), ever)
		c.Port.Send(to, ofi.GASNet, c.head, nil)
	})
}
