package portals

import (
	"fmt"

	ptl "gasnetgo/portals"
	"gasnetgo/shmem"
)

// ends are the Portals objects of a transport.
type ends struct {
	puts, gets, asks ptl.Handle // event queues: of puts, of gets and answers, of the agent
	from, into       [3]local   // where puts start and gets end, by what lies there; the last is everywhere
	blank            ptl.Handle // descriptor of no memory: requests and answers are all header
	entries          []ptl.Handle
	free             []ptl.Handle // free-floating descriptors
	queues           []ptl.Handle
}

// local is a free-floating descriptor.
type local struct {
	shmem.Segment
	md ptl.Handle
}

// The third index serves requests to the agent, and answers, which have answerBit.
const (
	indexData = iota
	indexHeap
	indexAgent
)

// everywhere is any memory: stack and private heap have no fixed place here.
func everywhere() shmem.Segment { return shmem.Segment{Base: 1, Len: 1 << 63} }

const (
	both  = ptl.MDOpPut | ptl.MDOpGet | ptl.MDManageRemote
	quiet = ptl.MDEventStartDisable | ptl.MDEventEndDisable
)

func (t *Transport) setUp() error {
	e, data, heap := &t.ends, t.Segments.Data, t.Segments.Heap
	var all setUp
	all.t = t
	e.puts, e.gets, e.asks = all.queue(), all.queue(), all.queue()

	all.entry(indexData, 0, ^uint64(0), data, both|quiet, ptl.EQNone)
	all.entry(indexHeap, 0, ^uint64(0), heap, both|quiet, ptl.EQNone)
	// Requests and answers have no payload; a request uses the offset for something else, so that any must be good.
	all.entry(indexAgent, 0, ^answerBit, everywhere(), ptl.MDOpPut|ptl.MDManageRemote|ptl.MDEventStartDisable, e.asks)
	all.entry(indexAgent, answerBit, ^answerBit, shmem.Segment{}, ptl.MDOpPut|ptl.MDEventStartDisable, e.gets)

	for i, s := range []shmem.Segment{data, heap, everywhere()} {
		e.from[i] = local{s, all.bind(s, ptl.MDEventStartDisable, e.puts)}
		e.into[i] = local{s, all.bind(s, ptl.MDEventStartDisable, e.gets)}
	}
	e.blank = all.bind(shmem.Segment{}, quiet, ptl.EQNone)
	if t.Count {
		all.counting()
	}
	return all.err()
}

func (t *Transport) tearDown() {
	n, e := t.Host.NI, &t.ends
	for _, h := range e.entries {
		n.MEUnlink(h)
	}
	for _, h := range e.free {
		n.MDUnlink(h)
	}
	for _, h := range e.queues {
		n.EQFree(h)
	}
	t.ends = ends{}
	t.arrivals = arrivals{}
}

// setUp makes objects until one cannot be had.
type setUp struct {
	t    *Transport
	code ptl.Code
	what string
}

func (s *setUp) note(what string, c ptl.Code) bool {
	if c != ptl.OK && s.code == ptl.OK {
		s.code, s.what = c, what
	}
	return c == ptl.OK
}

func (s *setUp) err() error {
	switch s.code {
	case ptl.OK:
		return nil
	case ptl.NoSpace, ptl.PTIndexInvalid, ptl.MEListTooLong:
		return fmt.Errorf("no Portals %s left for SHMEM: the program has asked for smaller limits in PtlNIInit, or used them up", s.what)
	}
	return fmt.Errorf("SHMEM over Portals: no %s: code %d", s.what, s.code)
}

func (s *setUp) queue() ptl.Handle {
	h, c := s.t.Host.NI.EQAlloc(s.t.Events)
	if s.note("event queue", c) {
		s.t.ends.queues = append(s.t.ends.queues, h)
	}
	return h
}

func (s *setUp) entry(index uint32, bits, ignore uint64, at shmem.Segment, options uint32, eq ptl.Handle) {
	s.entryAt(ptl.InsAfter, index, bits, ignore, at, options, eq)
}

// entryAt is entry, before or behind those that are there.
func (s *setUp) entryAt(place ptl.Position, index uint32, bits, ignore uint64, at shmem.Segment, options uint32, eq ptl.Handle) {
	any := ptl.ProcessID{NID: ptl.NIDAny, PID: ptl.PIDAny}
	me, _, c := s.t.Host.NI.MEMDAttach(s.t.Index+index, any, bits, ignore, ptl.Retain, place, describe(at, options, eq), nil, ptl.Retain)
	if s.note("match entry", c) {
		s.t.ends.entries = append(s.t.ends.entries, me)
	}
}

func (s *setUp) bind(at shmem.Segment, options uint32, eq ptl.Handle) ptl.Handle {
	md, c := s.t.Host.NI.MDBind(describe(at, options, eq), nil, ptl.Retain)
	if s.note("memory descriptor", c) {
		s.t.ends.free = append(s.t.ends.free, md)
	}
	return md
}

func describe(at shmem.Segment, options uint32, eq ptl.Handle) ptl.MD {
	return ptl.MD{Start: at.Base, Length: at.Len, Threshold: ptl.ThresholdInfinite, Options: options, EQ: eq}
}

// find is the descriptor that n bytes at addr lie in, and where there.
func find(ends *[3]local, addr uintptr, n uint64) (ptl.Handle, uint64) {
	for i := range ends {
		l := &ends[i]
		if off := uint64(addr - l.Base); off < l.Len && n <= l.Len-off {
			return l.md, off
		}
	}
	return ptl.InvalidHandle, 0
}

// remote is a place in a symmetric segment of pe. The match bits come back with acknowledgements and replies.
func (t *Transport) remote(pe ptl.ProcessID, at shmem.Addr, f *flight) ptl.Target {
	index, match := uint32(indexData), uint64(f.id)
	if at.Seg == shmem.Heap {
		index = indexHeap
	}
	if f.counted {
		match |= countedBit
	}
	return ptl.Target{ID: pe, PT: t.Index + index, MatchBits: match, Offset: at.Off}
}
