package check

import "slices"

// Op is an operation in flight: its accesses last until its thread, or another of its rank, completes its context, or until their target is known to have received it.
type Op struct {
	t      *Thread
	stream component
	target int
	tick   tick
	fenced bool
	ctx    uint64
}

// Kind is how an operation is ordered with others of its context.
type Kind uint8

// Kinds.
const (
	Ordered   Kind = iota // by fences
	Apart                 // by fences, too, and a later one of the same call can be known to follow it although nothing is known of others: the data of a signal
	Unordered             // by completion only, such as one that fetches
)

// Begin begins an operation towards a rank, on a context.
func (t *Thread) Begin(ctx uint64, target int, kind Kind) Op {
	return Op{t: t, stream: t.stream(ctx, kind), target: target, tick: t.now(), fenced: kind != Unordered, ctx: ctx}
}

// Touch is an access that the operation makes at any time until it completes.
func (o Op) Touch(at, bytes uint64, a Access) {
	a.Target = o.target
	o.t.touch(at, bytes, o.t.c.number(a), &view{thread: o.t, by: o.stream, tick: o.tick, fenced: o.fenced, target: int32(o.target), context: o.ctx})
}

// TouchNow is an access that the operation has made when the call returns: that of a blocking get, or of an atomic whose result has been fetched.
func (o Op) TouchNow(at, bytes uint64, a Access) {
	a.Target = o.target
	o.t.touch(at, bytes, o.t.c.number(a), &view{thread: o.t, by: o.t.self, tick: o.tick, fenced: o.fenced, target: int32(o.target), context: o.ctx})
}

// siblings calls f for each stream of the rank on a context, with how far the thread knows that stream's thread.
func (t *Thread) siblings(ctx uint64, f func(s component, known tick), kinds ...Kind) {
	for _, u := range t.c.ranks[t.rank] {
		for _, kind := range kinds {
			if s, ok := u.streams[streamKey{ctx, kind}]; ok {
				f(s, t.clock.of(u.self))
			}
		}
	}
}

// Fence has the operations on a context, of which the thread knows, arrive at each target before those that it begins later.
func (t *Thread) Fence(ctx uint64) {
	t.siblings(ctx, func(s component, known tick) { t.c.parts[s].fenced = max(t.c.parts[s].fenced, known) }, Ordered, Apart)
	t.advance()
}

// Complete ends the operations on a context, of which the thread knows.
func (t *Thread) Complete(ctx uint64) {
	t.siblings(ctx, func(s component, known tick) { t.clock.raise(s, known) }, Ordered, Apart, Unordered)
	for _, at := range t.fetching[ctx] {
		t.AcquireAll(at)
	}
	delete(t.fetching, ctx)
	t.advance()
}

// Suppose ends the operations on all other contexts, too, as far as reports go: what would have been ordered then is a Note. It is for calls that programs take for complete that are not.
func (t *Thread) Suppose() {
	for _, u := range t.c.ranks[t.rank] {
		for _, s := range u.streams {
			if known := t.clock.of(u.self); t.clock.of(s) < known {
				if t.c.parts[s].loose == 0 {
					t.c.parts[s].loose = t.c.component(part{thread: u})
				}
				t.clock.raise(t.c.parts[s].loose, known)
			}
		}
	}
}

// CompleteTo ends those towards some ranks.
func (t *Thread) CompleteTo(ctx uint64, targets []int) {
	t.siblings(ctx, func(s component, known tick) {
		for _, to := range targets {
			t.clock.arrive(arrival{s, int32(to)}, known)
		}
	}, Ordered, Apart, Unordered)
	t.advance()
}

// word is memory by whose value threads synchronise.
type word struct {
	set    []published // by values that were stored there, the latest last
	others *clock      // of all else, such as additions; nil: nothing
}

type published struct {
	value uint64
	clock *clock
}

// mostValues is how many values are distinguished.
const mostValues = 16

func (w *word) other(k *clock) {
	if w.others == nil {
		w.others = new(clock)
	}
	w.others.join(k)
}

func (c *Checker) word(at uint64) *word {
	w := c.words[at]
	if w == nil {
		w = new(word)
		c.words[at] = w
	}
	return w
}

// carried is what a thread that sees the operation's effect knows then: what the operation's thread knew, and what it has fenced.
func (o Op) carried() *clock {
	k := o.t.clock.copy()
	if o.fenced {
		o.t.siblings(o.ctx, func(s component, _ tick) { k.arrive(arrival{s, int32(o.target)}, o.t.c.parts[s].fenced) }, Ordered, Apart)
	}
	return k
}

