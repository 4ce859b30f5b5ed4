package shmem

import (
	"fmt"
	"hash/fnv"
	"math/bits"

	"gasnetgo/internal/fault"
)

// layer is members of a parent team by their indices there: a team to be.
type layer struct {
	start, stride, size int
	config              int32
}

// TeamSplitStrided makes a team of size members of parent: those with index start, start + stride, and so on. It is collective over the parent. It
// writes the team to out, SHMEM_TEAM_INVALID on a PE that is not a member, and answers 0; or 1, and SHMEM_TEAM_INVALID everywhere, if there is no parent, a member
// would not be in it, the PEs disagree, or there are too many teams.
//
// Spec: OpenSHMEM 1.6, section 9.4
func (p *PE) TeamSplitStrided(fn string, parent uintptr, start, stride, size int32, config uintptr, mask int64, out uintptr) (int32, error) {
	a, t, err := p.splitting(parent, out)
	if err != nil || t == nil {
		return 1, err
	}
	l := layer{start: int(start), stride: int(stride), size: int(size)}
	var why string
	if l.config, err = teamConfig("config", config, mask); err != nil {
		return 1, err
	}
	switch last := l.start + (l.size-1)*l.stride; {
	case size < 1:
		why = fmt.Sprintf("size = %d: a team has at least one PE", size)
	case !t.has(start):
		why = fmt.Sprintf("start = %d: not in 0..%d", start, t.size-1)
	case stride == 0 && size > 1:
		why = "stride = 0: only a team of one PE has none"
	case last < 0 || last >= t.size:
		why = fmt.Sprintf("size = %d: the last PE would be %d, not in 0..%d", size, last, t.size-1)
	case l.config < 0:
		why = badContexts("config", l.config)
	}
	ids, why, err := p.split(a, t, why, 1, 'S', uint64(uint32(start)), uint64(uint32(stride)), uint64(uint32(size)), uint64(l.config))
	if err != nil || why != "" {
		return p.notSplit(fn, why), err
	}
	p.enter(a, t, ids[0], l, out)
	return 0, nil
}

// TeamSplit2D arranges a parent's members in rows of xrange and makes a team of each row and one of each column. It is collective over the parent. This
// PE's row goes to xOut and its column to yOut; the answer is as for TeamSplitStrided.
func (p *PE) TeamSplit2D(fn string, parent uintptr, xrange int32, xConfig uintptr, xMask int64, xOut, yConfig uintptr, yMask int64, yOut uintptr) (int32, error) {
	a, t, err := p.splitting(parent, xOut, yOut)
	if err != nil || t == nil {
		return 1, err
	}
	x, err := teamConfig("xaxis_config", xConfig, xMask)
	if err != nil {
		return 1, err
	}
	y, err := teamConfig("yaxis_config", yConfig, yMask)
	if err != nil {
		return 1, err
	}
	var why string
	switch {
	case xrange < 1:
		why = fmt.Sprintf("xrange = %d: a row has at least one PE", xrange)
	case x < 0:
		why = badContexts("xaxis_config", x)
	case y < 0:
		why = badContexts("yaxis_config", y)
	}
	ids, why, err := p.split(a, t, why, 2, '2', uint64(uint32(xrange)), uint64(x), uint64(y))
	if err != nil || why != "" {
		return p.notSplit(fn, why), err
	}
	width := min(int(xrange), t.size)
	column := t.me % width
	row := t.me - column
	p.enter(a, t, ids[0], layer{row, 1, min(width, t.size-row), x}, xOut)
	p.enter(a, t, ids[1], layer{column, width, (t.size - column + width - 1) / width, y}, yOut)
	return 0, nil
}

