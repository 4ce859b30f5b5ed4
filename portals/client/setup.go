package client

import (
	"fmt"

	"gasnetgo/portals"
)

// free frees all objects of the client.
func (c *Client) free() {
	n := c.Host.NI
	for _, e := range c.entries {
		n.MEUnlink(e.handle)
	}
	for _, h := range c.descriptors {
		n.MDUnlink(h)
	}
	for _, qs := range []*queues{&c.operations, &c.arrivals} {
		for _, q := range qs.all {
			n.EQFree(q.handle)
		}
	}
	for _, q := range c.polled {
		n.EQFree(q.handle)
	}
	c.operations, c.arrivals, c.polled, c.entries, c.descriptors = queues{}, queues{}, nil, nil, nil
}

// Setup creates objects until one cannot be created.
type Setup struct {
	c   *Client
	err error
}

// Add calls create, which creates objects. After an error the client still owns the objects that create has created.
func (c *Client) Add(create func(*Setup)) error {
	s := Setup{c: c}
	create(&s)
	return s.err
}

// Err is the first failure, or nil.
func (s *Setup) Err() error { return s.err }

// ok reports whether what was created, and records the error if it was not.
func (s *Setup) ok(what string, code portals.Code) bool {
	if code == portals.OK {
		return true
	}
	switch code {
	case portals.NoSpace, portals.PTIndexInvalid, portals.MEListTooLong:
		s.err = fmt.Errorf("no Portals %s left for %s: the program has asked for smaller limits in PtlNIInit, or used them up", what, s.c.Name)
	default:
		s.err = fmt.Errorf("%s over Portals: no %s: code %d", s.c.Name, what, code)
	}
	return false
}

// Operations creates an event queue that every call and every wait of the client polls: a queue for the client's own operations. arrived, which may be nil, is
// the handler of events at the target, such as replies that are messages of the client's own. The event is valid until it returns.
func (s *Setup) Operations(arrived func(*portals.Event)) portals.Handle {
	return s.queue(&s.c.operations, arrived)
}

// Arrivals creates an event queue for messages that the target handles. Only the host's hook and PollArrivals poll it, so that requests of peers are served where
// messages are received, and not in an unrelated call. For arrived, see Operations.
func (s *Setup) Arrivals(arrived func(*portals.Event)) portals.Handle {
	return s.queue(&s.c.arrivals, arrived)
}

func (s *Setup) queue(list *queues, arrived func(*portals.Event)) portals.Handle {
	h := s.events(s.c.Events)
	if s.err == nil {
		list.add(queue{h, arrived})
	}
	return h
}

// Polled creates an event queue with room for a number of events that only [Queue.Poll] dispatches: nothing that the client does besides takes events from
// it. A client that handles messages only where its own program waits or polls has such queues, and bounds what can be in them. For arrived, see Operations.
func (s *Setup) Polled(events uint64, arrived func(*portals.Event)) *Queue {
	q := &Queue{client: s.c, queue: queue{s.events(events), arrived}}
	if s.err == nil {
		s.c.polled = append(s.c.polled, q)
	}
	return q
}

func (s *Setup) events(capacity uint64) portals.Handle {
	if s.err != nil {
		return portals.InvalidHandle
	}
	h, code := s.c.Host.NI.EQAlloc(capacity)
	s.ok("event queue", code)
	return h
}

// Entry is a match entry for messages of any process, with its descriptor.
type Entry struct {
	Index        uint32 // counted from Config.Index
	Bits, Ignore uint64
	First        bool   // in front of the entries that the index has, instead of behind them
	Before       *Entry // in front of this one, which is attached; or nil
	MD           portals.MD
	Unlink       portals.Unlink // UnlinkIt: entry and descriptor are unlinked when the descriptor is used up
	handle       portals.Handle
	md           portals.Handle
}

// At is the place of an offset in the entry's memory, for operations of this rank.
func (e *Entry) At(offset uint64) Place { return Place{e.md, offset} }

// Entry creates a match entry and its descriptor.
func (s *Setup) Entry(e *Entry) {
	if s.err != nil {
		return
	}
	if s.ok("match entry", s.c.Attach(e)) {
		s.c.entries = append(s.c.entries, e)
	}
}

// Attach attaches an entry of Setup.Entry again, after its UNLINK event: a buffer that has been filled, and read since. A handler may call it.
func (c *Client) Attach(e *Entry) (code portals.Code) {
	everyone, place := portals.ProcessID{NID: portals.NIDAny, PID: portals.PIDAny}, portals.InsAfter
	if e.First {
		place = portals.InsBefore
	}
	if e.Before != nil {
		e.handle, e.md, code = c.Host.NI.MEMDPost(e.Before.handle, everyone, e.Bits, e.Ignore, e.Unlink, portals.InsBefore, e.MD, nil, e.Unlink, portals.EQNone)
		return code
	}
	e.handle, e.md, code = c.Host.NI.MEMDAttach(c.Index+e.Index, everyone, e.Bits, e.Ignore, e.Unlink, place, e.MD, nil, e.Unlink)
	return code
}

// Bind creates a free-floating descriptor.
func (s *Setup) Bind(at Segment, options uint32, eq portals.Handle) portals.Handle {
	if s.err != nil {
		return portals.InvalidHandle
	}
	h, code := s.c.Host.NI.MDBind(at.Describe(options, eq), nil, portals.Retain)
	if s.ok("memory descriptor", code) {
		s.c.descriptors = append(s.c.descriptors, h)
	}
	return h
}

// Memory binds a descriptor to each segment.
func (s *Setup) Memory(options uint32, eq portals.Handle, segments ...Segment) (m Memory) {
	for _, at := range segments {
		m = append(m, part{at, s.Bind(at, options, eq)})
	}
	return m
}
