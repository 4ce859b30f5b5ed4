package sisci

// SequenceStatus is sci_sequence_status_t.
type SequenceStatus uint32

// Values of SequenceStatus.
const (
	SequenceOK           SequenceStatus = 0
	SequenceRetriable    SequenceStatus = 1
	SequenceNotRetriable SequenceStatus = 2
	SequencePending      SequenceStatus = 3
)

// sequence is a check of the stores to a map.
type sequence struct {
	m      *segmentMap
	faults uint64 // of the map, when it was checked last
}

// CreateMapSequence is SCICreateMapSequence. The sequence counts as started.
func (p *Process) CreateMapSequence(h Handle, flags uint32) (Handle, Code) {
	m, code := find(p, &p.maps, h)
	if code == OK {
		code = p.admit(legal(flags, FastBarrier, 0))
	}
	if code != OK {
		return 0, code
	}
	return p.sequences.add(&sequence{m, m.faults()}), p.made(nil)
}

// RemoveSequence is SCIRemoveSequence.
func (p *Process) RemoveSequence(h Handle, flags uint32) Code {
	_, done, code := ending(p, &p.sequences, h)
	if done {
		return code
	}
	if code = legal(flags, 0, 0); code != OK {
		return code
	}
	p.sequences.drop(h)
	p.ended(nil)
	return OK
}

// StartSequence is SCIStartSequence.
func (p *Process) StartSequence(h Handle, flags uint32) (SequenceStatus, Code) {
	s, code := find(p, &p.sequences, h)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code != OK {
		return SequenceNotRetriable, code
	}
	status := s.status()
	s.faults = s.m.faults()
	if status == SequenceRetriable {
		status = SequenceOK
	}
	return status, OK
}

// CheckSequence is SCICheckSequence. The driver has waited until the stores to the map, Drains, have arrived or failed.
func (p *Process) CheckSequence(h Handle, flags uint32) (SequenceStatus, Code) {
	s, code := find(p, &p.sequences, h)
	if code == OK {
		code = legal(flags, NoFlush|NoStoreBarrier, 0)
	}
	if code != OK {
		return SequenceNotRetriable, code
	}
	status := s.status()
	if status != SequencePending {
		s.faults = s.m.faults()
	}
	return status, OK
}

// status is what has become of the stores since the last check.
func (s *sequence) status() SequenceStatus {
	switch {
	case !s.m.works():
		return SequenceNotRetriable
	case s.m.remote != nil && s.m.remote.connection.down:
		return SequencePending
	case s.m.faults() != s.faults:
		return SequenceRetriable
	}
	return SequenceOK
}

// Drains is the map whose stores a barrier or a check of a sequence orders; 0: those of all maps.
func (p *Process) Drains(h Handle) Handle {
	if s := p.sequences.objects[h]; s != nil && !s.m.gone {
		return s.m.handle
	}
	return 0
}

// CacheSync is SCICacheSync: adapters are coherent. map may be 0.
func (p *Process) CacheSync(h Handle, flags uint32) Code {
	_, code := find(p, &p.maps, h)
	if h == 0 && code == IllegalParameter {
		code = OK
	}
	if code == OK {
		code = legal(flags, CacheFlush|CacheInvalidate, 0)
	}
	if code == OK && flags == 0 {
		code = IllegalFlag
	}
	return code
}
