package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
)

// give stores a handle. The address has been checked.
func give(into uintptr, h sisci.Handle) { *memory.At[uint64](into) = uint64(h) }

// making is do for a call that makes a handle and stores it.
func (p *Process) making(into uintptr, call func(*sisci.Process) (sisci.Handle, sisci.Code)) uint32 {
	if into == 0 {
		return p.Missing()
	}
	return p.do(func(s *sisci.Process) sisci.Code {
		h, code := call(s)
		if code == sisci.OK {
			give(into, h)
		}
		return code
	})
}

// Initialize is SCIInitialize.
func (p *Process) Initialize(flags uint32) uint32 {
	if p.refused != sisci.OK {
		return uint32(p.refused)
	}
	return uint32(p.driver.Initialize(flags))
}

// Terminate is SCITerminate.
func (p *Process) Terminate() {
	p.do(func(s *sisci.Process) sisci.Code {
		p.driver.Stale()
		s.Terminate()
		return sisci.OK
	})
}

func missing(s *sisci.Process) sisci.Code {
	if _, code := s.LocalNodeID(0, 0); code != sisci.OK {
		return code
	}
	return sisci.IllegalParameter
}

// Missing is the code of a call with NULL where a pointer must be.
func (p *Process) Missing() uint32 {
	return p.do(missing)
}

// Open is SCIOpen.
func (p *Process) Open(into uintptr, flags uint32) uint32 {
	return p.making(into, func(s *sisci.Process) (sisci.Handle, sisci.Code) { return s.Open(flags) })
}

// End is a function that ends something, or its use, or has only a handle and flags.
func (p *Process) End(what int32, handle uint64, flags uint32) uint32 {
	h := sisci.Handle(handle)
	return p.do(func(s *sisci.Process) sisci.Code {
		switch what {
		case EndClose:
			return s.Close(h, flags)
		case EndRemoveSegment:
			return s.RemoveSegment(h, flags)
		case EndUnmap:
			return s.UnmapSegment(h, flags)
		case EndDisconnect:
			p.driver.Stale()
			return s.DisconnectSegment(h, flags)
		case EndRemoveSequence:
			p.driver.Stale()
			return s.RemoveSequence(h, flags)
		case EndRemoveQueue:
			return s.RemoveDMAQueue(h, flags)
		case EndAbortQueue:
			return s.AbortDMAQueue(h, flags)
		case EndResetQueue:
			return s.ResetDMAQueue(h, flags)
		case EndRemoveInterrupt, EndRemoveDataInterrupt:
			return s.RemoveInterrupt(h, what == EndRemoveDataInterrupt, flags)
		case EndDisconnectInterrupt, EndDisconnectDataInterrupt:
			return s.DisconnectInterrupt(h, what == EndDisconnectDataInterrupt, flags)
		case EndAbortBlock:
			return s.AbortBlockTransfer(h, flags)
		}
		return s.ShareSegment(h, flags)
	})
}

// NodeID is SCIGetLocalNodeId.
func (p *Process) NodeID(adapter uint32, into uintptr, flags uint32) uint32 {
	return p.Query(sisci.QueryAdapterCommand, adapter, sisci.QueryNodeID, 0, into, flags)
}

// Probe is SCIProbeNode.
func (p *Process) Probe(sd uint64, adapter, node, flags uint32) (code uint32, yes int32) {
	code = p.do(func(s *sisci.Process) sisci.Code {
		reached, code := s.ProbeNode(sisci.Handle(sd), adapter, node, flags)
		if reached {
			yes = 1
		}
		return code
	})
	return code, yes
}

// Query is SCIQuery for numbers.
func (p *Process) Query(command, adapter, sub uint32, handle uint64, into uintptr, flags uint32) uint32 {
	if into == 0 {
		return p.Missing()
	}
	h := sisci.Handle(handle)
	return p.do(func(s *sisci.Process) sisci.Code {
		var value uint32
		code := sisci.OK
		switch command {
		case sisci.QueryAdapterCommand:
			value, code = s.QueryAdapter(adapter, sub, flags)
		case sisci.QuerySystemCommand:
			value, code = s.QuerySystem(sub, flags)
		case sisci.QueryLocalSegmentCommand:
			code = s.QueryLocalSegment(h, sub, flags)
		case sisci.QueryRemoteSegmentCommand:
			code = s.QueryRemoteSegment(h, sub, flags)
		case sisci.QueryMapCommand:
			value, code = s.QueryMap(h, sub, flags)
		default:
			_, code = s.QueryText(0, flags)
		}
		if code == sisci.OK {
			*memory.At[uint32](into) = value
		}
		return code
	})
}

// Text is SCIQuery for texts, of which length bytes have room, with a zero at the end.
func (p *Process) Text(command uint32, into uintptr, length, flags uint32) uint32 {
	if into == 0 {
		return p.Missing()
	}
	return p.do(func(s *sisci.Process) sisci.Code {
		text, code := s.QueryText(command, flags)
		if code == sisci.OK {
			storeText(into, length, text)
		}
		return code
	})
}

// Words is SCIGetErrorString: the text of a code, of which room bytes have room, with a zero at the end.
func (p *Process) Words(code uint32, into uintptr, room uint32) {
	storeText(into, room, sisci.Code(code).Text())
}

func storeText(into uintptr, room uint32, text string) {
	if room > 0 {
		to := memory.Bytes(into, uint64(room))
		to[copy(to[:room-1], text)] = 0
	}
}

// Sync is SCICacheSync.
func (p *Process) Sync(m uint64, flags uint32) uint32 {
	return p.do(func(s *sisci.Process) sisci.Code { return s.CacheSync(sisci.Handle(m), flags) })
}
