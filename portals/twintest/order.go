package twintest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	p "gasnetgo/portals"
)

// Group is processes on a network whose programs run at the same time.
type Group struct {
	Members []Member
	Run     func(programs []func()) error // runs a program for each member at the same time, until all have returned
	Close   func()

	// InPlace says that payloads of puts reach memory in the order of their messages, too. Portals promises only that they are matched in that order.
	InPlace bool
}

// Member is a process of a Group. All functions but Hook and Charge are for its program.
type Member struct {
	NI     *p.NI
	Lock   sync.Locker
	Memory []byte // OrderBytes, zeroed

	Hook   func(after func())     // has after called with the lock whenever messages have been handled
	Charge func(ns int)           // in a call or a handler: what it does takes so long, where anything takes time
	Send   func(o *p.Op)          // in a call or a handler
	Call   func(f func())         // a call of the program: f runs with the lock
	Pause  func(ns int)           // the program computes
	Wait   func(cond func() bool) // until cond holds, which is called with the lock
}

// OrderBytes is the memory of each of so many Members.
func OrderBytes(members int) int { return (members + 3) * orderPart }

const (
	orderPart   = 256 << 10 // bytes for what one process puts, or what a process gets
	orderEvents = 1 << 13
	orderLevels = 3 // of handlers that answer handlers
)

// What a message says in its match bits, from the top: what it is, 8; which reaction its handlers have, 8; its number among those from its sender to its target, 32.
const (
	orderKindShift     = 56
	orderReactionShift = 48
)

// orderSend is a message to be sent.
type orderSend struct {
	kind     p.HeaderKind
	to, n    int
	ack      bool
	charge   int // before it is sent, in ns; negative: nothing is charged
	reaction int // of the target's handler, by number; 0: none
}

// orderPlan is what happens: the calls of programs, each of which sends some messages, and what handlers send when a message has come, at its begin or end.
type orderPlan struct {
	programs  [][]orderCall
	reactions []orderReaction
}

type orderCall struct {
	pause int
	sends []orderSend
}

type orderReaction struct {
	early bool
	sends []orderSend
}

func drawOrder(t *rapid.T, members int) *orderPlan {
	x := &orderPlan{programs: make([][]orderCall, members), reactions: make([]orderReaction, 1+orderLevels)}
	number := func(from, to int, what string) int { return rapid.IntRange(from, to).Draw(t, what) }
	sends := func(least, most, level int) (list []orderSend) {
		for range number(least, most, "messages") {
			s := orderSend{
				kind: rapid.SampledFrom([]p.HeaderKind{p.HPut, p.HPut, p.HPut, p.HGet, p.HGetPut}).Draw(t, "kind"), to: number(0, members-1, "to"),
				n:   rapid.SampledFrom([]int{0, 0, 1, 8, 12, 13, 17, 64, 1000, 8192, 8193, 20000}).Draw(t, "bytes"),
				ack: rapid.Bool().Draw(t, "ack"), charge: rapid.SampledFrom([]int{-1, -1, 0, 100, 3000}).Draw(t, "charge"),
			}
			if s.kind == p.HGetPut {
				s.n = min(s.n, 8)
			}
			if level < orderLevels {
				s.reaction = rapid.SampledFrom([]int{0, level + 1}).Draw(t, "reaction")
			}
			list = append(list, s)
		}
		return list
	}
	for i := 1; i <= orderLevels; i++ {
		x.reactions[i] = orderReaction{rapid.Bool().Draw(t, "early"), sends(0, 2, i)}
	}
	for i := range x.programs {
		for range number(0, 4, "calls") {
			pause := rapid.SampledFrom([]int{0, 0, 50, 1000, 7000}).Draw(t, "pause")
			x.programs[i] = append(x.programs[i], orderCall{pause, sends(1, 6, 0)})
		}
	}
	return x
}

// arrivals is how many messages arrive at each process.
func (x *orderPlan) arrivals() []int {
	n := make([]int, len(x.programs))
	var count func(sends []orderSend)
	count = func(sends []orderSend) {
		for _, s := range sends {
			n[s.to]++
			count(x.reactions[s.reaction].sends)
		}
	}
	for _, calls := range x.programs {
		for _, c := range calls {
			count(c.sends)
		}
	}
	return n
}

// orderly is a run of a plan.
type orderly struct {
	*orderPlan
	group  *Group
	sides  []*orderSide
	failed atomic.Pointer[string]
}

