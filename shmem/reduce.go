package shmem

import "gasnetgo/internal/memory"

// Reductions and scans, over any transport. A few elements go around in messages: by recursive doubling, or for scans to the members further on. Of
// many, each member does a part for all: it fetches that part of every source and puts the result into every dest. Nobody else looks at that part, so
// source and dest may be the same.

// combiner makes out[i] = a[i] op b[i]; out may be a or b.
type combiner func(out, a, b []byte)

// blockBytes bounds what a member that does a part has fetched at a time, from all together.
const blockBytes = 1 << 20

// inMessages reports whether messages are faster than parts for so many bytes. Parts cost each member a message or two from and to every other one and three
// syncs; messages cost one per round and piece.
func (c collective) inMessages(how Algorithm, bytes uint64) bool {
	switch how {
	case Split:
		return false
	case Doubling:
		return c.log() < rounds-2
	}
	log := uint64(c.log())
	messages := (bytes + eagerBytes - 1) / eagerBytes * log
	return messages <= uint64(c.size-1)+3*log && log < rounds-2
}

// reduce combines every member's source into every dest; elem is the size of an element.
func (c collective) reduce(source, destAt Addr, dest []byte, elem uint64, combine combiner) error {
	src := memory.Bytes(c.a.local(source), uint64(len(dest)))
	if c.size == 1 {
		copy(dest, src)
		return nil
	}
	if c.inMessages(c.p.opts.Collectives.Reduce, uint64(len(dest))) {
		for at := 0; at < len(dest); at += eagerBytes {
			to := min(at+eagerBytes, len(dest))
			if err := c.begin(); err != nil {
				return err
			}
			copy(dest[at:to], src[at:to])
			if err := c.reduceMessages(dest[at:to], combine); err != nil {
				return err
			}
		}
		return nil
	}
	if err := c.begin(); err != nil {
		return err
	}
	return c.parts(source, uint64(len(dest)), elem, func(parts [][]byte, at uint64) error {
		acc := parts[0]
		for i := 1; i < c.size; i++ {
			combine(acc, acc, parts[i])
		}
		for k := range c.size {
			if err := c.store((c.me+k)%c.size, destAt.Plus(at), acc); err != nil {
				return err
			}
		}
		return nil
	})
}

// parts lets each member handle its part of n bytes at source: do gets one block of every member at a time, and must not retain it after Quiet.
func (c collective) parts(source Addr, n, elem uint64, do func(parts [][]byte, at uint64) error) error {
	if err := c.sync(); err != nil {
		return err
	}
	from, to := c.part(n, max(flagLine, elem), c.me)
	block := min(to-from, max(blockBytes/uint64(c.size), 4096)&^(flagLine-1))
	memory := make([]byte, block*uint64(c.size))
	for at := from; at < to; at += block {
		m := min(block, to-at)
		all := make([][]byte, c.size)
		for k := range c.size {
			i := (c.me + k) % c.size
			all[i] = memory[uint64(i)*block:][:m]
			if err := c.fetch(i, source.Plus(at), all[i]); err != nil {
				return err
			}
		}
		if err := c.quiet(); err != nil {
			return err
		}
		if err := do(all, at); err != nil {
			return err
		}
		if err := c.quiet(); err != nil {
			return err
		}
	}
	return c.settle()
}

// store is one put that stays under way until Quiet.
func (c collective) store(to int, dst Addr, data []byte) error {
	if to == c.me {
		copy(memory.Bytes(c.a.local(dst), uint64(len(data))), data)
		return nil
	}
	return c.a.t.Put(DefaultCtx, c.pe(to), dst, data, true)
}

// Rounds of reduceMessages that are not among a power of two of members.
const (
	foldRound   = rounds - 2
	unfoldRound = rounds - 1
)

// reduceMessages makes acc the combination of all members' values. Members beyond a power of two pass theirs to a neighbour first and receive the result; the
// others exchange in pairs, at doubling distances. Both of a pair combine the same two values in the same order, so all get the same bits.
func (c collective) reduceMessages(acc []byte, op combiner) error {
	power := 1
	for power*2 <= c.size {
		power *= 2
	}
	extra := c.size - power
	heard := make([]byte, len(acc))
	place := c.me - extra
	if c.me < 2*extra {
		if c.me%2 == 0 {
			if err := c.send(c.me+1, foldRound, acc); err != nil {
				return err
			}
			c.together = c.seq
			return c.receive(c.me+1, unfoldRound, acc)
		}
		if err := c.receive(c.me-1, foldRound, heard); err != nil {
			return err
		}
		op(acc, heard, acc)
		place = c.me / 2
	}
	for round, step := 0, 1; step < power; round, step = round+1, step*2 {
		other := place ^ step
		member := other + extra
		if other < extra {
			member = 2*other + 1
		}
		if err := c.send(member, round, acc); err != nil {
			return err
		}
		if err := c.receive(member, round, heard); err != nil {
			return err
		}
		if other < place {
			op(acc, heard, acc)
		} else {
			op(acc, acc, heard)
		}
	}
	c.together = c.seq
	if c.me < 2*extra {
		return c.send(c.me-1, unfoldRound, acc)
	}
	return nil
}

// scan computes into dest the sum of the sources of the preceding members, and of its own unless exclusive.
func (c collective) scan(exclusive bool, source, destAt Addr, dest []byte, elem uint64, sum combiner) error {
	src := memory.Bytes(c.a.local(source), uint64(len(dest)))
	if c.inMessages(c.p.opts.Collectives.Scan, uint64(len(dest))) {
		var inclusive, before [eagerBytes]byte
		for at := 0; at < len(dest); at += eagerBytes {
			to := min(at+eagerBytes, len(dest))
			n := to - at
			if err := c.begin(); err != nil {
				return err
			}
			copy(inclusive[:n], src[at:to])
			clear(before[:n])
			err := c.scanMessages(inclusive[:n], before[:n], func(into, earlier []byte) { sum(into, earlier, into) })
			if err != nil {
				return err
			}
			if exclusive {
				copy(dest[at:to], before[:n])
			} else {
				copy(dest[at:to], inclusive[:n])
			}
		}
		return nil
	}
	if err := c.begin(); err != nil {
		return err
	}
	return c.parts(source, uint64(len(dest)), elem, func(parts [][]byte, at uint64) error {
		for i := 1; i < c.size; i++ {
			sum(parts[i], parts[i-1], parts[i])
		}
		for i := range c.size {
			result := parts[i]
			if exclusive {
				if i == 0 {
					result = make([]byte, len(parts[0]))
				} else {
					result = parts[i-1]
				}
			}
			if err := c.store(i, destAt.Plus(at), result); err != nil {
				return err
			}
		}
		return nil
	})
}

// scanMessages makes partial the sum up to this member's value and before the sum without it, which is unchanged on the first member. In round k a member sends
// the sum of the 2^k members that end with it to the one 2^k ahead.
func (c collective) scanMessages(partial, before []byte, add func(into, earlier []byte)) error {
	heard := make([]byte, len(partial))
	first := true
	for round, step := 0, 1; step < c.size; round, step = round+1, step*2 {
		if c.me+step < c.size {
			if err := c.send(c.me+step, round, partial); err != nil {
				return err
			}
		}
		if c.me-step < 0 {
			continue
		}
		if err := c.receive(c.me-step, round, heard); err != nil {
			return err
		}
		add(partial, heard)
		if first {
			copy(before, heard)
			first = false
		} else {
			add(before, heard)
		}
	}
	return nil
}
