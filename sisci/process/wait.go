package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// Reply is what a call that may wait returns, for C: struct ga_sisci_reply.
type Reply struct {
	Code, Reason, Node, Adapter uint32
	Status, State, Length       uint32
	_                           uint32
	Handle                      uint64
}

// begin makes a call that may wait. It answers a ticket, or has stored the reply.
func (p *Process) begin(reply uintptr, call func(*sisci.Process) (sisci.Answer, sisci.Ticket)) uint64 {
	return p.beginWith(0, reply, call)
}

// beginWith is begin for a call that receives a message: data is where it goes.
func (p *Process) beginWith(data, reply uintptr, call func(*sisci.Process) (sisci.Answer, sisci.Ticket)) uint64 {
	if p.refused != sisci.OK {
		store(0, reply, sisci.Answer{Code: p.refused, State: sisci.QueueError})
		return 0
	}
	a, ticket := p.driver.Begin(call)
	if ticket == 0 {
		store(data, reply, a)
	}
	return uint64(ticket)
}

// answer is what begin needs of a call that returns a ticket unless it fails.
func answer(ticket sisci.Ticket, code sisci.Code) (sisci.Answer, sisci.Ticket) {
	if code != sisci.OK {
		return sisci.Answer{Code: code}, 0
	}
	return sisci.Answer{}, ticket
}

// store stores an answer, and its message.
func store(data, reply uintptr, a sisci.Answer) {
	if n := len(a.Event.Data); n > 0 {
		copy(memory.Bytes(data, n), a.Event.Data)
	}
	*memory.At[Reply](reply) = Reply{Code: uint32(a.Code), Reason: uint32(a.Event.Reason), Node: a.Event.Node, Adapter: a.Event.Adapter, Status: uint32(a.Event.Status),
		State: uint32(a.State), Length: uint32(a.Length), Handle: uint64(a.Handle)}
}

// Poll receives what has come, and stores the reply of a ticket and answers 1 if that is there; a message goes to data, where there is room for as many bytes as the call has said. expire:
// the call has waited for as long as it may. A thread that waits also makes copies of the DMA engine.
func (p *Process) Poll(ticket uint64, expire bool, data, reply uintptr) int32 {
	a, done := p.driver.Poll(sisci.Ticket(ticket), expire)
	if !done {
		return 0
	}
	store(data, reply, a)
	return 1
}

// Wait waits for an event of a handle, the end of a transfer, or an interrupt. data: of a data interrupt, the buffer, of room bytes.
func (p *Process) Wait(what int32, handle uint64, data uintptr, room, flags uint32, reply uintptr) uint64 {
	h := sisci.Handle(handle)
	return p.beginWith(data, reply, func(s *sisci.Process) (sisci.Answer, sisci.Ticket) {
		switch what {
		case WaitLocal:
			return answer(s.WaitForLocalSegmentEvent(h, flags))
		case WaitRemote:
			return answer(s.WaitForRemoteSegmentEvent(h, flags))
		case WaitBlock:
			return answer(s.WaitForBlockTransfer(h, flags))
		case WaitInterrupt:
			return answer(s.WaitForInterrupt(h, false, 0, flags))
		case WaitDataInterrupt:
			return answer(s.WaitForInterrupt(h, true, int(room), flags))
		}
		state, ticket, code := s.WaitForDMAQueue(h, flags)
		return sisci.Answer{Code: code, State: state}, ticket
	})
}

// Job is a callback that a thread of the library is to run: struct ga_sisci_job. Data: where the thread has MessageBytes.
type Job struct {
	Token, Handle               uint64
	Function, Argument, Data    uintptr
	Reason, Node, Adapter, Code uint32
	Length                      uint32
	_                           uint32
}

// jobs says what a callback of a handle is, by its kind.
var jobs = map[sisci.Kind]int32{sisci.KindLocalSegment: JobLocal, sisci.KindRemoteSegment: JobRemote, sisci.KindQueue: JobQueue, sisci.KindBlock: JobBlock,
	sisci.KindInterrupt: JobInterrupt, sisci.KindDataInterrupt: JobDataInterrupt}

// Rest waits for a ticket's reply in a simulated rank, for timeout ms at most: Poll has the rest.
func (p *Process) Rest(ticket uint64, timeout uint32, data, reply uintptr) {
	p.waiter.Block("SISCI", timeout, func(expire bool) bool { return p.Poll(ticket, expire, data, reply) != 0 })
}

// Barrier is SCIStoreBarrier, SCIFlush and SCIFlushReadBuffers in a simulated rank.
func (p *Process) Barrier(what int32) {
	if p.waiter != nil {
		p.waiter.Barrier(what)
	}
}

// Next stores the next callback that is to run, and says of what it is; JobWork: it has made a copy instead; JobNone: there is nothing to do. In a simulated rank it waits for one.
func (p *Process) Next(job uintptr) (what int32) {
	if p.waiter == nil {
		return p.next(job)
	}
	p.waiter.Idle(func() bool {
		what = p.next(job)
		return what != JobNone
	})
	return what
}

func (p *Process) next(job uintptr) int32 {
	c, what := p.driver.Next()
	switch what {
	case client.Nothing:
		return JobNone
	case client.Copying:
		return JobWork
	}
	p.hold(c)
	j := memory.At[Job](job)
	j.Token, j.Handle, j.Function, j.Argument = c.Token, uint64(c.Handle), c.Callback.Function, c.Callback.Argument
	j.Reason, j.Node, j.Adapter, j.Code, j.Length = uint32(c.Event.Reason), c.Event.Node, c.Event.Adapter, uint32(c.Event.Status), uint32(len(c.Event.Data))
	if n := len(c.Event.Data); n > 0 {
		copy(memory.Bytes(j.Data, n), c.Event.Data)
	}
	return jobs[c.Handle.Kind()]
}

// Returned says that a callback has returned.
func (p *Process) Returned(token uint64, action uint32) {
	p.do(func(s *sisci.Process) sisci.Code {
		s.Returned(token, sisci.Action(action))
		return sisci.OK
	})
}
