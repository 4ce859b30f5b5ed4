package ofi

import (
	"fmt"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi/request"
)

// client is the conduit as its layer sees it: all calls come with the port locked.
type client struct{ *Core }

var _ request.Client[*conduit.Op] = client{}

// Execute stores puts, and collects active messages for Next. Nothing is a request of the layer's, so there are no replies.
func (c client) Execute(from int, m request.Message, payload []byte) (reply []byte, err error) {
	p := &c.peers[from]
	switch m.Kind {
	case msgCredit:
		if m.Value > uint64(Depth-p.credits) {
			return nil, fmt.Errorf("%d credits, of which %d were used", m.Value, Depth-p.credits)
		}
		p.credits += int(m.Value)
		return nil, nil
	case msgPuts:
		return nil, c.execute(payload)
	case msgMore:
		if p.partial == nil || len(payload) > len(p.missing) {
			return nil, fmt.Errorf("%d bytes belong to no message", len(payload))
		}
		p.missing = p.missing[copy(p.missing, payload):]
	default:
		if p.partial != nil {
			return nil, fmt.Errorf("%d bytes of the message before it are missing", len(p.missing))
		}
		o := c.arrival()
		if err := c.begin(from, o, m, payload); err != nil {
			c.release(o)
			return nil, err
		}
	}
	if len(p.missing) == 0 {
		c.arrived(p.partial)
		p.partial = nil
	}
	return nil, nil
}

// begin makes space for a message's payload, and stores its first part.
func (c *Core) begin(from int, o *own, m request.Message, b []byte) error {
	payload, err := parse(m, b, &o.Arrival)
	if err != nil {
		return err
	}
	p := &c.peers[from]
	o.From = from
	var room []byte
	switch {
	case o.Kind == conduit.Medium:
		if o.Bytes > c.Limits().Medium {
			return fmt.Errorf("a Medium of %d bytes", o.Bytes)
		}
		o.buffer()
		room = memory.Bytes(o.Buffer, o.Bytes)
	case o.Kind == conduit.Long && o.Bytes > 0:
		if err := c.segment().Check(uint64(o.Buffer), o.Bytes); err != nil {
			return err
		}
		if m.Cond != inPlace {
			room = memory.Bytes(o.Buffer, o.Bytes)
		}
	}
	if len(payload) > len(room) {
		return fmt.Errorf("%d bytes of payload, and only %d announced", len(payload), len(room))
	}
	p.partial, p.missing = &o.Arrival, room[copy(room, payload):]
	return nil
}

// segment is this rank's.
func (c *Core) segment() request.Memory {
	s := &c.Segments[c.Rank()]
	return request.Memory{Base: uint64(s.Base), Bytes: s.Bytes}
}

// Ended notes that a part of an operation, if it has one, is complete.
func (c client) Ended(op **conduit.Op, _ []byte, _ error) {
	if *op != nil {
		c.inFlight--
		c.finished = append(c.finished, done{*op, 1})
	}
}
