package shmem

import (
	"gasnetgo/internal/memory"
	"gasnetgo/internal/strided"
)

// Collectives that move bytes, over any transport. Few bytes are sent in messages. More are fetched from where they are by the
// members that need them, once their owner has entered the call; then no member
// returns before all have fetched. Except for collect among many PEs, no PE writes into another PE's dest: a PE that still works with what it got last is safe.

// flatMembers is up to how many members each sends to each: a cell per sender.
const flatMembers = rounds

// fetch is one get that stays under way until Quiet.
func (c collective) fetch(from int, src Addr, into []byte) error {
	if len(into) == 0 {
		return nil
	}
	if from == c.me {
		copy(into, memory.Bytes(c.a.local(src), uint64(len(into))))
		return nil
	}
	return c.a.t.Get(DefaultCtx, c.pe(from), src, into, true)
}

// here is this PE's address of a place.
func (a *attached) local(at Addr) uintptr { return a.seg[at.Seg].Base + uintptr(at.Off) }

func (c collective) quiet() error { return c.a.quiet(ctxDefault, DefaultCtx) }

// settle ends a collective whose members have read from each other.
func (c collective) settle() error {
	if err := c.quiet(); err != nil {
		return err
	}
	return c.sync()
}

// broadcast moves root's source to the others' dest.
func (c collective) broadcast(source Addr, dest []byte, destAt Addr, root int) error {
	if err := c.begin(); err != nil {
		return err
	}
	n, place := c.size, (c.me-root+c.size)%c.size
	if len(dest) <= eagerBytes {
		c.noteUnseen()
		return c.passDown(source, dest, root)
	}
	if t := c.p.opts.Collectives.Broadcast; t == Linear || t == Auto && n <= c.p.crossover() {
		if err := c.sync(); err != nil {
			return err
		}
		if place != 0 {
			if err := c.fetch(root, source, dest); err != nil {
				return err
			}
		}
		return c.settle()
	}
	if len(dest) >= scatterBytes && c.p.opts.Collectives.Broadcast == Auto {
		return c.scatterCollect(source, dest, destAt, root)
	}
	return c.pullDown(source, dest, destAt, root)
}

// scatterBytes is where it pays to have members get a part each from the root, and the rest from each other.
const scatterBytes = 64 << 10

// passDown sends a small message down a binomial tree.
func (c collective) passDown(source Addr, dest []byte, root int) error {
	place := (c.me - root + c.size) % c.size
	data := dest
	if place == 0 {
		data = memory.Bytes(c.a.local(source), uint64(len(dest)))
	} else if err := c.receive((below(place)+root)%c.size, rounds-1, dest); err != nil {
		return err
	}
	for step := topStep(place, c.size); step > 0; step /= 2 {
		if place+step < c.size {
			if err := c.send((place+step+root)%c.size, rounds-1, data); err != nil {
				return err
			}
		}
	}
	return nil
}

// below is the parent of a place in a binomial tree: the place without its lowest bit.
func below(place int) int { return place & (place - 1) }

// topStep is how far the furthest child of a place is, if there is that place: the step below its lowest bit.
func topStep(place, size int) int {
	step := 1
	for step < size && place&step == 0 {
		step *= 2
	}
	return step / 2
}

// pullDown gets data down the tree: a member that has all of it notifies its children, which get it from there.
func (c collective) pullDown(source Addr, dest []byte, destAt Addr, root int) error {
	place := (c.me - root + c.size) % c.size
	if place != 0 {
		from, at := below(place), destAt
		if from == 0 {
			at = source
		}
		if err := c.await((from+root)%c.size, readyFlags, c.seq); err != nil {
			return err
		}
		if err := c.fetch((from+root)%c.size, at, dest); err != nil {
			return err
		}
		if err := c.quiet(); err != nil {
			return err
		}
	}
	for step := topStep(place, c.size); step > 0; step /= 2 {
		if place+step < c.size {
			if err := c.raise((place+step+root)%c.size, readyFlags, c.seq); err != nil {
				return err
			}
		}
	}
	return c.settle()
}

