package client

import (
	"gasnetgo/internal/fault"
	"gasnetgo/portals"
)

// Start allocates the record of an operation to a process, once there is space for it. The initiator retains the record until it calls Release.
func (c *Client) Start(context uint32, to portals.ProcessID) (*Operation, error) {
	c.Polls()
	c.Link.Serve() // mostly acknowledgements: to receive them here is cheaper than to be called for each
	for c.failed == nil {
		if o := c.TryStart(context, to); o != nil {
			return o, nil
		}
		c.Await("room for a message", func() bool { return c.ready(to) })
	}
	return nil, c.failed
}

// TryStart is Start without waiting: nil if there is no space, or the client has failed.
func (c *Client) TryStart(context uint32, to portals.ProcessID) *Operation {
	if c.failed != nil || !c.ready(to) {
		return nil
	}
	o := c.table.allocate()
	o.context, o.retained = context, true
	c.list(context).add(o)
	return o
}

// ready reports whether there is a record and the link accepts a message.
func (c *Client) ready(to portals.ProcessID) bool { return !c.table.full() && c.Link.Ready(to) }

func (c *Client) list(context uint32) *list {
	for int(context) >= len(c.contexts) {
		c.contexts = append(c.contexts, list{})
	}
	return &c.contexts[context]
}

// Release ends the initiator's use of a record.
func (c *Client) Release(o *Operation) {
	o.retained = false
	if o.complete {
		c.table.release(o)
	}
}

// Cancel ends an operation that has been started and will not be issued. It counts as complete.
func (c *Client) Cancel(o *Operation) {
	c.complete(o)
	c.Release(o)
}

// Put issues a put of n bytes, which its target acknowledges. The lowest bits of to.MatchBits are the operation's ID, here and below.
func (c *Client) Put(o *Operation, from Place, n uint64, to portals.Target, data uint64) error {
	return c.put(o, aPut, portals.AckRequested, from, n, to, data)
}

// Request issues a put that is not acknowledged: the client's handler of the reply calls Complete. A request without payload needs no descriptor with events.
func (c *Client) Request(o *Operation, from Place, n uint64, to portals.Target, data uint64) error {
	o.sent = n == 0
	return c.put(o, aRequest, portals.NoAck, from, n, to, data)
}

// Message issues a put that is not acknowledged and complete when its payload has left: from has a descriptor with END events.
func (c *Client) Message(o *Operation, from Place, n uint64, to portals.Target, data uint64) error {
	return c.put(o, aMessage, portals.NoAck, from, n, to, data)
}

func (c *Client) put(o *Operation, k kind, ack portals.AckReq, from Place, n uint64, to portals.Target, data uint64) error {
	o.kind = k
	op, code := c.Host.NI.Put(from.MD, from.Offset, n, ack, to, data)
	return c.send(op, code)
}

// Get issues a get of n bytes.
func (c *Client) Get(o *Operation, into Place, n uint64, to portals.Target) error {
	o.kind = aGet
	op, code := c.Host.NI.Get(into.MD, into.Offset, n, to)
	return c.send(op, code)
}

// Swap issues a swap: n bytes from one place go to the target, and what they replace goes to the other.
func (c *Client) Swap(o *Operation, into, from Place, n uint64, to portals.Target) error {
	o.kind = aGet
	op, code := c.Host.NI.GetPut(into.MD, into.Offset, from.MD, from.Offset, n, to, 0)
	return c.send(op, code)
}

// send passes an operation to the link, and dispatches the events that there are.
func (c *Client) send(op *portals.Op, code portals.Code) error {
	if code != portals.OK {
		c.Fail(fault.New("", nil, "internal error: Portals refuses an operation of %s: %v", c.Name, code))
		return c.failed
	}
	c.Link.Send(op)
	c.poll()
	return c.failed
}

// Post sends a message without payload and without a record. It does not wait for space, so a handler may call it, if the client bounds the number of such
// messages; from is a descriptor without memory and without events.
func (c *Client) Post(from portals.Handle, to portals.Target, data uint64) {
	c.PostBytes(Place{MD: from}, 0, to, data)
}

// PostBytes is Post with a payload of n bytes, from a descriptor without events. Something else tells the client when the memory is free: an answer, say.
func (c *Client) PostBytes(from Place, n uint64, to portals.Target, data uint64) {
	if op, code := c.Host.NI.Put(from.MD, from.Offset, n, portals.NoAck, to, data); code == portals.OK {
		c.Link.Send(op)
	}
}

// Bind makes a descriptor of n bytes at addr, with the events of a queue of operations, for as long as the client wants it. ok is false, and the client has failed,
// if there is none left.
func (c *Client) Bind(addr uintptr, n uint64, eq portals.Handle) (at Place, ok bool) {
	h, code := c.Host.NI.MDBind(Segment{Base: addr, Len: n}.Describe(NoStart, eq), nil, portals.Retain)
	if code != portals.OK {
		c.Fail(fault.New("", nil, "no Portals descriptor left for %s: the program has asked for smaller limits in PtlNIInit, or used them up: code %d", c.Name, code))
	}
	return Place{MD: h}, code == portals.OK
}

// Unbind frees a descriptor of Bind. It reports false while an event of it is missing.
func (c *Client) Unbind(at Place) bool { return c.Host.NI.MDUnlink(at.MD) == portals.OK }
