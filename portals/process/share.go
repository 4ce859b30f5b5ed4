package process

import (
	"fmt"

	"gasnetgo/portals"
)

// User is a part of the library that shares the interface with the program. Each has portal indices of its own at the end of the table, whichever parts a
// program uses and whichever comes first.
type User uint8

// The users.
const (
	SHMEM User = iota
	GASNet
	ARMCI
	users
)

// Portal indices of the users.
const (
	SHMEMIndices  = 3 // the last of the table
	GASNetIndices = 2 // before those
	ARMCIIndices  = 2 // before those
)

// FromEnd is the distance of the user's first portal index from the end of the table.
func (u User) FromEnd() uint32 {
	return [users]uint32{SHMEM: SHMEMIndices, GASNet: SHMEMIndices + GASNetIndices, ARMCI: SHMEMIndices + GASNetIndices + ARMCIIndices}[u]
}

// Acquire opens the process's interface for another part of the library, which shares it with the program and uses host and link directly. It
// need not wait for PtlInit. A program that opens the interface later is granted a table that ends before the user's indices; one that opened it before was
// granted all, and should not use them.
func (p *Process) Acquire(u User) (*Host, Link, error) {
	if err := p.net.Join(); err != nil {
		return nil, nil, err
	}
	p.Lock()
	defer p.Unlock()
	if p.NI == nil {
		link, c := p.net.Open(&p.Host, portals.PIDAny, portals.Limits{})
		if c != portals.OK {
			return nil, nil, fmt.Errorf("no Portals interface: code %d", c)
		}
		p.link = link
	}
	if most := p.NI.Granted().MaxPTIndex; most < int32(u.FromEnd()) {
		return nil, nil, fmt.Errorf("the program has asked Portals for max_pt_index %d, and the library needs the last %d indices", most, u.FromEnd())
	}
	p.shared[u]++
	return &p.Host, p.link, nil
}

// Release undoes one Acquire. All objects created on the interface must have been freed before.
func (p *Process) Release(u User) {
	p.Lock()
	defer p.Unlock()
	p.shared[u]--
	p.close()
}

// kept is how many indices at the end of the table are not the program's.
func (p *Process) kept() (indices int32) {
	for u, n := range p.shared {
		if n > 0 {
			indices = max(indices, int32(User(u).FromEnd()))
		}
	}
	return indices
}

// acquired is how often users have the interface open.
func (p *Process) acquired() (times int) {
	for _, n := range p.shared {
		times += n
	}
	return times
}
