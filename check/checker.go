package check

import "math"

// Checker is of a job. It is for one goroutine.
type Checker struct {
	// Where turns a program counter of a rank into one that is the same in all ranks; nil: they are already.
	Where func(rank int, pc uint64) uint64

	report   func(*Race)
	ranks    []map[int]*Thread // threads of ranks, by number
	parts    []part            // by component
	shadow   shadow
	accesses []Access
	numbers  map[Access]uint32
	words    map[uint64]*word
	messages map[any][]*clock
	meetings map[meetingKey]*meeting
	met      map[memberKey]uint64 // how many meetings of a group a rank has begun
	pairs    map[pairKey]*Race
	races    []*Race
	blocks   []Block // by address
}

// part is a component: a thread, or the stream of operations of one on a context.
type part struct {
	thread *Thread
	stream bool
	ctx    uint64
	fenced tick      // of a stream: operations up to there arrive before later ones, at each target
	loose  component // what a barrier of all contexts would have completed of a stream; 0: none
}

// New is a checker that calls report for each pair of places in the program that races, the first time that it does.
func New(ranks int, report func(*Race)) *Checker {
	c := &Checker{
		report: report, ranks: make([]map[int]*Thread, ranks), numbers: map[Access]uint32{}, words: map[uint64]*word{}, messages: map[any][]*clock{},
		meetings: map[meetingKey]*meeting{}, met: map[memberKey]uint64{}, pairs: map[pairKey]*Race{},
	}
	for i := range c.ranks {
		c.ranks[i] = map[int]*Thread{}
	}
	return c
}

// Thread is a thread of a rank's program; 0 is the first.
type Thread struct {
	c            *Checker
	rank, number int
	self         component
	clock        clock
	streams      map[streamKey]component
	own          view                // of its own accesses, which is used again
	fetching     map[uint64][]uint64 // words whose values arrive with a context's completion
}

// Thread returns a thread of a rank, which knows nothing of others if it is new.
func (c *Checker) Thread(rank, number int) *Thread {
	t := c.ranks[rank][number]
	if t == nil {
		t = &Thread{c: c, rank: rank, number: number}
		t.self = c.component(part{thread: t})
		t.clock.raise(t.self, 1)
		c.ranks[rank][number] = t
	}
	return t
}

// Rank is the rank that the thread is one of, and Number its number there.
func (t *Thread) Rank() int   { return t.rank }
func (t *Thread) Number() int { return t.number }

func (c *Checker) component(p part) component {
	if len(c.parts) > math.MaxUint16 {
		panic("check: too many threads and contexts")
	}
	c.parts = append(c.parts, p)
	return component(len(c.parts) - 1)
}

// streamKey distinguishes the streams of a thread: those of a context complete together.
type streamKey struct {
	ctx  uint64
	kind Kind
}

func (t *Thread) stream(ctx uint64, kind Kind) component {
	key := streamKey{ctx, kind}
	s, ok := t.streams[key]
	if !ok {
		if t.streams == nil {
			t.streams = map[streamKey]component{}
		}
		s = t.c.component(part{thread: t, stream: true, ctx: ctx})
		t.streams[key] = s
	}
	return s
}

func (t *Thread) now() tick { return t.clock.ticks[t.self] }

// advance begins a new tick: what others have learned of this thread does not include what it does from now on.
func (t *Thread) advance() { t.clock.ticks[t.self]++ }

func (c *Checker) number(a Access) uint32 {
	n, ok := c.numbers[a]
	if !ok {
		n = uint32(len(c.accesses))
		c.accesses = append(c.accesses, a)
		c.numbers[a] = n
	}
	return n
}

// Touch is an access of the thread that is over when it is made: a load, a store, or one of a call that does not return before.
func (t *Thread) Touch(at, bytes uint64, a Access) {
	t.touch(at, bytes, t.c.number(a), t.view(t.self, t.now()))
}

// Number is a name for an access that is made often, for TouchAgain.
func (c *Checker) Number(a Access) uint32 { return c.number(a) }

// TouchAgain is Touch of an access that has a number.
func (t *Thread) TouchAgain(at, bytes uint64, number uint32) {
	t.touch(at, bytes, number, t.view(t.self, t.now()))
}

// view is what orders others before an access: the thread's clock, and for an operation its fence.
type view struct {
	thread  *Thread
	by      component
	tick    tick
	fenced  bool  // an operation that fences order
	target  int32 // of that
	context uint64
}

func (t *Thread) view(by component, now tick) *view {
	t.own = view{thread: t, by: by, tick: now}
	return &t.own
}

// after reports whether an access of memory has ended before what has the view begins.
func (v *view) after(r *record) bool {
	c := v.thread.c
	if v.thread.clock.of(r.by) >= r.tick {
		return true
	}
	p := &c.parts[r.by]
	if !p.stream {
		return false
	}
	target := int32(c.accesses[r.access].Target)
	if len(v.thread.clock.delivered) > 0 && v.thread.clock.delivered[arrival{r.by, target}] >= r.tick {
		return true
	}
	return v.fenced && target == v.target && p.thread.rank == v.thread.rank && p.ctx == v.context && p.fenced >= r.tick
}

// touch checks an access against what has accessed the memory before, and remembers it.
func (t *Thread) touch(at, bytes uint64, number uint32, v *view) {
	c := t.c
	r := record{tick: v.tick, access: number, by: v.by, write: c.accesses[number].Write}
	for end := at + bytes; at < end; {
		p := c.shadow.page(at/pageBytes, true)
		for next := min(end, (at/pageBytes+1)*pageBytes); at < next; at += granule - at%granule {
			x := &p[at%pageBytes/granule]
			r.mask = mask(at, end)
			switch {
			case x.one == r:
			case x.one.mask == 0: // and there are no others
				x.one = r
			default:
				t.add(at, x, &r, v)
			}
		}
	}
}

// add checks an access of a granule that has been accessed before.
func (t *Thread) add(at uint64, x *history, r *record, v *view) {
	t.compare(at, &x.one, r, v)
	if x.more != nil {
		for i := range *x.more {
			t.compare(at, &(*x.more)[i], r, v)
		}
	}
	x.add(*r, func(old *record) bool { return t.c.covers(r, old) && v.after(old) })
}

// covers reports whether a later access races with the new one wherever it races with the old one, which the new one is ordered after.
func (c *Checker) covers(r, old *record) bool {
	if old.mask&^r.mask != 0 || old.write && !r.write {
		return false
	}
	a, b := &c.accesses[r.access], &c.accesses[old.access]
	if a.Atomic == (Atomic{}) && !a.Wait && !a.Word {
		return true
	}
	return a.Atomic == b.Atomic && a.Wait == b.Wait && (b.Word || !a.Word)
}

// compare reports two accesses of a granule that race.
func (t *Thread) compare(at uint64, old, r *record, v *view) {
	c := t.c
	if !old.write && !r.write || old.mask&r.mask == 0 {
		return
	}
	if old.by == r.by && (old.tick == r.tick && old.access == r.access || !c.parts[r.by].stream) {
		return
	}
	a, b := &c.accesses[old.access], &c.accesses[r.access]
	if a.plain() && b.plain() && a.Rank == b.Rank || compatible(a, b) || v.after(old) {
		return
	}
	c.race(at, old, r, t)
}