// orderSide is one process. Its lock guards all but the first two.
type orderSide struct {
	Member
	run       *orderly
	me        int
	arriving  p.Handle // queue of what arrives
	mine      p.Handle // of own operations
	local     p.Handle // descriptor of all memory
	sent      []uint32 // messages to each process
	used      []int    // bytes of this process's part at each
	source    int      // bytes used of what is sent
	fetched   int      // of what gets and swaps fetch
	begun     []uint32 // messages from each process that have been matched
	whole     []uint32 // number after the latest put of each that was whole
	waits     int      // operations of this process that are not over
	remaining int      // messages that have yet to arrive whole
	places    map[uint64]orderPlace
}

// orderPlace is what a get fetches, and where.
type orderPlace struct{ from, at, n int }

func (x *orderly) fail(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	x.failed.CompareAndSwap(nil, &text)
}

// orderByte is byte k of what a process has for gets (number 0), or of the payload of a message, and orderNumber that number.
func orderByte(process int, number uint32, k int) byte {
	return byte(process*31 + int(number)*7 + k + k>>8)
}

// Where parts of a process's memory begin, behind those that other processes put to.
func (s *orderSide) outgoing() int { return len(s.run.sides) * orderPart }
func (s *orderSide) incoming() int { return (len(s.run.sides) + 1) * orderPart }
func (s *orderSide) constant() int { return (len(s.run.sides) + 2) * orderPart }

// open makes the objects of a process.
func (s *orderSide) open() p.Code {
	for k := range orderPart {
		s.Memory[s.constant()+k] = orderByte(s.me, 0, k)
	}
	var codes [4]p.Code
	s.Lock.Lock()
	defer s.Lock.Unlock()
	s.arriving, codes[0] = s.NI.EQAlloc(orderEvents)
	s.mine, codes[1] = s.NI.EQAlloc(orderEvents)
	md := p.MD{Start: memory.Address(s.Memory), Length: uint64(len(s.Memory)), Threshold: p.ThresholdInfinite, EQ: s.arriving, Options: p.MDOpPut | p.MDOpGet | p.MDManageRemote}
	_, _, codes[2] = s.NI.MEMDAttach(0, p.ProcessID{NID: p.NIDAny, PID: p.PIDAny}, 0, ^uint64(0), p.Retain, p.InsAfter, md, nil, p.Retain)
	md.EQ, md.Options = s.mine, p.MDEventStartDisable
	s.local, codes[3] = s.NI.MDBind(md, nil, p.Retain)
	for _, c := range codes {
		if c != p.OK {
			return c
		}
	}
	s.Hook(s.handle)
	return p.OK
}

// issue sends a message, with the lock: the numbers of messages to a process are in the order of these calls.
func (s *orderSide) issue(o orderSend) {
	if o.charge >= 0 {
		s.Charge(o.charge)
	}
	number, n := s.sent[o.to]+1, o.n
	s.sent[o.to] = number
	bits := uint64(o.kind)<<orderKindShift | uint64(o.reaction)<<orderReactionShift | uint64(number)
	to := p.Target{ID: s.run.sides[o.to].NI.ID(), MatchBits: bits}
	if s.used[o.to]+n > orderPart || s.source+n > orderPart || s.fetched+n > orderPart {
		n = 0
	}
	from, into := uint64(s.outgoing()+s.source), uint64(s.incoming()+s.fetched)
	to.Offset = uint64(s.me*orderPart + s.used[o.to])
	if o.kind != p.HGet {
		s.used[o.to] += n
		s.source += n
		for k := range n {
			s.Memory[int(from)+k] = orderByte(s.me, number, k)
		}
	}
	if o.kind != p.HPut {
		s.fetched += n
	}
	var op *p.Op
	var code p.Code
	s.waits++
	switch o.kind {
	case p.HGet:
		to.Offset = uint64(s.constant())
		op, code = s.NI.Get(s.local, into, uint64(n), to)
	case p.HGetPut:
		op, code = s.NI.GetPut(s.local, into, s.local, from, uint64(n), to, 0)
	default:
		ack := p.NoAck
		if o.ack {
			ack = p.AckRequested
			s.waits++
		}
		op, code = s.NI.Put(s.local, from, uint64(n), ack, to, 0)
	}
	if code != p.OK {
		s.run.fail("process %d: %v", s.me, code)
		return
	}
	if o.kind == p.HGet {
		s.places[uint64(o.to)<<32|uint64(number)] = orderPlace{o.to, int(into), n}
	}
	s.Send(op)
}