// part is bytes [from, to) of n that member i does, in whole lines.
func (c collective) part(n, grain uint64, i int) (from, to uint64) {
	grains := (n + grain - 1) / grain
	each, more := grains/uint64(c.size), grains%uint64(c.size)
	k := uint64(i)
	from = (each*k + min(k, more)) * grain
	to = (each*(k+1) + min(k+1, more)) * grain
	return min(from, n), min(to, n)
}

// scatterCollect lets each member get its part from the root, then the other parts from the members that have them.
func (c collective) scatterCollect(source Addr, dest []byte, destAt Addr, root int) error {
	if err := c.sync(); err != nil {
		return err
	}
	n := uint64(len(dest))
	if c.me != root {
		from, to := c.part(n, flagLine, c.me)
		if err := c.fetch(root, source.Plus(from), dest[from:to]); err != nil {
			return err
		}
	}
	if err := c.settle(); err != nil {
		return err
	}
	if c.me != root {
		for k := 1; k < c.size; k++ {
			i, at := (c.me+k)%c.size, destAt
			if i == root {
				at = source
			}
			from, to := c.part(n, flagLine, i)
			if err := c.fetch(i, at.Plus(from), dest[from:to]); err != nil {
				return err
			}
		}
	}
	return c.settle()
}

// fcollect gets every member's source into dest.
func (c collective) fcollect(source Addr, mine, dest []byte, destAt Addr) error {
	bytes := len(mine)
	if err := c.begin(); err != nil {
		return err
	}
	how := c.p.opts.Collectives.FCollect
	switch {
	case how == Auto && c.size <= flatMembers && bytes <= eagerBytes:
		return c.tellAll(func(int) []byte { return mine },
			func(i int) []byte { return dest[i*bytes:][:bytes] })
	case how == Linear || how == Auto && (c.size <= flatMembers || bytes >= 4096):
		return c.fetchAll(source, mine, dest)
	}
	copy(dest[c.me*bytes:], mine)
	// A member has the blocks [me, me+2^k) after round k, at their places; it gets as many again from the one that far on.
	for round, step := 0, 1; step < c.size; round, step = round+1, step*2 {
		if err := c.raise((c.me-step+c.size)%c.size, readyFlags+round, c.seq); err != nil {
			return err
		}
		from := (c.me + step) % c.size
		if err := c.await(from, readyFlags+round, c.seq); err != nil {
			return err
		}
		for count, at := min(step, c.size-step), from; count > 0; {
			run := min(count, c.size-at)
			if err := c.fetch(from, destAt.Plus(uint64(at*bytes)), dest[at*bytes:][:run*bytes]); err != nil {
				return err
			}
			count, at = count-run, 0
		}
		if err := c.quiet(); err != nil {
			return err
		}
	}
	return c.settle()
}

// fetchAll gets each block from its owner.
func (c collective) fetchAll(source Addr, mine, dest []byte) error {
	if err := c.sync(); err != nil {
		return err
	}
	for k := range c.size {
		i := (c.me + k) % c.size
		if err := c.fetch(i, source, dest[i*len(mine):][:len(mine)]); err != nil {
			return err
		}
	}
	return c.settle()
}

// tellAll sends each member its word of out and stores the words received in in: a message from each to each.
func (c collective) tellAll(out, in func(i int) []byte) error {
	for k := 1; k < c.size; k++ {
		i := (c.me + k) % c.size
		if err := c.send(i, c.me, out(i)); err != nil {
			return err
		}
	}
	copy(in(c.me), out(c.me))
	for k := 1; k < c.size; k++ {
		i := (c.me - k + c.size) % c.size
		if err := c.receive(i, i, in(i)); err != nil {
			return err
		}
	}
	c.together = c.seq
	return nil
}

