package sim

import binary "container/heap"

// Placed is an actor of a node: it names the node whose state its event belongs to. Other actors' events belong to the node whose event has scheduled them.
type Placed interface{ NodeOf(arg uint64) int }

// Shuffle is for tests, before the first event: of the events of At at one time, those of different nodes run in an order that depends on the seed, and not on what has been
// scheduled first. Those of a node stay in the order of At, and what is scheduled at one time for the same runs behind what was there: a node that does one thing after the other
// without time in between cannot keep the others from theirs. Events of AtFrom run behind them, in their order, as always. What a simulation does must not depend on the
// seed: several threads will run the events of different nodes in any order.
func (k *Kernel) Shuffle(seed uint64) {
	if k.queue.seq > 0 {
		panic("sim: Shuffle behind the first event")
	}
	k.shuffled = &shuffled{seed: seed, node: -1, at: -1, pending: map[EventID]bool{}}
}

// shuffled is the queue of a kernel that shuffles. It takes the place of queue, which stays empty, so that the usual ways through At and Run test nothing for it.
type shuffled struct {
	seed    uint64
	events  placedEvents
	pending map[EventID]bool // false: cancelled
	node    int              // of the running event; -1: none has named one
	at      Time             // of the running event
	turn    uint64           // of the running event
	seq     uint64
}

// placedEvent is an event of a node.
type placedEvent struct {
	at      Time
	turn    uint64 // 1 more than that of the event that has scheduled this one for its own time
	key     uint64 // of AtFrom: its order
	seq     uint64
	foreign bool
	node    int
	actor   Actor
	arg     uint64
}

func (e *placedEvent) before(f *placedEvent) bool {
	switch {
	case e.at != f.at:
		return e.at < f.at
	case e.foreign != f.foreign:
		return f.foreign
	case e.turn != f.turn:
		return e.turn < f.turn
	case e.key != f.key:
		return e.key < f.key
	}
	return e.seq < f.seq
}

type placedEvents []placedEvent

func (q placedEvents) Len() int           { return len(q) }
func (q placedEvents) Less(i, j int) bool { return q[i].before(&q[j]) }
func (q placedEvents) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *placedEvents) Push(e any)        { *q = append(*q, e.(placedEvent)) }

func (q *placedEvents) Pop() any {
	last := len(*q) - 1
	e := (*q)[last]
	(*q)[last] = placedEvent{}
	*q = (*q)[:last]
	return e
}

// schedule is At, or AtFrom with an order.
func (s *shuffled) schedule(t Time, a Actor, arg uint64, foreign bool, order uint64) EventID {
	s.seq++
	e := placedEvent{at: t, seq: s.seq, foreign: foreign, node: s.node, actor: a, arg: arg, key: order}
	if p, placed := a.(Placed); placed {
		e.node = p.NodeOf(arg)
	}
	if !foreign {
		if t == s.at {
			e.turn = s.turn + 1
		}
		e.key = Mix(Mix(s.seed^uint64(t)^e.turn<<48) ^ uint64(e.node))
	}
	binary.Push(&s.events, e)
	s.pending[EventID(s.seq)] = true
	return EventID(s.seq)
}

// Mix is a number in which every bit depends on all of x (splitmix64).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// first drops cancelled events in front, and returns the first other one; nil: there is none.
func (s *shuffled) first() *placedEvent {
	for len(s.events) > 0 {
		if id := EventID(s.events[0].seq); !s.pending[id] {
			delete(s.pending, id)
			binary.Pop(&s.events)
			continue
		}
		return &s.events[0]
	}
	return nil
}

func (s *shuffled) cancel(e EventID) bool {
	if !s.pending[e] {
		return false
	}
	s.pending[e] = false
	return true
}

// runShuffled is Run.
func (k *Kernel) runShuffled(n int) bool {
	s := k.shuffled
	for k.left = n; k.left > 0; {
		k.left--
		if s.first() == nil {
			return false
		}
		e := binary.Pop(&s.events).(placedEvent)
		delete(s.pending, EventID(e.seq))
		k.now, s.node, s.at, s.turn = e.at, e.node, e.at, e.turn
		if e.foreign {
			k.order, k.then = foreign|e.key<<slotBits, e.at
		}
		e.actor.Act(k, e.arg)
		k.Watch()
	}
	return true
}