// handle deals with what has come, with the lock.
func (s *orderSide) handle() {
	var e p.Event
	for s.NI.EQGet(s.arriving, &e) == p.OK {
		s.arrived(&e)
	}
	for s.NI.EQGet(s.mine, &e) == p.OK {
		switch kind := p.HeaderKind(e.MatchBits >> orderKindShift); {
		case e.Fail != p.NIOK:
			s.run.fail("process %d: %v of a message of %d bytes: failure %d", s.me, e.Kind, e.RLength, e.Fail)
		case e.Kind == p.SendEnd && kind == p.HPut, e.Kind == p.Ack, e.Kind == p.ReplyEnd:
			s.waits--
		}
	}
}

// arrived is an event of a message that arrives.
func (s *orderSide) arrived(e *p.Event) {
	x, from, number := s.run, -1, uint32(e.MatchBits)
	for i, o := range x.sides {
		if o.NI.ID() == e.Initiator {
			from = i
		}
	}
	if from < 0 || e.Fail != p.NIOK {
		x.fail("process %d: %v from %+v, failure %d", s.me, e.Kind, e.Initiator, e.Fail)
		return
	}
	begins := e.Kind == p.PutStart || e.Kind == p.GetStart || e.Kind == p.GetPutStart
	if begins {
		if s.begun[from]++; s.begun[from] != number {
			x.fail("message %d from process %d to process %d has come as the %dth", number, from, s.me, s.begun[from])
		}
	} else {
		s.remaining--
	}
	if e.Kind == p.PutEnd {
		s.check(from, number, e)
	}
	if r := x.reactions[e.MatchBits>>orderReactionShift&0xff]; r.early == begins {
		for _, o := range r.sends {
			s.issue(o)
		}
	}
}

// check compares a payload.
func (s *orderSide) check(from int, number uint32, e *p.Event) {
	for k, b := range s.Memory[e.Offset:][:e.MLength] {
		if b != orderByte(from, number, k) {
			s.run.fail("message %d from process %d to process %d, of %d bytes: byte %d is wrong", number, from, s.me, e.MLength, k)
			return
		}
	}
	if s.run.group.InPlace && number < s.whole[from] {
		s.run.fail("the payload of message %d from process %d to process %d has come behind that of message %d", number, from, s.me, s.whole[from])
	}
	s.whole[from] = number
}

// program is that of a process: its calls, and then it waits for all that is to come.
func (s *orderSide) program() {
	for _, c := range s.run.programs[s.me] {
		s.Pause(c.pause)
		s.Call(func() {
			for _, o := range c.sends {
				s.issue(o)
			}
		})
	}
	s.Wait(func() bool {
		s.handle()
		return s.run.failed.Load() != nil || s.waits == 0 && s.remaining == 0
	})
}

// RunOrder has programs and handlers of processes send to each other at random: the messages of one to another are matched in the order in which it has issued them, whoever
// did.
func RunOrder(t *testing.T, open func(t *rapid.T, members int) *Group) {
	rapid.Check(t, func(t *rapid.T) {
		members := rapid.IntRange(1, 4).Draw(t, "processes")
		x := &orderly{orderPlan: drawOrder(t, members), group: open(t, members)}
		defer x.group.Close()
		var programs []func()
		for i, n := range x.arrivals() {
			s := &orderSide{
				Member: x.group.Members[i], run: x, me: i, remaining: n, sent: make([]uint32, members), used: make([]int, members),
				begun: make([]uint32, members), whole: make([]uint32, members), places: map[uint64]orderPlace{},
			}
			x.sides, programs = append(x.sides, s), append(programs, s.program)
		}
		for _, s := range x.sides {
			require.Equal(t, p.OK, s.open())
		}
		require.NoError(t, x.group.Run(programs))
		if why := x.failed.Load(); why != nil {
			require.Fail(t, *why)
		}
		for _, s := range x.sides {
			for number, at := range s.places {
				for k, b := range s.Memory[at.at:][:at.n] {
					require.Equal(t, orderByte(at.from, 0, k), b, "process %d, get %d of process %d: byte %d", s.me, uint32(number), at.from, k)
				}
			}
		}
	})
}
