package process

import "gasnetgo/portals"

// What JobQuery is asked for.
const (
	QueryRank = 0
	QuerySize = 1
)

// JobQuery answers cnos_get_rank, cnos_get_size and their PMI names; -1 if this process cannot join a job. It needs no PtlInit.
func (p *Process) JobQuery(what int32) int32 {
	if err := p.net.Join(); err != nil {
		p.net.Explain(err.Error())
		return -1
	}
	if what == QuerySize {
		return int32(p.net.Size())
	}
	return int32(p.net.Rank())
}

// NIDPIDMap answers cnos_get_nidpid_map and PMI_CNOS_Get_nidpid_map: the number of ranks, and at out the address of their ids, which the library keeps.
// Ids follow from ranks, so the map is complete before any peer has come up; a peer that asked for a pid of its own is in it once it has registered.
func (p *Process) NIDPIDMap(out uintptr) int32 {
	if err := p.net.Join(); err != nil {
		p.net.Explain(err.Error())
		return -1
	}
	p.Lock()
	defer p.Unlock()
	ids := p.net.IDs()
	if out != 0 {
		store(out, address(ids))
	}
	return int32(len(ids))
}

// RegisterID answers cnos_register_ptlid.
func (p *Process) RegisterID(nid, pid uint32) int32 {
	if err := p.net.Join(); err != nil {
		p.net.Explain(err.Error())
		return -1
	}
	p.net.Register(portals.ProcessID{NID: nid, PID: pid})
	return 0
}

// JobBarrier is the barrier of worlds that wait in Go.
func (p *Process) JobBarrier() int32 {
	if err := p.net.Join(); err != nil {
		p.net.Explain(err.Error())
		return -1
	}
	p.net.Barrier()
	return 0
}