// TeamDestroy ends a team, and its contexts that are not private. It is collective over the team. SHMEM_TEAM_INVALID is no team, and nothing happens.
//
// Spec: OpenSHMEM 1.6, section 9.4
func (p *PE) TeamDestroy(fn string, team uintptr) error {
	a, err := p.up()
	if err != nil {
		return err
	}
	t, err := a.teams.at("team", team)
	if err != nil || t == nil {
		return err
	}
	if t.id <= sharedID {
		return fault.New("team", []string{"SHMEM_TEAM_WORLD", "SHMEM_TEAM_SHARED"}[t.id], "cannot be destroyed")
	}
	left := 0
	if err := p.endContexts(a, func(c *context) bool {
		if c.team == team && c.private {
			left++
		}
		return c.team == team && !c.private
	}); err != nil {
		return err
	}
	if left > 0 {
		p.note(fmt.Sprintf("%s: %d private contexts of the team are left; shmem_ctx_destroy, by the threads that made them, should come first", fn, left))
	}
	// What others still have to write to this team's slot is there when all have said that they have written all.
	if err := a.t.Quiet(DefaultCtx); err != nil {
		return err
	}
	if _, err := p.agree(a, t, agreement{}); err != nil {
		return err
	}
	p.release(a, t)
	return nil
}

// splitting is how a split starts: the parent, nil if there is none, and no team in what is to be written.
func (p *PE) splitting(parent uintptr, outs ...uintptr) (*attached, *Team, error) {
	a, err := p.up()
	if err != nil {
		return nil, nil, err
	}
	arg := "new_team"
	if len(outs) > 1 {
		arg = "xaxis_team"
	}
	for _, out := range outs {
		if err := local(arg, out, 8); err != nil {
			return nil, nil, err
		}
		arg = "yaxis_team"
	}
	t, err := a.teams.at("parent_team", parent)
	if err != nil {
		return nil, nil, err
	}
	for _, out := range outs {
		SetBits(bytesAt(out, 8), uint64(teamInvalid))
	}
	return a, t, nil
}

// teamConfig reads how many contexts a new team is to have.
func teamConfig(arg string, config uintptr, mask int64) (int32, error) {
	if mask&TeamNumContexts == 0 {
		return 0, nil
	}
	if err := local(arg, config, 4); err != nil {
		return 0, err
	}
	return int32(Bits(bytesAt(config, 4))), nil
}

func badContexts(arg string, n int32) string {
	return fmt.Sprintf("%s: num_contexts = %d: not a number of contexts", arg, n)
}

// split has the members of a parent agree on n ids that nobody among them uses, or on there being a reason why not. mine is this PE's own reason; what is what
// they all must have asked for.
func (p *PE) split(a *attached, t *Team, mine string, n int, what ...uint64) (ids []int, why string, err error) {
	var w agreement
	if mine == "" {
		h := fnv.New64a()
		for _, v := range what {
			var b [8]byte
			SetBits(b[:], v)
			h.Write(b[:])
		}
		w[0], w[1] = h.Sum64(), ^h.Sum64()
	}
	free := a.teams.free()
	copy(w[2:], free[:])
	w, err = p.agree(a, t, w)
	if err != nil {
		return nil, "", err
	}
	switch {
	case mine != "":
		return nil, mine, nil
	case w[0] == 0 && w[1] == 0:
		return nil, "refused by another PE of the parent team", nil
	case w[0] != ^w[1]:
		return nil, "the PEs of the parent team do not agree: all must make the same call with the same arguments", nil
	}
	for i := 2; i < len(w) && len(ids) < n; i++ {
		for ; w[i] != 0 && len(ids) < n; w[i] &= w[i] - 1 {
			ids = append(ids, 64*(i-2)+bits.TrailingZeros64(w[i]))
		}
	}
	if len(ids) < n {
		return nil, fmt.Sprintf("too many teams: a PE has at most %d at a time, with the predefined ones; shmem_team_destroy ends one", maxTeams), nil
	}
	return ids, "", nil
}

// notSplit says why a split has failed.
func (p *PE) notSplit(fn, why string) int32 {
	if why != "" {
		p.note(fn + ": " + why)
	}
	return 1
}

// enter makes this PE a member of a new team, if it is one.
func (p *PE) enter(a *attached, parent *Team, id int, l layer, out uintptr) {
	t := &Team{id: id, start: parent.PE(l.start), stride: parent.stride * l.stride, size: l.size, contexts: l.config}
	if l.size == 1 {
		t.stride = 1
	}
	me, ok := t.Index(p.me)
	if !ok {
		return
	}
	t.me = me
	p.mu.Lock()
	t.gen = a.teams.gens[id]
	p.mu.Unlock()
	a.teams.byID[id].Store(t)
	p.mirrorTeam(a, t, true)
	SetBits(bytesAt(out, 8), uint64(t.handle()))
}
