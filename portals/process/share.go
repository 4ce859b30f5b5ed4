package process

import (
	"fmt"

	"gasnetgo/portals"
)

// Acquire opens the process's interface for another part of the library, such as SHMEM, which shares it with the program and uses host and link directly. It
// need not wait for PtlInit. indices is the number of portal indices at the end of the table that it reserves: a program that opens the interface later is
// granted a smaller table; one that opened it before was granted all, and should not use the last ones.
func (p *Process) Acquire(indices int32) (*Host, Link, error) {
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
	if most := p.NI.Granted().MaxPTIndex; most < indices {
		return nil, nil, fmt.Errorf("the program has asked Portals for max_pt_index %d, and the library needs the last %d indices", most, indices)
	}
	p.kept = max(p.kept, indices)
	p.shared++
	return &p.Host, p.link, nil
}

// Release undoes one Acquire. All objects created on the interface must have been freed before.
func (p *Process) Release() {
	p.Lock()
	defer p.Unlock()
	p.shared--
	p.close()
}
