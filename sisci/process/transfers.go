package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
)

// Sequence is SCICreateMapSequence.
func (p *Process) Sequence(m uint64, into uintptr, flags uint32) uint32 {
	return p.making(into, func(s *sisci.Process) (sisci.Handle, sisci.Code) { return s.CreateMapSequence(sisci.Handle(m), flags) })
}

// Check is SCIStartSequence, SCICheckSequence. stamp: the answer is OK for as long as the stamp is that; 0: C has to call again.
func (p *Process) Check(start bool, sequence uint64, flags uint32) (code, status, stamp uint32) {
	status = uint32(sisci.SequenceNotRetriable)
	code = p.do(func(s *sisci.Process) sisci.Code {
		call := s.CheckSequence
		if start {
			call = s.StartSequence
		}
		of, code := call(sisci.Handle(sequence), flags)
		status = uint32(of)
		if code == sisci.OK && of == sisci.SequenceOK {
			stamp = p.driver.Stamp()
		}
		return code
	})
	return code, status, stamp
}

// Window is where a map is and how long, and whether it is for stores, too, for copies that C makes itself as long as the stamp is that; stamp 0: it makes none.
func (p *Process) Window(m uint64) (address uintptr, bytes uint64, stores int32, stamp uint32) {
	p.do(func(s *sisci.Process) sisci.Code {
		at, n, writable, ok := s.Window(sisci.Handle(m))
		if ok && p.driver.Direct(at) {
			address, bytes, stamp = at, n, p.driver.Stamp()
		}
		if writable {
			stores = 1
		}
		return sisci.OK
	})
	return address, bytes, stores, stamp
}

// CopyArgs are the arguments of Copy.
type CopyArgs struct {
	Checked       bool
	Sequence      uint64
	At            uintptr
	Map           uint64
	Offset, Bytes uint64
	Flags         uint32
	Reply         uintptr
}

// Copy is SCIMemCpy, and SCIMemCopy with no sequence.
func (p *Process) Copy(a CopyArgs) uint64 {
	return p.begin(a.Reply, func(s *sisci.Process) (sisci.Answer, sisci.Ticket) {
		return answer(s.MemCpy(sisci.Handle(a.Sequence), a.Checked, a.At, sisci.Handle(a.Map), a.Offset, a.Bytes, a.Flags))
	})
}

// BlockArgs are the arguments of Block.
type BlockArgs struct {
	Source, SourceOffset, Target, TargetOffset, Bytes uint64
	Flags                                             uint32
	Reply                                             uintptr
}

// Block is SCITransferBlock.
func (p *Process) Block(a BlockArgs) uint64 {
	return p.begin(a.Reply, func(s *sisci.Process) (sisci.Answer, sisci.Ticket) {
		return answer(s.TransferBlock(sisci.Handle(a.Source), a.SourceOffset, sisci.Handle(a.Target), a.TargetOffset, a.Bytes, a.Flags))
	})
}

// BeginArgs are the arguments of Begin.
type BeginArgs struct {
	Source, SourceOffset, Target, TargetOffset, Bytes uint64
	Into, Function, Argument                          uintptr
	Flags                                             uint32
}

// Begin is SCITransferBlockAsync.
func (p *Process) Begin(a BeginArgs) uint32 {
	return p.making(a.Into, func(s *sisci.Process) (sisci.Handle, sisci.Code) {
		return s.TransferBlockAsync(sisci.Handle(a.Source), a.SourceOffset, sisci.Handle(a.Target), a.TargetOffset, a.Bytes, callback(a.Function, a.Argument), a.Flags)
	})
}

// Queue is SCICreateDMAQueue.
func (p *Process) Queue(sd uint64, into uintptr, adapter, entries, flags uint32) uint32 {
	return p.making(into, func(s *sisci.Process) (sisci.Handle, sisci.Code) {
		return s.CreateDMAQueue(sisci.Handle(sd), adapter, entries, flags)
	})
}

// EnqueueArgs are the arguments of Enqueue.
type EnqueueArgs struct {
	Queue, Segment, Remote      uint64
	Offset, RemoteOffset, Bytes uint64
	Flags                       uint32
	Reply                       uintptr
}

// Enqueue is SCIEnqueueDMATransfer.
func (p *Process) Enqueue(a EnqueueArgs) uint64 {
	return p.begin(a.Reply, func(s *sisci.Process) (sisci.Answer, sisci.Ticket) {
		state, ticket, code := s.EnqueueDMATransfer(sisci.Handle(a.Queue), sisci.Handle(a.Segment), sisci.Handle(a.Remote), a.Offset, a.RemoteOffset, a.Bytes, a.Flags)
		return sisci.Answer{Code: code, State: state}, ticket
	})
}

// Post is SCIPostDMAQueue.
func (p *Process) Post(queue uint64, function, argument uintptr, flags uint32) uint32 {
	return p.do(func(s *sisci.Process) sisci.Code {
		return s.PostDMAQueue(sisci.Handle(queue), callback(function, argument), flags)
	})
}

// StartArgs are the arguments of Start.
type StartArgs struct {
	Queue, Segment, Remote uint64
	Parts                  uintptr // of them: sisci.DMAPart
	Count                  uint64
	Function, Argument     uintptr
	Flags                  uint32
	Reply                  uintptr
}

// Start is SCIStartDmaTransfer, and SCIStartDmaTransferVec.
func (p *Process) Start(a StartArgs) uint64 {
	parts := memory.Slice[sisci.DMAPart](a.Parts, a.Count)
	return p.begin(a.Reply, func(s *sisci.Process) (sisci.Answer, sisci.Ticket) {
		return answer(s.StartDmaTransfer(sisci.Handle(a.Queue), sisci.Handle(a.Segment), sisci.Handle(a.Remote), parts, callback(a.Function, a.Argument), a.Flags))
	})
}

// State is SCIDMAQueueState.
func (p *Process) State(queue uint64) uint32 {
	state := sisci.QueueError
	p.do(func(s *sisci.Process) sisci.Code {
		state = s.DMAQueueState(sisci.Handle(queue))
		return sisci.OK
	})
	return uint32(state)
}