// Publish says that the operation stores a value to a word, so that a thread that sees it is ordered after what the operation follows. after is another operation of the same call that the store follows,
// such as the data of a signal; nil: there is none.
func (o Op) Publish(at, value uint64, after *Op) {
	k := o.carriedAfter(after)
	w := o.t.c.word(at)
	if i := slices.IndexFunc(w.set, func(p published) bool { return p.value == value }); i >= 0 {
		k.join(w.set[i].clock)
		w.set = slices.Delete(w.set, i, i+1)
	}
	w.set = append(w.set, published{value, k})
	if len(w.set) > mostValues {
		w.other(w.set[0].clock)
		w.set = slices.Delete(w.set, 0, 1)
	}
	o.t.advance()
}

// PublishChange is Publish of an operation that changes the word by what it had before.
func (o Op) PublishChange(at uint64, after *Op) {
	o.t.c.word(at).other(o.carriedAfter(after))
	o.t.advance()
}

func (o Op) carriedAfter(after *Op) *clock {
	k := o.carried()
	if after != nil {
		k.arrive(arrival{after.stream, int32(after.target)}, after.tick)
	}
	return k
}

// Acquire orders the thread after the operations that have given a word the value that it has seen.
func (t *Thread) Acquire(at, value uint64) {
	w := t.c.words[at]
	if w == nil {
		return
	}
	for _, p := range w.set {
		if p.value == value {
			t.clock.join(p.clock)
		}
	}
	if w.others != nil {
		t.clock.join(w.others)
	}
}

// AcquireAll orders it after all that have changed the word so far.
func (t *Thread) AcquireAll(at uint64) {
	w := t.c.words[at]
	if w == nil {
		return
	}
	for _, p := range w.set {
		t.clock.join(p.clock)
	}
	if w.others != nil {
		t.clock.join(w.others)
	}
}

// Fetching has the thread acquire a word when it completes the context.
func (t *Thread) Fetching(ctx, at uint64) {
	if t.fetching == nil {
		t.fetching = map[uint64][]uint64{}
	}
	t.fetching[ctx] = append(t.fetching[ctx], at)
}

// Release orders what the thread has done before what a thread does that acquires the word later, whatever its value: a lock.
func (t *Thread) Release(at uint64) {
	t.c.word(at).other(&t.clock)
	t.advance()
}

// Group names ranks that meet: the same on all of them.
type Group struct{ Start, Stride, Size int }

type (
	meetingKey struct {
		group  Group
		number uint64
	}
	memberKey struct {
		group Group
		rank  int
	}
	meeting struct {
		clock clock
		root  *clock
		left  int
	}
)

// Meeting is a rank's part of a meeting of a group: a barrier, or a collective operation.
type Meeting struct {
	t   *Thread
	key meetingKey
}

// Meet enters the next meeting of the group. A rank that is its root is the one that others learn from in LeaveRoot.
func (t *Thread) Meet(g Group, root bool) Meeting {
	member := memberKey{g, t.rank}
	key := meetingKey{g, t.c.met[member]}
	t.c.met[member]++
	m := t.c.meetings[key]
	if m == nil {
		m = new(meeting)
		t.c.meetings[key] = m
	}
	m.clock.join(&t.clock)
	if root {
		m.root = t.clock.copy()
	}
	t.advance()
	return Meeting{t, key}
}

// Leave leaves it: all members have entered, and the thread is ordered after what they did before.
func (m Meeting) Leave() { m.leave(func(x *meeting) { m.t.clock.join(&x.clock) }) }

// LeaveRoot leaves it where only the root is known to have entered.
func (m Meeting) LeaveRoot() {
	m.leave(func(x *meeting) {
		if x.root != nil {
			m.t.clock.join(x.root)
		}
	})
}

func (m Meeting) leave(learn func(*meeting)) {
	x := m.t.c.meetings[m.key]
	learn(x)
	m.t.advance()
	if x.left++; x.left == m.key.group.Size {
		delete(m.t.c.meetings, m.key)
	}
}

// During is an access that a collective operation makes while the thread is in it: others know that it is over when they know what the thread does afterwards.
func (m Meeting) During(at, bytes uint64, a Access) {
	t := m.t
	t.touch(at, bytes, t.c.number(a), t.view(t.self, t.now()))
}

// Fork has a new thread of the rank know what its creator knows.
func (t *Thread) Fork(child *Thread) {
	child.clock.join(&t.clock)
	t.advance()
}

// Join orders the thread after all that another one has done.
func (t *Thread) Join(other *Thread) {
	t.clock.join(&other.clock)
	other.advance()
}
