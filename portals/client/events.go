package client

import (
	"gasnetgo/internal/fault"
	"gasnetgo/portals"
)

// queue is an event queue with the handler of its events at the target.
type queue struct {
	handle  portals.Handle
	arrived func(*portals.Event)
}

// after is Host.After: it runs wherever messages are received, with the lock held. Arrivals are first: peers wait for them.
func (c *Client) after() {
	c.PollArrivals()
	c.poll()
}

// PollArrivals dispatches the events in the queues of arrivals.
func (c *Client) PollArrivals() { c.drain(c.created.arrivals) }

// poll dispatches the events in the queues of operations.
func (c *Client) poll() { c.drain(c.created.operations) }

// drain empties queues. A handler that issues an operation does not dispatch events inside its own event.
func (c *Client) drain(queues []queue) {
	if c.draining {
		return
	}
	c.draining = true
	for i := range queues {
		for q := &queues[i]; c.next(q.handle); {
			c.dispatch(q)
		}
	}
	c.draining = false
}

// next dequeues an event, if there is one.
func (c *Client) next(q portals.Handle) bool {
	code := c.Host.NI.EQGet(q, &c.event)
	if code != portals.OK && code != portals.EQEmpty {
		c.Fail(fault.New("", nil, "internal error: an event queue of %s over Portals answers %v", c.Name, code))
	}
	return code == portals.OK
}

// dispatch passes an event to its operation or its handler.
func (c *Client) dispatch(q *queue) {
	switch e := &c.event; e.Kind {
	case portals.SendStart, portals.ReplyStart:
	case portals.SendEnd, portals.Ack, portals.ReplyEnd:
		if !c.Check(e) {
			return
		}
		if o := c.Operation(e.MatchBits); o != nil {
			c.advance(o, e.Kind)
		}
	default:
		if q.arrived != nil {
			q.arrived(e)
		}
	}
}

// Operation is the operation in flight that match bits name, or nil.
func (c *Client) Operation(bits uint64) *Operation { return c.table.at(bits) }

// advance is called for an event of the initiator's.
func (c *Client) advance(o *Operation, event portals.EventKind) {
	switch {
	case event != portals.SendEnd:
		c.complete(o)
	case o.kind == aGet: // only the reply ends a get, and a swap
	case o.kind == aMessage || o.replied:
		c.complete(o)
	default:
		o.finishSent()
	}
}

// Complete completes a request: the client has received the reply. If the link still reads the payload of the request, that completes it.
func (c *Client) Complete(o *Operation) {
	if !o.sent {
		o.replied = true
		return
	}
	c.complete(o)
}

func (c *Client) complete(o *Operation) {
	o.complete = true
	if o.kind == aGet || o.kind == aRequest {
		copy(o.into, o.Element())
	}
	o.finishSent()
	if o.onComplete != nil {
		o.onComplete.Finish()
	}
	c.list(o.context).remove(o)
	if !o.retained {
		c.table.release(o)
	}
}

// Check reports whether an event is good. If it reports a failure, the client fails with the error that says what could not be moved.
func (c *Client) Check(e *portals.Event) bool {
	if e.Fail == portals.NIOK {
		return true
	}
	arg := "source"
	switch e.Kind {
	case portals.ReplyEnd, portals.ReplyStart:
		arg = "dest"
	case portals.Ack:
		c.Fail(fault.New("", nil, "a put of %d bytes could not be stored: memory of this rank or of its target is not there", e.RLength))
		return false
	}
	c.Fail(fault.New(arg, fault.Addr(e.MD.Start+uintptr(e.Offset)), "there is no memory of %d bytes, or the peer has left", e.RLength))
	return false
}