// collect puts sources of any length behind each other. place answers where bytes from an offset on lie in this PE's dest, once that is known.
func (c collective) collect(source Addr, mine []byte, place func(at, bytes uint64) (Addr, error)) error {
	if err := c.begin(); err != nil {
		return err
	}
	if c.size <= flatMembers {
		return c.collectFew(source, mine, place)
	}
	// The data of this PE goes behind that of the preceding ones; then each member puts its own to all.
	bytes := uint64(len(mine))
	var own, before [8]byte
	SetBits(own[:], bytes)
	add := func(into, earlier []byte) { SetBits(into, Bits(into)+Bits(earlier)) }
	if err := c.scanMessages(own[:], before[:], add); err != nil {
		return err
	}
	if err := c.sync(); err != nil {
		return err
	}
	if bytes > 0 {
		to, err := place(Bits(before[:]), bytes)
		if err != nil {
			return err
		}
		copy(memory.Bytes(c.a.local(to), bytes), mine)
		for k := 1; k < c.size; k++ {
			if err := c.a.t.Put(DefaultCtx, c.pe((c.me+k)%c.size), to, mine, true); err != nil {
				return err
			}
		}
	}
	return c.settle()
}

// collectFew sends every member's length, and the data if it fits, else its address.
func (c collective) collectFew(source Addr, mine []byte, place func(at, bytes uint64) (Addr, error)) error {
	const head = 24
	heard := make([][eagerBytes]byte, c.size)
	out := heard[c.me][:]
	SetBits(out[:8], uint64(len(mine)))
	SetBits(out[8:16], uint64(source.Seg))
	SetBits(out[16:24], source.Off)
	if len(mine) <= eagerBytes-head {
		copy(out[head:], mine)
	}
	if err := c.tellAll(func(int) []byte { return out }, func(i int) []byte { return heard[i][:] }); err != nil {
		return err
	}
	at, far := uint64(0), false
	for i := range c.size {
		h := &heard[i]
		bytes := Bits(h[:8])
		if bytes == 0 {
			continue
		}
		to, err := place(at, bytes)
		if err != nil {
			return err
		}
		into := memory.Bytes(c.a.local(to), bytes)
		if bytes <= eagerBytes-head {
			copy(into, h[head:])
		} else {
			far = true
			if err := c.fetch(i, Addr{Seg(Bits(h[8:16])), Bits(h[16:24])}, into); err != nil {
				return err
			}
		}
		at += bytes
	}
	if !far {
		return nil
	}
	return c.settle()
}

// allToAll gets block me of every member's source. src and dst are steps of elements in bytes.
func (c collective) allToAll(source Addr, dest uintptr, to, from, nelems, elem uint64) error {
	if err := c.begin(); err != nil {
		return err
	}
	block := int(nelems * elem)
	s := strided.Row{Block: elem, Count: nelems, To: to, From: from}
	if to == elem && from == elem {
		s = strided.Row{Block: nelems * elem, Count: 1}
	}
	if c.size <= flatMembers && block <= eagerBytes {
		bufs := make([][]byte, c.size)
		for i := range bufs {
			bufs[i] = make([]byte, block)
		}
		src := c.a.local(source)
		err := c.tellAll(func(i int) []byte {
			b := make([]byte, block)
			for k := range nelems {
				copy(b[k*elem:], memory.Bytes(src+uintptr((uint64(i)*nelems+k)*from), elem))
			}
			return b
		}, func(i int) []byte { return bufs[i] })
		for i, b := range bufs {
			for k := uint64(0); err == nil && k < nelems; k++ {
				copy(memory.Bytes(dest+uintptr((uint64(i)*nelems+k)*to), elem), b[k*elem:])
			}
		}
		return err
	}
	if err := c.sync(); err != nil {
		return err
	}
	for k := range c.size {
		i := (c.me + k) % c.size
		at := source.Plus(uint64(c.me) * nelems * from)
		into := dest + uintptr(uint64(i)*nelems*to)
		for j := range s.Count {
			to, from := s.Offsets(j)
			if err := c.fetch(i, at.Plus(from), memory.Bytes(into+uintptr(to), s.Block)); err != nil {
				return err
			}
		}
	}
	return c.settle()
}
