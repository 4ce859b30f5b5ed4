package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
)

// callback is a function of the program with its argument.
func callback(function, argument uintptr) sisci.Callback {
	return sisci.Callback{Function: function, Argument: argument}
}

// CreateArgs are the arguments of Create.
type CreateArgs struct {
	Sd                 uint64
	Into               uintptr
	Id                 uint32
	Bytes              uint64
	Function, Argument uintptr
	Flags              uint32
}

// Create is SCICreateSegment.
func (p *Process) Create(a CreateArgs) uint32 {
	return p.making(a.Into, func(s *sisci.Process) (sisci.Handle, sisci.Code) {
		h, _, code := s.CreateSegment(sisci.Handle(a.Sd), a.Id, a.Bytes, callback(a.Function, a.Argument), a.Flags)
		return h, code
	})
}

// Register is SCIRegisterSegmentMemory.
func (p *Process) Register(at uintptr, bytes, segment uint64, flags uint32) uint32 {
	return p.do(func(s *sisci.Process) sisci.Code {
		return s.RegisterSegmentMemory(at, bytes, sisci.Handle(segment), flags)
	})
}

// Export is SCIPrepareSegment, SCISetSegmentAvailable, SCISetSegmentUnavailable.
func (p *Process) Export(what int32, segment uint64, adapter, flags uint32) uint32 {
	h := sisci.Handle(segment)
	return p.do(func(s *sisci.Process) sisci.Code {
		switch what {
		case ExportPrepare:
			return s.PrepareSegment(h, adapter, flags)
		case ExportAvailable:
			return s.SetSegmentAvailable(h, adapter, flags)
		}
		return s.SetSegmentUnavailable(h, adapter, flags)
	})
}

// AttachArgs are the arguments of Attach.
type AttachArgs struct {
	Sd                 uint64
	Into               uintptr
	Id                 uint32
	Size               uintptr
	Function, Argument uintptr
	Flags              uint32
}

// Attach is SCIAttachLocalSegment.
func (p *Process) Attach(a AttachArgs) uint32 {
	if a.Size == 0 {
		return p.Missing()
	}
	return p.making(a.Into, func(s *sisci.Process) (sisci.Handle, sisci.Code) {
		h, bytes, code := s.AttachLocalSegment(sisci.Handle(a.Sd), a.Id, callback(a.Function, a.Argument), a.Flags)
		if code == sisci.OK {
			*memory.At[uint32](a.Size) = uint32(min(bytes, 1<<32-1))
		}
		return h, code
	})
}

// ConnectArgs are the arguments of Connect.
type ConnectArgs struct {
	Sd                 uint64
	Into               uintptr
	Node, Id, Adapter  uint32
	Function, Argument uintptr
	Flags              uint32
	Reply              uintptr
}

// Connect is SCIConnectSegment.
func (p *Process) Connect(a ConnectArgs) uint64 {
	return p.begin(a.Reply, func(s *sisci.Process) (sisci.Answer, sisci.Ticket) {
		if a.Into == 0 {
			return nothing(s)
		}
		h, ticket, code := s.ConnectSegment(sisci.Handle(a.Sd), a.Node, a.Id, a.Adapter, callback(a.Function, a.Argument), a.Flags)
		return sisci.Answer{Code: code, Handle: h}, ticket
	})
}

// nothing is the answer of a call that may wait with NULL where a pointer must be.
func nothing(s *sisci.Process) (sisci.Answer, sisci.Ticket) {
	return sisci.Answer{Code: missing(s)}, 0
}

// About is SCIGetRemoteSegmentSize, and other calls that say what a handle is of.
func (p *Process) About(what int32, handle uint64) (value uint64) {
	h := sisci.Handle(handle)
	p.do(func(s *sisci.Process) sisci.Code {
		switch what {
		case AboutLocalID:
			value = uint64(s.LocalSegmentID(h))
		case AboutLocalSize:
			value = s.LocalSegmentSize(h)
		case AboutRemoteID:
			value = uint64(s.RemoteSegmentID(h))
		case AboutRemoteNode:
			value = uint64(s.RemoteSegmentNode(h))
		case AboutRemoteSize:
			value = s.RemoteSegmentSize(h)
		case AboutMapAddress:
			value = uint64(s.MapAddress(h))
		}
		return sisci.OK
	})
	return value
}

// MapArgs are the arguments of Map.
type MapArgs struct {
	Remote        bool
	Segment       uint64
	Into          uintptr
	Offset, Bytes uint64
	At            uintptr
	Flags         uint32
}

// Map is SCIMapLocalSegment and SCIMapRemoteSegment.
func (p *Process) Map(a MapArgs) (code uint32, address uintptr) {
	code = p.making(a.Into, func(s *sisci.Process) (h sisci.Handle, code sisci.Code) {
		call := s.MapLocalSegment
		if a.Remote {
			call = s.MapRemoteSegment
		}
		h, address, code = call(sisci.Handle(a.Segment), a.Offset, a.Bytes, a.At, a.Flags)
		return h, code
	})
	return code, address
}

// Interrupt is SCICreateInterrupt, SCICreateDataInterrupt.
func (p *Process) Interrupt(a InterruptArgs) uint32 {
	if a.Number == 0 {
		return p.Missing()
	}
	return p.making(a.Into, func(s *sisci.Process) (sisci.Handle, sisci.Code) {
		number := memory.At[uint32](a.Number)
		h, at, code := s.CreateInterrupt(sisci.Handle(a.Sd), a.Data, a.Adapter, *number, callback(a.Function, a.Argument), a.Flags)
		if code == sisci.OK {
			*number = at
		}
		return h, code
	})
}

// InterruptArgs are the arguments of Interrupt.
type InterruptArgs struct {
	Data               bool
	Sd                 uint64
	Into               uintptr
	Adapter            uint32
	Number             uintptr
	Function, Argument uintptr
	Flags              uint32
}

// ConnectInterruptArgs are the arguments of ConnectInterrupt.
type ConnectInterruptArgs struct {
	Data                  bool
	Sd                    uint64
	Into                  uintptr
	Node, Adapter, Number uint32
	Flags                 uint32
	Reply                 uintptr
}

// ConnectInterrupt is SCIConnectInterrupt, SCIConnectDataInterrupt.
func (p *Process) ConnectInterrupt(a ConnectInterruptArgs) uint64 {
	return p.begin(a.Reply, func(s *sisci.Process) (sisci.Answer, sisci.Ticket) {
		if a.Into == 0 {
			return nothing(s)
		}
		return answer(s.ConnectInterrupt(sisci.Handle(a.Sd), a.Data, a.Node, a.Adapter, a.Number, a.Flags))
	})
}

// Trigger is SCITriggerInterrupt, SCITriggerDataInterrupt.
func (p *Process) Trigger(data bool, interrupt uint64, at uintptr, bytes, flags uint32) uint32 {
	if data && at == 0 && bytes > 0 {
		return p.Missing()
	}
	return p.do(func(s *sisci.Process) sisci.Code {
		var message []byte
		if data && uint64(bytes) <= MessageBytes {
			message = memory.Bytes(at, uint64(bytes))
		} else if data {
			message = make([]byte, MessageBytes+1) // too long, whatever is in it
		}
		return s.TriggerInterrupt(sisci.Handle(interrupt), data, message, flags)
	})
}
