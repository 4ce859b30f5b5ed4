package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

// NIDPIDMap implements cnos_get_nidpid_map and PMI_CNOS_Get_nidpid_map: it returns the number of ranks, and stores at out the address of their ids, which the
// library owns. Ids are computed from ranks, so the map is complete before any peer is up; a pid that a peer requested is in it once the peer has registered.
func (p *Process) NIDPIDMap(out uintptr) int32 {
	if err := p.net.Join(); err != nil {
		p.net.Explain(err.Error())
		return -1
	}
	p.Lock()
	defer p.Unlock()
	ids := p.net.IDs()
	if out != 0 {
		store(out, memory.Address(ids))
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
