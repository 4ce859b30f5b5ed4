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

// queues is a few event queues. The first are in the client itself: the simulator touches the queues of another rank for each message, and each line costs.
type queues struct {
	all   []queue
	first [2]queue
}

func (q *queues) add(one queue) {
	if q.all == nil {
		q.all = q.first[:0]
	}
	q.all = append(q.all, one)
}

// after is the host's hook: it runs wherever messages are received, with the lock held. Arrivals are first: peers wait for them.
func (c *Client) after() {
	c.PollArrivals()
	c.poll()
}

// PollArrivals dispatches the events in the queues of arrivals.
func (c *Client) PollArrivals() { c.drain(c.arrivals.all) }

// poll dispatches the events in the queues of operations.
func (c *Client) poll() { c.drain(c.operations.all) }

// drain empties queues. A handler that issues an operation does not dispatch events inside its own event.
func (c *Client) drain(queues []queue) {
	if c.draining {
		return
	}
	c.draining = true
	for i := range queues {
		q := &queues[i]
		code := c.Host.NI.EQGet(q.handle, &c.event)
		for ; code == portals.OK; code = c.Host.NI.EQGet(q.handle, &c.event) {
			c.dispatch(q, &c.event)
		}
		if code != portals.EQEmpty {
			c.Fail(fault.New("", nil, "internal error: an event queue of %s over Portals answers %v", c.Name, code))
		}
	}
	c.draining = false
}

// Queue is an event queue of [Setup.Polled].
type Queue struct {
	client *Client
	queue

	// Lost is the error of a queue that had no place for events before this one. nil: that is an internal error.
	Lost func(e *portals.Event) error
}

// Handle is the queue's, for descriptors.
func (q *Queue) Handle() portals.Handle { return q.handle }

// Poll dispatches at most so many events, or all there are if most is 0, and returns how many. empty: the last look found none. A handler must not poll.
func (q *Queue) Poll(most int) (events int, empty bool) {
	c := q.client
	for c.failed == nil && (most == 0 || events < most) {
		switch code := c.Host.NI.EQGet(q.handle, &c.event); code {
		case portals.OK:
		case portals.EQEmpty:
			return events, true
		default:
			if code == portals.EQDropped && q.Lost != nil {
				c.Fail(q.Lost(&c.event))
			}
			c.Fail(fault.New("", nil, "internal error: an event queue of %s over Portals answers %v", c.Name, code))
			return events, true
		}
		events++
		c.dispatch(&q.queue, &c.event)
	}
	return events, false
}

// Pending reports whether there is an event.
func (q *Queue) Pending() bool {
	return q.client.Host.NI.EQPeek(q.handle, &q.client.event) != portals.EQEmpty
}

// dispatch passes an event to its operation or its handler.
func (c *Client) dispatch(q *queue, e *portals.Event) {
	switch e.Kind {
	case portals.SendEnd, portals.Ack, portals.ReplyEnd:
		if !c.Check(e) {
			return
		}
		switch o := c.table.at(e.MatchBits); {
		case o == nil:
		case e.Kind != portals.SendEnd:
			c.complete(o)
		case o.kind == aGet: // only the reply ends a get, and a swap
		case o.kind == aMessage || o.replied:
			c.complete(o)
		default:
			o.finishSent()
		}
	case portals.SendStart, portals.ReplyStart:
	default:
		if q.arrived != nil {
			q.arrived(e)
		}
	}
}

// Operation is the operation in flight that match bits name, or nil.
func (c *Client) Operation(bits uint64) *Operation { return c.table.at(bits) }

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
	if e.Fail != portals.NIOK {
		c.Fail(missing(e))
		return false
	}
	return true
}

// missing is the error of an event whose bytes could not be moved.
func missing(e *portals.Event) error {
	if e.Fail == portals.NIDamaged {
		return fault.New("", nil, "a message of %d bytes was damaged on the network: its CRC is wrong ([faults] missed of the machine)", e.RLength)
	}
	arg := "source"
	switch e.Kind {
	case portals.ReplyEnd, portals.ReplyStart:
		arg = "dest"
	case portals.Ack:
		return fault.New("", nil, "a put of %d bytes could not be stored: memory of this rank or of its target is not there", e.RLength)
	}
	return fault.New(arg, fault.Addr(e.MD.Start+uintptr(e.Offset)), "there is no memory of %d bytes, or the peer has left", e.RLength)
}
