package shmem

import (
	"cmp"
	"fmt"
	"sync"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// Team is an ordered set of PEs that this rank belongs to. It does not change.
type Team struct {
	peSet
	id, gen  int
	me       int // this rank's index
	contexts int32
	agreed   uint64 // calls of agree; members make them one at a time

	once sync.Once
	coll *group // made by group
}

// ID is the same on all members, and no other team of any of them has it. It is below maxTeams, and given out again after the team is destroyed.
func (t *Team) ID() int { return t.id }

// Size is the number of members.
func (t *Team) Size() int { return t.size }

// Me is the index of this rank.
func (t *Team) Me() int { return t.me }

// PE is the rank of member i.
func (t *Team) PE(i int) int { return t.pe(i) }

// Range is how members lie in the job: the rank of the first, and how far apart they are, which may be negative.
func (t *Team) Range() (start, stride int) { return t.start, t.stride }

// Index is which member a rank is.
func (t *Team) Index(pe int) (int, bool) { return t.index(pe) }

// Teams has the environment's settings of teams; the zero value is usable.
type Teams struct {
	Most  int  // that a rank can be in; 0, or more than there can be, is as many as there can be
	Alone bool // SHMEM_TEAM_SHARED has this rank only
}

// most is how many teams this rank can be in at a time.
func (p *PE) most() int { return min(cmp.Or(p.opts.Teams.Most, maxTeams), maxTeams) }

// Teams as the program knows them: 0 is none; else the id + 1, and above that how many teams have had the id before.
const (
	teamInvalid = uintptr(0)
	teamIDBits  = 16

	worldID  = 0
	sharedID = 1
)

func (t *Team) handle() uintptr { return uintptr(t.gen)<<teamIDBits | uintptr(t.id+1) }

// idWords is the length of a set of ids.
const idWords = agreeWords - 2

// Team is the team of a handle that must name one, such as that of a collective routine.
func (p *PE) Team(handle uintptr) (*Team, error) {
	a, err := p.up()
	if err != nil {
		return nil, err
	}
	t, err := a.teams.at("team", handle)
	if err == nil && t == nil {
		err = fault.New("team", "SHMEM_TEAM_INVALID", "no team")
	}
	return t, err
}

// predefine makes the teams that are always there.
func (p *PE) predefine(a *attached) {
	world := &Team{peSet: peSet{0, 1, p.pes}, id: worldID, me: p.me}
	a.teams.add(world)
	p.mirrorTeam(a, world, true)
	shared := &Team{peSet: peSet{p.me, 1, 1}, id: sharedID}
	if first, n := p.reachable(a); n > 0 && !p.opts.Teams.Alone {
		shared = &Team{peSet: peSet{first, 1, n}, id: sharedID, me: p.me - first}
	}
	a.teams.add(shared)
	p.mirrorTeam(a, shared, true)
}

// reachable is the contiguous ranks around this one whose heaps it can load and store directly.
func (p *PE) reachable(a *attached) (first, n int) {
	if a.direct == nil {
		return p.me, 1
	}
	direct := func(pe int) bool {
		_, ok := a.direct.Direct(pe, Addr{Seg: Heap})
		return ok
	}
	first, end := p.me, p.me+1
	for first > 0 && direct(first-1) {
		first--
	}
	for end < p.pes && direct(end) {
		end++
	}
	return first, end - first
}

// dissolve ends all teams. Every rank has stopped using them.
func (p *PE) dissolve(a *attached) {
	for t := range a.teams.all() {
		p.release(a, t)
	}
	p.forgetSets(a)
	if a.direct != nil {
		clear(memory.Bytes(a.own(a.arrivals()), 8))
	}
}

// release ends a team locally. No rank writes to its slot any more.
func (p *PE) release(a *attached, t *Team) {
	a.forget(t.id)
	clear(memory.Bytes(a.own(Addr{Heap, a.control.slot(t.id)}), a.control.slotBytes()))
	p.mu.Lock()
	a.teams.remove(t)
	p.mu.Unlock()
	p.mirrorTeam(a, t, false)
}

// TeamQuery answers this PE's index in a team (QueryMyPE) or its size (QueryNPEs), -1 for SHMEM_TEAM_INVALID.
//
// Spec: OpenSHMEM 1.6, section 9.4
func (p *PE) TeamQuery(_ string, team uintptr, what int32) (int32, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	t, err := a.teams.at("team", team)
	switch {
	case err != nil:
		return 0, err
	case t == nil:
		return -1, nil
	case what == QueryMyPE:
		return int32(t.me), nil
	case what == QueryNPEs:
		return int32(t.size), nil
	}
	return 0, fault.New("what", what, "not a query")
}

// TeamTranslate returns what index member pe of one team has in another; -1 if there is no such member in either, or no such team.
func (p *PE) TeamTranslate(_ string, src uintptr, pe int32, dest uintptr) (int32, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	from, err := a.teams.at("src_team", src)
	if err != nil {
		return 0, err
	}
	to, err := a.teams.at("dest_team", dest)
	if err != nil {
		return 0, err
	}
	if from == nil || to == nil || !from.has(pe) {
		return -1, nil
	}
	if i, ok := to.Index(from.PE(int(pe))); ok {
		return int32(i), nil
	}
	return -1, nil
}

// TeamConfig writes those fields of a team's configuration that mask names to config. It answers 0, or 1 for SHMEM_TEAM_INVALID.
func (p *PE) TeamConfig(_ string, team uintptr, mask int64, config uintptr) (int32, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	t, err := a.teams.at("team", team)
	if err != nil || t == nil {
		return 1, err
	}
	if mask&TeamNumContexts == 0 {
		return 0, nil
	}
	if err := local("config", config, 4); err != nil {
		return 0, err
	}
	SetBits(memory.Bytes(config, 4), uint64(t.contexts))
	return 0, nil
}

// TeamPtr is where the program can load and store the object at addr of member pe of a team, or NULL.
func (p *PE) TeamPtr(fn string, team, addr uintptr, pe int32) (uintptr, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	t, err := a.teams.at("team", team)
	if err != nil || t == nil || !t.has(pe) {
		return 0, err
	}
	return p.Ptr(fn, addr, int32(t.PE(int(pe))))
}

// String names the members.
func (t *Team) String() string {
	return fmt.Sprintf("team %d: %v", t.id, t.peSet)
}
