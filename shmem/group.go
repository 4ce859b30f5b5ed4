package shmem

import (
	"math/bits"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// group is the PEs of a collective: a team, or an active set. All members use a slot of control memory with the same number.
//
// Collectives of a group are numbered. A message of collective s is stored in a place that collective s + cellTurns reuses; by then its receiver must have read
// it. That holds if every member has begun s + 1, and a member knows that when it has finished a collective in which each member receives from all: together is
// the last of those. A member that would be too far ahead of it, which only the root of broadcasts and a low member of scans can be, first synchronises with
// all. All members count alike, so all do.
type group struct {
	peSet
	slot, me int

	seq, together uint64
	epoch         uint64 // of syncs
	now           uint32 // a number made of what all calls so far were: members must have the same
}

// activeSet is what team is in a call on an active set: three numbers follow it.
const activeSet = ^uintptr(0)

// Sizes of the memory that collectives have behind the symmetric heap. capi/shmem/group.h has the same.
const (
	CollectiveSlot = 9 * 4096 // bytes of a group's slot
	TeamSlots      = maxTeams // slots of teams; those of active sets follow, then the table of active sets
	MostActiveSets = 1024
)

// collectives is that memory, from an offset of the heap's segment on.
type collectives struct {
	base uint64
	sets uint64
}

func (c collectives) bytes() uint64 {
	return ((maxTeams+c.sets)*CollectiveSlot + 8*c.sets + heapPage - 1) &^ (heapPage - 1)
}

func (c collectives) slot(n int) Addr { return Addr{Heap, c.base + uint64(n)*CollectiveSlot} }

// set is where the table of active sets has entry i, on PE 0.
func (c collectives) set(i uint64) Addr {
	return Addr{Heap, c.base + (maxTeams+c.sets)*CollectiveSlot + 8*i}
}

// collective is a call of a collective routine under way.
type collective struct {
	*group
	p *PE
	a *attached
}

// collective begins every collective routine: it finds the group.
func (p *PE) collective(team uintptr, start, logstride, pes int32) (collective, error) {
	a, err := p.up()
	if err != nil {
		return collective{}, err
	}
	if team == activeSet {
		g, err := p.activeSet(a, start, logstride, pes)
		return collective{g, p, a}, err
	}
	t, err := p.Team(team)
	if err != nil {
		return collective{}, err
	}
	return collective{t.group(), p, a}, nil
}

// group is the team as collectives see it.
func (t *Team) group() *group {
	t.once.Do(func() {
		t.coll = &group{peSet: t.peSet, slot: t.id, me: t.me}
	})
	return t.coll
}

// inSet reports whether this PE is in an active set, and its index.
func (p *PE) inSet(start, logstride, pes int32) (me int, in bool, err error) {
	switch {
	case !p.hasPE(start):
		return 0, false, fault.New("PE_start", start, "not in 0..%d", p.pes-1)
	case pes < 1 || int(pes) > p.pes:
		return 0, false, fault.New("PE_size", pes, "not in 1..%d", p.pes)
	case logstride < 0 || logstride > 24 || pes > 1 && (p.pes-1-int(start))>>logstride < int(pes)-1:
		return 0, false, fault.New("logPE_stride", logstride, "%d PEs from %d on, 2 to the power %d apart, are not all in 0..%d", pes, start, logstride, p.pes-1)
	}
	if pes == 1 {
		logstride = 0
	}
	from := p.me - int(start)
	return from >> logstride, from >= 0 && from&(1<<logstride-1) == 0 && from>>logstride < int(pes), nil
}

func (p *PE) outside(start, logstride, pes int32) error {
	return fault.New("PE_start", start, "this PE, %d, is not one of the %d PEs from there on, 2 to the power %d apart", p.me, pes, logstride)
}

func (p *PE) activeSet(a *attached, start, logstride, pes int32) (*group, error) {
	me, in, err := p.inSet(start, logstride, pes)
	if err != nil {
		return nil, err
	}
	if !in {
		return nil, p.outside(start, logstride, pes)
	}
	if pes == 1 {
		logstride = 0
	}
	key := 1<<63 | uint64(logstride)<<56 | uint64(pes)<<28 | uint64(start)
	p.mu.Lock()
	g := a.sets[key]
	p.mu.Unlock()
	if g != nil {
		return g, nil
	}
	slot, err := p.findSet(a, key)
	if err != nil {
		return nil, err
	}
	g = &group{peSet: peSet{int(start), 1 << logstride, int(pes)}, slot: slot, me: me}
	p.mu.Lock()
	defer p.mu.Unlock()
	if a.sets == nil {
		a.sets = map[uint64]*group{}
	}
	a.sets[key] = g
	return g, nil
}

// findSet finds an active set in the table at PE 0, in which an entry's position is the number of its slot, and inserts it if it is new.
func (p *PE) findSet(a *attached, key uint64) (int, error) {
	c := a.control.coll
	at := (key * 0x9e3779b97f4a7c15) >> 54 % c.sets
	for range c.sets {
		old, err := a.t.Atomic(DefaultCtx, 0, c.set(at), AMO{Op: AMOCSwap, Type: TypeU64, Value: key}, nil)
		if err != nil {
			return 0, err
		}
		if old == 0 || old == key {
			return maxTeams + int(at), nil
		}
		at = (at + 1) % c.sets
	}
	return 0, fault.New("PE_start", nil, "the job has used %d different active sets: there is no room for one more; teams have no such limit", c.sets)
}

// forget zeroes the memory of a group's collectives; no rank writes there any more.
func (a *attached) forget(slot int) {
	at := a.own(a.control.coll.slot(slot))
	for _, b := range memory.Bytes(at, 64) {
		if b != 0 {
			clear(memory.Bytes(at, CollectiveSlot))
			return
		}
	}
}

// forgetSets does so for active sets.
func (p *PE) forgetSets(a *attached) {
	for _, g := range a.sets {
		a.forget(g.slot)
	}
	if p.me == 0 && len(a.sets) > 0 {
		clear(memory.Bytes(a.own(a.control.coll.set(0)), 8*a.control.coll.sets))
	}
}

// A slot: a line with the number of calls, one with the last calls (calls.go), flags a line each, with a word for each turn, and from one page on the messages: for each turn and round one
// cell.
const (
	cellTurns = 4
	cellBytes = 512
	cellAt    = 4096
	rounds    = 16 // of a dissemination among 65,536 members

	syncFlags  = 2                  // one for each round
	readyFlags = syncFlags + rounds // one for each round: the awaited data is there
	flagLine   = 64
	flagWords  = 4 // take turns, as messages do
)

var _ [CollectiveSlot - cellAt - cellTurns*rounds*cellBytes]byte

// flag is the word of a flag for a number. Puts may overtake each other, so a member's number is not stored where its latest one may still come: the words take turns, as messages do.
func (c collective) flag(n int, number uint64) Addr {
	return c.a.control.coll.slot(c.slot).Plus(uint64(n)*flagLine + number%flagWords*8)
}

func (c collective) cell(seq uint64, round int) Addr {
	return c.a.control.coll.slot(c.slot).Plus(cellAt + (seq%cellTurns*rounds+uint64(round))*cellBytes)
}

// begin numbers a collective, or a part of one, of a call that has been noted.
func (c collective) begin() error {
	if c.seq+1-c.together > cellTurns-1 {
		if err := c.sync(); err != nil {
			return err
		}
	}
	c.seq++
	return nil
}

// tag is a number of a collective or a sync with what members must agree on above it.
func (c collective) tag(number uint64) uint64 { return uint64(c.now)<<32 | number&(1<<32-1) }

// raise sets a flag of a member to a number, which only grows.
func (c collective) raise(to, flag int, number uint64) error {
	var b [8]byte
	SetBits(b[:], c.tag(number))
	return c.a.t.Put(DefaultCtx, c.pe(to), c.flag(flag, number), b[:], false)
}

// await waits until a member has raised a flag of this PE to a number, or beyond it.
func (c collective) await(from, flag int, number uint64) error {
	at := c.a.own(c.flag(flag, number))
	var seen uint64
	err := c.wait(from, func() bool {
		seen = loadBits(at, 8)
		return int32(uint32(seen)-uint32(number)) >= 0
	})
	if err == nil && uint32(seen) == uint32(number) && seen != c.tag(number) {
		err = c.unlike(from)
	}
	return err
}

// sync returns when all members have called it equally often. In round k a member notifies the one 2^k ahead and waits for the one 2^k behind.
func (c collective) sync() error {
	c.epoch++
	for round, step := 0, 1; step < c.size; round, step = round+1, step*2 {
		if err := c.raise((c.me+step)%c.size, syncFlags+round, c.epoch); err != nil {
			return err
		}
		if err := c.await((c.me-step+c.size)%c.size, syncFlags+round, c.epoch); err != nil {
			return err
		}
	}
	c.together = c.seq + 1
	return nil
}

// log is the number of rounds of a dissemination among all members.
func (c collective) log() int { return bits.Len(uint(c.size - 1)) }
