package client

import (
	"fmt"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

// Ring is a target's memory for eager messages: those that arrive without having been asked for, of any size up to a limit, for the target to handle. It is
// divided into buffers. Portals appends messages to a buffer and unlinks it when the largest message would not fit any more; the next buffer takes what follows.
// A buffer is attached again when it is full and all its messages have been released.
type Ring struct {
	client  *Client
	index   uint32
	buffers []*ringBuffer
	refills int
}

// RingConfig describes a Ring.
type RingConfig struct {
	Index        uint32 // counted from Config.Index; the index has no other entries with the same bits
	Bits, Ignore uint64
	Memory       []byte // belongs to the ring until the client is closed
	Buffers      int    // equal parts of Memory: see BuffersFor
	Largest      uint64 // message, in bytes; not more than a part
	Queue        portals.Handle
	Before       *Entry // that the buffers stay in front of, or nil
}

// BuffersFor is how many buffers a ring needs that always has space for a number of messages, arrived and not released: each may be the only one left in a full
// buffer.
func BuffersFor(messages int) int { return messages + 1 }

// ringBuffer is a part of a ring's memory.
type ringBuffer struct {
	Entry
	memory []byte // Portals has its address only
	full   bool
	unread int
}

// Eager is a message in a ring. The payload is valid until Release.
type Eager struct {
	Payload   []byte
	From      portals.ProcessID
	MatchBits uint64
	HdrData   uint64
	buffer    *ringBuffer
}

// Ring creates a ring and attaches all its buffers.
func (s *Setup) Ring(c RingConfig) *Ring {
	r := &Ring{client: s.c, index: s.c.Index + c.Index}
	if c.Buffers < 1 || uint64(len(c.Memory)/c.Buffers) < max(c.Largest, 1) {
		panic(fmt.Sprintf("client: a ring of %d bytes in %d buffers has no space for messages of %d bytes", len(c.Memory), c.Buffers, c.Largest))
	}
	size := len(c.Memory) / c.Buffers
	for i := range c.Buffers {
		at := c.Memory[i*size:][:size]
		b := &ringBuffer{memory: at, Entry: Entry{Index: c.Index, Bits: c.Bits, Ignore: c.Ignore, Before: c.Before, Unlink: portals.UnlinkIt}}
		b.MD = Segment{memory.Address(at), uint64(size)}.Describe(portals.MDOpPut|portals.MDMaxSize|portals.MDEventAutoUnlink|NoStart, c.Queue)
		b.MD.MaxSize, b.MD.UserPtr = c.Largest, uintptr(i)
		r.buffers = append(r.buffers, b)
		s.Entry(&b.Entry)
	}
	return r
}

// Arrived takes an event of the ring's portal index. ok reports whether it is a message.
func (r *Ring) Arrived(e *portals.Event) (m Eager, ok bool) {
	if e.PTIndex != r.index {
		return m, false
	}
	b := r.buffers[e.MD.UserPtr]
	switch e.Kind {
	case portals.PutEnd:
		b.unread++
		return Eager{memory.Bytes(e.MD.Start+uintptr(e.Offset), e.MLength), e.Initiator, e.MatchBits, e.HdrData, b}, true
	case portals.Unlinked:
		b.full = true
		r.refill(b)
	}
	return m, false
}

// Release says that a message has been read.
func (r *Ring) Release(m Eager) {
	m.buffer.unread--
	r.refill(m.buffer)
}

func (r *Ring) refill(b *ringBuffer) {
	if !b.full || b.unread > 0 {
		return
	}
	b.full = false
	r.refills++
	if code := r.client.Attach(&b.Entry); code != portals.OK {
		r.client.Fail(fmt.Errorf("%s over Portals: a buffer for messages cannot be attached again: code %d", r.client.Name, code))
	}
}

// Refills is how often a buffer has been attached again.
func (r *Ring) Refills() int { return r.refills }
