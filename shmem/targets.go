package shmem

// What those that follow a rank's calls need to know of their arguments. Each answers false where the call itself is an error, or does nothing.

// Target is where an operation on a context works: the rank of a PE, and the place of bytes at a symmetric address.
func (p *PE) Target(ctx uintptr, pe int32, addr uintptr, bytes uint64) (rank int, at Addr, ok bool) {
	a, _, rank, err := p.begin(ctx, pe)
	if err != nil || bytes == 0 {
		return 0, Addr{}, false
	}
	at, ok = a.find(addr, bytes)
	return rank, at, ok
}

// Rank is the rank of a PE of a context's team.
func (p *PE) Rank(ctx uintptr, pe int32) (int, bool) {
	_, _, rank, err := p.begin(ctx, pe)
	return rank, err == nil
}

// Symmetric is the place of bytes at an address of this PE.
func (p *PE) Symmetric(addr uintptr, bytes uint64) (at Addr, ok bool) {
	a, err := p.up()
	if err != nil {
		return Addr{}, false
	}
	return a.find(addr, bytes)
}

// Members are the PEs of a collective call: member i is start + i*stride. me is this PE's index.
func (p *PE) Members(team uintptr, start, logstride, pes int32) (first, stride, size, me int, ok bool) {
	if team == activeSet {
		me, in, err := p.inSet(start, logstride, pes)
		return int(start), 1 << logstride, int(pes), me, err == nil && in
	}
	t, err := p.Team(team)
	if err != nil {
		return 0, 0, 0, 0, false
	}
	return t.start, t.stride, t.size, t.me, true
}

// BlockBytes is the length of a block of the symmetric heap.
func (p *PE) BlockBytes(ptr uintptr) (uint64, bool) {
	a, err := p.up()
	if err != nil {
		return 0, false
	}
	at, ok := a.find(ptr, 1)
	if !ok || at.Seg != Heap {
		return 0, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return a.heap.SizeOf(at.Off)
}

// OtherDomain reports whether atomic operations on a context are atomic with those on contexts of SHMEM_TEAM_SHARED only.
func (p *PE) OtherDomain(ctx uintptr) bool {
	a, err := p.up()
	if err != nil || ctx == ctxDefault || ctx == ctxInvalid {
		return false
	}
	c := a.contexts.at(ctx)
	if c == nil {
		return false
	}
	t, err := a.teams.at("team", c.team)
	return err == nil && t != nil && t.id == sharedID
}
