package portals

// indexFrom is how long a list must be to be indexed, indexTo how short to be walked again.
const (
	indexFrom = 32
	indexTo   = 8
)

// index finds the first entry of a long list that accepts a request without checking all of them.
//
// Entries that ignore the same bits and the same parts of the process form a group; programs have few groups. All requests that match an entry of a group have
// one hash within it, so one bucket per group is searched. Buckets keep the order of the list by its labels, and the entry with the smallest label among those
// that accept the request is the first.
type index struct {
	on      bool
	groups  []*group
	byMask  map[mask]*group
	spare   []*group // of masks that are gone
	buckets []bucket // a power of two
	shift   uint8    // hash to bucket

	stretches *stretch // nil until a place is asked for
}

type bucket struct{ first, last *entry }

// mask is what the entries of a group ignore.
type mask struct {
	ignore         uint64
	anyNID, anyPID bool
}

type group struct {
	mask
	bits    uint64 // looked at
	id      uint64 // looked at, of NID<<32 | PID
	members uint32
	place   int // in groups
}

func (l *list) indexed() bool {
	// With many groups a plain walk is faster.
	return l.index != nil && l.index.on && len(l.index.groups) <= int(l.count)/8
}

// added brings e, which is in the list now, into the index.
func (l *list) added(e *entry) {
	ix := l.index
	if ix == nil || !ix.on {
		if l.count > indexFrom {
			l.build()
		}
		return
	}
	l.label(e)
	ix.extend(e)
	ix.join(e)
	if int(l.count) > len(ix.buckets) {
		ix.resize(l)
		return
	}
	ix.insert(e)
}

// removed takes e, which is in the list no more, out of the index.
func (l *list) removed(e *entry) {
	ix := l.index
	if ix == nil || !ix.on {
		return
	}
	ix.remove(e)
	ix.shrink(e)
	if l.count < indexTo {
		ix.stretches = nil
		for e := l.first; e != nil; e = e.next {
			ix.remove(e)
			e.stretch = nil
		}
		ix.on = false
		if len(ix.buckets) > 1024 {
			ix.buckets = nil
		}
	}
}

// build indexes the whole list.
func (l *list) build() {
	if l.index == nil {
		l.index = &index{byMask: map[mask]*group{}}
	}
	ix := l.index
	ix.on = true
	l.relabel()
	for e := l.first; e != nil; e = e.next {
		ix.join(e)
	}
	ix.resize(l)
}

// resize makes twice as many buckets as there are entries, and fills them.
func (ix *index) resize(l *list) {
	ix.shift = 63
	for int(l.count) > 1<<(63-ix.shift) {
		ix.shift--
	}
	if n := 1 << (64 - ix.shift); len(ix.buckets) < n {
		ix.buckets = make([]bucket, n)
	} else {
		clear(ix.buckets)
		for len(ix.buckets) > 1<<(64-ix.shift) {
			ix.shift--
		}
	}
	for e := l.first; e != nil; e = e.next {
		b := ix.bucket(e.group, e.bits, e.id)
		e.chain, e.back = nil, b.last
		if b.last == nil {
			b.first = e
		} else {
			b.last.chain = e
		}
		b.last = e
	}
}

// find is the first descriptor of the list that takes a request.
func (ix *index) find(h *Header, need uint32) (d *descriptor, at, n uint64) {
	best := ^uint64(0)
	for _, g := range ix.groups {
		for e := ix.bucket(g, h.MatchBits, h.From).first; e != nil && e.label < best; e = e.chain {
			if a, m, ok := e.takes(h, need); ok {
				d, at, n, best = e.md, a, m, e.label
				break
			}
		}
	}
	return d, at, n
}

// bucket has all entries of a group that match these bits of this process, and others.
func (ix *index) bucket(g *group, bits uint64, from ProcessID) *bucket {
	const scramble = 0x9e3779b97f4a7c15
	x := bits&g.bits ^ g.bits>>7
	x = (x ^ x>>32) * scramble
	x ^= (uint64(from.NID)<<32 | uint64(from.PID)) & g.id
	x = (x ^ x>>29) * scramble
	return &ix.buckets[x>>ix.shift]
}

// join counts e in its group.
func (ix *index) join(e *entry) {
	m := mask{e.ignore, e.id.NID == NIDAny, e.id.PID == PIDAny}
	g := ix.byMask[m]
	if g == nil {
		if last := len(ix.spare) - 1; last >= 0 {
			g, ix.spare = ix.spare[last], ix.spare[:last]
		} else {
			g = new(group)
		}
		*g = group{mask: m, bits: ^m.ignore, place: len(ix.groups)}
		if !m.anyNID {
			g.id |= 0xffffffff << 32
		}
		if !m.anyPID {
			g.id |= 0xffffffff
		}
		ix.groups = append(ix.groups, g)
		ix.byMask[m] = g
	}
	g.members++
	e.group = g
}

// insert puts e, which has its label, into its bucket. Most entries come to one end of it, or next to an entry that is there too.
func (ix *index) insert(e *entry) {
	b := ix.bucket(e.group, e.bits, e.id)
	before, after := b.last, (*entry)(nil)
	switch {
	case b.first == nil || before.label < e.label:
	case e.label < b.first.label:
		before, after = nil, b.first
	case ix.holds(b, e.prev):
		before, after = e.prev, e.prev.chain
	case ix.holds(b, e.next):
		before, after = e.next.back, e.next
	default:
		for before.label > e.label {
			before, after = before.back, before
		}
	}
	e.back, e.chain = before, after
	if before == nil {
		b.first = e
	} else {
		before.chain = e
	}
	if after == nil {
		b.last = e
	} else {
		after.back = e
	}
}

func (ix *index) holds(b *bucket, e *entry) bool { return ix.bucket(e.group, e.bits, e.id) == b }

// remove takes e out of its bucket and its group.
func (ix *index) remove(e *entry) {
	b := ix.bucket(e.group, e.bits, e.id)
	if e.back == nil {
		b.first = e.chain
	} else {
		e.back.chain = e.chain
	}
	if e.chain == nil {
		b.last = e.back
	} else {
		e.chain.back = e.back
	}
	g := e.group
	e.group, e.chain, e.back = nil, nil, nil
	if g.members--; g.members > 0 {
		return
	}
	last := len(ix.groups) - 1
	ix.groups[g.place] = ix.groups[last]
	ix.groups[g.place].place = g.place
	ix.groups[last] = nil
	ix.groups = ix.groups[:last]
	delete(ix.byMask, g.mask)
	ix.spare = append(ix.spare, g)
}
