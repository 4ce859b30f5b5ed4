package shmem

import (
	"cmp"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// Collective routines. team is a team's handle, or activeSet: then the set is pes PEs from start on, 2^logstride apart. An error is a wrong call of this
// PE's, or that another member makes another call; where that is seen.

// Algorithm is how a collective is done.
type Algorithm uint8

// The algorithms. Not all are there for all collectives; those that are not are Auto.
const (
	Auto          Algorithm = iota // by size and number of PEs
	Linear                         // all to all, or from and to one
	Tree                           // along a tree
	Dissemination                  // to those 1, 2, 4, .. further on
	Doubling                       // with those 1, 2, 4, .. away
	Split                          // each PE does a part for all
)

// Tuning has the environment's settings of collectives; zero values leave the choice to the library.
type Tuning struct {
	Barrier, Broadcast, Reduce, Scan, FCollect Algorithm

	Crossover     int    // PEs from which on a tree may be used
	Radix         int    // branches of trees
	SizeCrossover uint64 // bytes from which on memory is read where it is
}

func (p *PE) crossover() int { return cmp.Or(p.opts.Collectives.Crossover, 4) }

// Sync returns when all members have called it; with quiet, all operations on the default context are complete then.
//
// Spec: OpenSHMEM 1.6, section 9.10
//
// A PE that calls it with an active set that it is not in does nothing: test-suites have a barrier of all but one called by all.
func (p *PE) Sync(fn string, team uintptr, start, logstride, pes int32, quiet bool) error {
	if team == activeSet {
		if _, in, err := p.inSet(start, logstride, pes); err == nil && !in {
			p.warnOnce(fn + ": " + p.outside(start, logstride, pes).Error() + "; nothing is done")
			return nil
		}
	}
	c, err := p.collective(team, start, logstride, pes)
	if err != nil {
		return err
	}
	c.call(CallSync, 0, 0)
	if quiet {
		if err := c.quiet(); err != nil {
			return err
		}
	}
	return c.sync()
}

// Broadcast copies nelems elements of elem bytes of member root's source to every member's dest; to root's own on a team only.
func (p *PE) Broadcast(_ string, team uintptr, start, logstride, pes int32, dest, source uintptr, nelems, elem uint64, root int32) error {
	c, err := p.collective(team, start, logstride, pes)
	if err != nil {
		return err
	}
	if root < 0 || int(root) >= c.size {
		return fault.New("PE_root", root, "not in 0..%d", c.size-1)
	}
	bytes, err := length("nelems", nelems, elem)
	if err != nil {
		return err
	}
	if c.call(CallBroadcast, uint32(root), bytes); bytes == 0 {
		return nil
	}
	from, err := p.symmetric(c.a, "source", source, bytes)
	if err != nil {
		return err
	}
	if c.me == int(root) {
		if team != activeSet {
			if _, err := p.symmetric(c.a, "dest", dest, bytes); err != nil {
				return err
			}
			if dest != source {
				copy(memory.Bytes(dest, bytes), memory.Bytes(source, bytes))
			}
		}
		return c.broadcast(from, memory.Bytes(source, bytes), from, int(root))
	}
	to, err := p.symmetric(c.a, "dest", dest, bytes)
	if err != nil {
		return err
	}
	return c.broadcast(from, memory.Bytes(dest, bytes), to, int(root))
}

// Collect concatenates all members' sources into every dest; nelems may differ.
func (p *PE) Collect(_ string, team uintptr, start, logstride, pes int32, dest, source uintptr, nelems, elem uint64) error {
	c, err := p.collective(team, start, logstride, pes)
	if err != nil {
		return err
	}
	bytes, err := length("nelems", nelems, elem)
	if err != nil {
		return err
	}
	c.call(CallCollect, 0, 0)
	var from Addr
	if bytes > 0 {
		if from, err = p.symmetric(c.a, "source", source, bytes); err != nil {
			return err
		}
	}
	return c.collect(from, memory.Bytes(source, bytes), func(at, n uint64) (Addr, error) {
		to, err := p.symmetric(c.a, "dest", dest, at+n)
		return to.Plus(at), err
	})
}

// FCollect is Collect with the same nelems everywhere.
func (p *PE) FCollect(_ string, team uintptr, start, logstride, pes int32, dest, source uintptr, nelems, elem uint64) error {
	c, err := p.collective(team, start, logstride, pes)
	if err != nil {
		return err
	}
	bytes, err := length("nelems", nelems, elem)
	if err != nil {
		return err
	}
	if c.call(CallFCollect, 0, bytes); bytes == 0 {
		return nil
	}
	all, err := length("nelems", bytes, uint64(c.size))
	if err != nil {
		return err
	}
	from, err := p.symmetric(c.a, "source", source, bytes)
	if err != nil {
		return err
	}
	to, err := p.symmetric(c.a, "dest", dest, all)
	if err != nil {
		return err
	}
	return c.fcollect(from, memory.Bytes(source, bytes), memory.Bytes(dest, all), to)
}

// AllToAll makes block j of each member i's source block i of member j's dest. A block is nelems elements of elem bytes that are dst elements apart in
// dest and sst in source.
func (p *PE) AllToAll(_ string, team uintptr, start, logstride, pes int32, dest, source uintptr, dst, sst int64, nelems, elem uint64) error {
	c, err := p.collective(team, start, logstride, pes)
	if err != nil {
		return err
	}
	all, err := length("nelems", nelems, uint64(c.size))
	if err != nil {
		return err
	}
	if c.call(CallAllToAll, uint32(elem), nelems*elem); all == 0 {
		return nil
	}
	s, err := row(dst, sst, 1, all, elem)
	if err != nil {
		return err
	}
	out, ok := span(s, s.From)
	if !ok {
		return tooLong("source", source)
	}
	from, err := p.symmetric(c.a, "source", source, out)
	if err != nil {
		return err
	}
	in, ok := span(s, s.To)
	if !ok {
		return tooLong("dest", dest)
	}
	if _, err := p.symmetric(c.a, "dest", dest, in); err != nil {
		return err
	}
	return c.allToAll(from, dest, s.To, s.From, nelems, elem)
}

// Reduce makes dest the combination of all members' sources, element by element, by an operation (ReduceAnd..) on a type (NumI8..). dest may be source.
func (p *PE) Reduce(_ string, team uintptr, start, logstride, pes, op, num int32, dest, source uintptr, nreduce uint64) error {
	c, err := p.collective(team, start, logstride, pes)
	if err != nil {
		return err
	}
	from, to, bytes, err := p.reduced(c, CallReduce, "nreduce", op, num, uint32(op)<<8|uint32(num), dest, source, nreduce)
	if err != nil || bytes == 0 {
		return err
	}
	return c.reduce(from, to, memory.Bytes(dest, bytes), NumBytes(num), p.combiner(op, num))
}

// Scan computes into dest the sum of the sources of the preceding members, and of its own unless exclusive. dest may be source.
func (p *PE) Scan(_ string, team uintptr, start, logstride, pes int32, exclusive bool, num int32, dest, source uintptr, nelems uint64) error {
	c, err := p.collective(team, start, logstride, pes)
	if err != nil {
		return err
	}
	from, to, bytes, err := p.reduced(c, CallScan, "nelems", ReduceSum, num, uint32(flag(exclusive))<<8|uint32(num), dest, source, nelems)
	if err != nil || bytes == 0 {
		return err
	}
	return c.scan(exclusive, from, to, memory.Bytes(dest, bytes), NumBytes(num), p.combiner(ReduceSum, num))
}

// reduced notes the call and finds its memory.
func (p *PE) reduced(c collective, kind callKind, arg string, op, num int32, detail uint32, dest, source uintptr, n uint64) (from, to Addr, bytes uint64, err error) {
	if !Combines(op, num) {
		return from, to, 0, fault.New("op", op, "not a reduction of type %d", num)
	}
	if bytes, err = length(arg, n, NumBytes(num)); err != nil {
		return from, to, 0, err
	}
	if c.call(kind, detail, bytes); bytes == 0 {
		return from, to, 0, nil
	}
	if from, err = p.symmetric(c.a, "source", source, bytes); err != nil {
		return from, to, 0, err
	}
	to, err = p.symmetric(c.a, "dest", dest, bytes)
	return from, to, bytes, err
}

// length is n elements in bytes.
func length(arg string, n, elem uint64) (uint64, error) {
	bytes, ok := product(n, elem)
	if !ok || int64(bytes) < 0 {
		return 0, fault.New(arg, int64(n), "a length that exceeds the address space")
	}
	return bytes, nil
}
