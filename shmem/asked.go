package shmem

import (
	"fmt"
	"hash/fnv"
	"math/bits"

	"gasnetgo/internal/memory"
)

// How a split works. One consensus of the parent's members suffices if all pass the same arguments: it finds unused ids, and detects from a hash of the
// arguments whether they agree. Otherwise the members store their arguments where the others can read them, and each compares those of the other members of its
// new teams: a program may let every PE split off its own team in one call, as Sandia OpenSHMEM allows.

// asked is a member's request: the arguments of its call, and the teams that it would be in. Members of a team must have passed the same arguments: layer k is
// described by the arguments with the indices in alike[k].
type asked struct {
	args   [askedWords]uint64
	layers []layer
	alike  [][]int
}

const askedWords = 5

// put writes the arguments to b.
func (k *asked) put(b []byte) {
	for i, v := range k.args {
		SetBits(b[8*i:][:8], v)
	}
}

const refused = "refused by another PE of the parent team"

// split lets the members of a parent agree on ids that are unused at all of them, one for each layer, or on failure. mine is this PE's own reason for failure.
func (p *PE) split(a *attached, t *Team, mine string, ask asked) (ids []int, why string, err error) {
	var w agreement
	if mine == "" {
		var b [8 * askedWords]byte
		ask.put(b[:])
		h := fnv.New64a()
		h.Write(b[:])
		w[0], w[1] = h.Sum64(), ^h.Sum64()
	}
	collective{t.group(), p, a}.call(CallSplit, 0, 0)
	free := a.teams.free(p.most())
	copy(w[2:], free[:])
	w, err = p.agree(a, t, w)
	if err != nil {
		return nil, "", err
	}
	switch {
	case mine != "":
		return nil, mine, nil
	case w[0] == 0 && w[1] == 0:
		return nil, refused, nil
	case w[0] != ^w[1]: // not all have asked alike
		if why, err = p.compareAsked(a, t, ask); err != nil || why != "" {
			return nil, why, err
		}
	}
	n := len(ask.layers)
	for i := 2; i < len(w) && len(ids) < n; i++ {
		for ; w[i] != 0 && len(ids) < n; w[i] &= w[i] - 1 {
			ids = append(ids, 64*(i-2)+bits.TrailingZeros64(w[i]))
		}
	}
	if len(ids) < n {
		return nil, fmt.Sprintf("too many teams: a PE has at most %d at a time, with the predefined ones; shmem_team_destroy ends one (SHMEM_TEAMS_MAX changes this, up to %d)",
			p.most(), maxTeams), nil
	}
	return ids, "", nil
}

// compareAsked finds out whether all members of this PE's new teams have asked for them, and has all of the parent agree on that. Different teams may have the same
// id: a PE is a member of one of them at most.
func (p *PE) compareAsked(a *attached, t *Team, ask asked) (why string, err error) {
	at := a.control.asked(t.id)
	mine := memory.Bytes(a.own(at), 8*askedWords)
	ask.put(mine)
	if _, err := p.agree(a, t, agreement{}); err != nil { // all have written theirs
		return "", err
	}
	for k, l := range ask.layers {
		if _, in := l.index(t.me); !in {
			continue
		}
		for i := 0; i < l.size && why == ""; i++ {
			pe := t.pe(l.pe(i))
			theirs := make([]byte, len(mine))
			if err := a.t.Get(DefaultCtx, pe, at, theirs, false); err != nil {
				return "", err
			}
			for _, arg := range ask.alike[k] {
				if Bits(theirs[8*arg:][:8]) != ask.args[arg] {
					why = fmt.Sprintf("PE %d of the job would be in the same team and asks for another one: all members of a team must make the same call", pe)
				}
			}
		}
	}
	var all agreement
	if why == "" {
		all[0] = 1
	}
	all, err = p.agree(a, t, all) // all have read the others'
	if err != nil || why != "" {
		return why, err
	}
	if all[0] == 0 {
		return "PEs ask for teams whose other members do not: all members of a team must make the same call", nil
	}
	return "", nil
}
