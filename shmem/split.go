package shmem

import (
	"fmt"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// layer is members of a parent team by their indices there: a team to be.
type layer struct {
	peSet
	config int32
}

// TeamSplitStrided makes a team of size members of parent: those with index start, start + stride, and so on. It is collective over the parent. It
// writes the team to out, SHMEM_TEAM_INVALID on a PE that is not a member, and answers 0; or 1, and SHMEM_TEAM_INVALID everywhere, if there is no parent, a member
// would not be in it, members of a team disagree, or there are too many teams. PEs may ask for different teams in one call, as long as each has only members that ask for it.
//
// Spec: OpenSHMEM 1.6, section 9.4
func (p *PE) TeamSplitStrided(fn string, parent uintptr, start, stride, size int32, config uintptr, mask int64, out uintptr) (int32, error) {
	a, t, err := p.splitting(parent, out)
	if err != nil || t == nil {
		return 1, err
	}
	l := layer{peSet: peSet{int(start), int(stride), int(size)}}
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
	ids, why, err := p.split(a, t, why, asked{
		args:   [...]uint64{'S', uint64(uint32(start)), uint64(uint32(stride)), uint64(uint32(size)), uint64(l.config)},
		layers: []layer{l},
		alike:  [][]int{{0, 1, 2, 3, 4}},
	})
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
	xc, err := teamConfig("xaxis_config", xConfig, xMask)
	if err != nil {
		return 1, err
	}
	yc, err := teamConfig("yaxis_config", yConfig, yMask)
	if err != nil {
		return 1, err
	}
	var why string
	switch {
	case xrange < 1:
		why = fmt.Sprintf("xrange = %d: a row has at least one PE", xrange)
	case xc < 0:
		why = badContexts("xaxis_config", xc)
	case yc < 0:
		why = badContexts("yaxis_config", yc)
	}
	var row, column layer
	if why == "" {
		width := min(int(xrange), t.size)
		x, y := t.me%width, t.me/width
		row = layer{peSet{y * width, 1, min(width, t.size-y*width)}, xc}
		column = layer{peSet{x, width, (t.size - x + width - 1) / width}, yc}
	}
	ids, why, err := p.split(a, t, why, asked{
		args:   [...]uint64{'2', uint64(uint32(xrange)), uint64(xc), uint64(yc), 0},
		layers: []layer{row, column},
		alike:  [][]int{{0, 1, 2}, {0, 1, 3}},
	})
	if err != nil || why != "" {
		return p.notSplit(fn, why), err
	}
	p.enter(a, t, ids[0], row, xOut)
	p.enter(a, t, ids[1], column, yOut)
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
	// All writes of others to this team's slot have arrived when all have announced that they have written.
	if err := a.t.Quiet(DefaultCtx); err != nil {
		return err
	}
	collective{t.group(), p, a}.call(CallDestroy, 0, 0)
	if _, err := p.agree(a, t, agreement{}); err != nil {
		return err
	}
	p.release(a, t)
	return nil
}

// splitting starts a split: it returns the parent, nil if there is none, and stores the invalid team in the result.
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
		SetBits(memory.Bytes(out, 8), uint64(teamInvalid))
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
	return int32(Bits(memory.Bytes(config, 4))), nil
}

func badContexts(arg string, n int32) string {
	return fmt.Sprintf("%s: num_contexts = %d: not a number of contexts", arg, n)
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
	t := &Team{peSet: peSet{parent.pe(l.start), parent.stride * l.stride, l.size}, id: id, contexts: l.config}
	if l.size == 1 {
		t.stride = 1
	}
	me, ok := t.index(p.me)
	if !ok {
		return
	}
	t.me = me
	p.mu.Lock()
	a.teams.add(t)
	p.mu.Unlock()
	p.mirrorTeam(a, t, true)
	SetBits(memory.Bytes(out, 8), uint64(t.handle()))
}
