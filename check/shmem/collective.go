package shmem

import (
	"gasnetgo/check"
	"gasnetgo/shmem"
)

// together makes a collective call of a group. dest and source are touched while it lasts. root: only the root is known to have entered it when it returns, and isRoot says who that is.
func (p *PE) together(fn string, team uintptr, start, logstride, pes int32, buffers func(c call, size, me int, m check.Meeting), rooted bool, root int32, do func() error) error {
	first, stride, size, me, ok := p.Members(team, start, logstride, pes)
	if !ok {
		return do()
	}
	c := p.call(fn)
	m := c.t.Meet(check.Group{Start: first, Stride: stride, Size: size}, rooted && me == int(root))
	buffers(c, size, me, m)
	err := do()
	switch {
	case err != nil:
	case rooted:
		m.LeaveRoot()
	default:
		m.Leave()
	}
	return err
}

func (c call) during(m check.Meeting, addr uintptr, bytes uint64, write bool) {
	if addr != 0 && bytes > 0 {
		m.During(uint64(addr), bytes, c.buffer(bytes, write))
	}
}

// Sync is shmem.PE's.
func (p *PE) Sync(fn string, team uintptr, start, logstride, pes int32, quiet bool) error {
	if quiet {
		p.env.Thread().Complete(defaultCtx)
		p.env.Thread().Suppose()
	}
	return p.together(fn, team, start, logstride, pes, func(call, int, int, check.Meeting) {}, false, 0, func() error {
		return p.PE.Sync(fn, team, start, logstride, pes, quiet)
	})
}

// Broadcast is shmem.PE's.
func (p *PE) Broadcast(fn string, team uintptr, start, logstride, pes int32, dest, source uintptr, nelems, elem uint64, root int32) error {
	do := func() error { return p.PE.Broadcast(fn, team, start, logstride, pes, dest, source, nelems, elem, root) }
	if nelems*elem == 0 {
		return do()
	}
	return p.together(fn, team, start, logstride, pes, func(c call, _, me int, m check.Meeting) {
		if me == int(root) {
			c.during(m, source, nelems*elem, false)
			if team == missing { // an active set's root has no dest
				return
			}
		}
		c.during(m, dest, nelems*elem, true)
	}, true, root, do)
}

// Collect is shmem.PE's.
func (p *PE) Collect(fn string, team uintptr, start, logstride, pes int32, dest, source uintptr, nelems, elem uint64) error {
	return p.together(fn, team, start, logstride, pes, func(c call, _, _ int, m check.Meeting) {
		c.during(m, source, nelems*elem, false)
		c.during(m, dest, nelems*elem, true) // at least
	}, false, 0, func() error { return p.PE.Collect(fn, team, start, logstride, pes, dest, source, nelems, elem) })
}

// whole is a collective call in which each member sends bytes and receives those of all, or as many.
func (p *PE) whole(fn string, team uintptr, start, logstride, pes int32, dest uintptr, destBytes func(size int) uint64, source uintptr, sourceBytes func(size int) uint64, do func() error) error {
	if sourceBytes(1) == 0 {
		return do()
	}
	return p.together(fn, team, start, logstride, pes, func(c call, size, _ int, m check.Meeting) {
		c.during(m, source, sourceBytes(size), false)
		c.during(m, dest, destBytes(size), true)
	}, false, 0, do)
}

// FCollect is shmem.PE's.
func (p *PE) FCollect(fn string, team uintptr, start, logstride, pes int32, dest, source uintptr, nelems, elem uint64) error {
	each := func(int) uint64 { return nelems * elem }
	return p.whole(fn, team, start, logstride, pes, dest, func(size int) uint64 { return nelems * elem * uint64(size) }, source, each,
		func() error { return p.PE.FCollect(fn, team, start, logstride, pes, dest, source, nelems, elem) })
}

// AllToAll is shmem.PE's. Elements that its strides skip are not its.
func (p *PE) AllToAll(fn string, team uintptr, start, logstride, pes int32, dest, source uintptr, dst, sst int64, nelems, elem uint64) error {
	do := func() error {
		return p.PE.AllToAll(fn, team, start, logstride, pes, dest, source, dst, sst, nelems, elem)
	}
	if nelems*elem == 0 || dst < 1 || sst < 1 {
		return do()
	}
	return p.together(fn, team, start, logstride, pes, func(c call, size, _ int, m check.Meeting) {
		c.strided(m, source, uint64(sst), nelems*uint64(size), elem, false)
		c.strided(m, dest, uint64(dst), nelems*uint64(size), elem, true)
	}, false, 0, do)
}

func (c call) strided(m check.Meeting, addr uintptr, stride, n, elem uint64, write bool) {
	if stride == 1 {
		c.during(m, addr, n*elem, write)
		return
	}
	for i := range n {
		c.during(m, addr+uintptr(i*stride*elem), elem, write)
	}
}

// Reduce is shmem.PE's.
func (p *PE) Reduce(fn string, team uintptr, start, logstride, pes, op, num int32, dest, source uintptr, nreduce uint64) error {
	each := func(int) uint64 { return nreduce * shmem.NumBytes(num) }
	return p.whole(fn, team, start, logstride, pes, dest, each, source, each,
		func() error { return p.PE.Reduce(fn, team, start, logstride, pes, op, num, dest, source, nreduce) })
}

// Scan is shmem.PE's.
func (p *PE) Scan(fn string, team uintptr, start, logstride, pes int32, exclusive bool, num int32, dest, source uintptr, nelems uint64) error {
	each := func(int) uint64 { return nelems * shmem.NumBytes(num) }
	return p.whole(fn, team, start, logstride, pes, dest, each, source, each,
		func() error { return p.PE.Scan(fn, team, start, logstride, pes, exclusive, num, dest, source, nelems) })
}
