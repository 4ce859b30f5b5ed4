package shmem

import (
	"iter"
	"sync/atomic"

	"gasnetgo/internal/fault"
)

// teams are those that this rank is a member of, by id, in pages that stay where they are: looking one up takes no lock. Most ranks need a single page.
type teams struct {
	pages [maxTeams / teamPage]atomic.Pointer[teamsPage]
}

const teamPage = 16

type teamsPage struct {
	byID [teamPage]atomic.Pointer[Team]
	gens [teamPage]int // teams that have had the id; guarded by PE.mu
}

// get is the team that has an id below maxTeams, nil if there is none.
func (s *teams) get(id int) *Team {
	if page := s.pages[id/teamPage].Load(); page != nil {
		return page.byID[id%teamPage].Load()
	}
	return nil
}

// add enters a team, whose id is free. The caller has PE.mu, or nobody else knows of s.
func (s *teams) add(t *Team) {
	page := s.pages[t.id/teamPage].Load()
	if page == nil {
		page = &teamsPage{}
		s.pages[t.id/teamPage].Store(page)
	}
	t.gen = page.gens[t.id%teamPage]
	page.byID[t.id%teamPage].Store(t)
}

// remove forgets a team. The caller has PE.mu.
func (s *teams) remove(t *Team) {
	page := s.pages[t.id/teamPage].Load()
	page.gens[t.id%teamPage]++
	page.byID[t.id%teamPage].Store(nil)
}

// all are the teams, in the order of their ids.
func (s *teams) all() iter.Seq[*Team] {
	return func(yield func(*Team) bool) {
		for id := range maxTeams {
			if t := s.get(id); t != nil && !yield(t) {
				return
			}
		}
	}
}

// at returns a team that the program names, nil for SHMEM_TEAM_INVALID, or a fault.
func (s *teams) at(arg string, handle uintptr) (*Team, error) {
	if handle == teamInvalid {
		return nil, nil
	}
	if id := int(handle&(1<<teamIDBits-1)) - 1; id >= 0 && id < maxTeams {
		if t := s.get(id); t != nil && t.handle() == handle {
			return t, nil
		}
	}
	return nil, fault.New(arg, fault.Addr(handle), "not a team of this PE, or one that has been destroyed")
}

// free is the set of ids below most that this rank does not use.
func (s *teams) free(most int) (ids [idWords]uint64) {
	for i := range most {
		if s.get(i) == nil {
			ids[i/64] |= 1 << (i % 64)
		}
	}
	return ids
}
