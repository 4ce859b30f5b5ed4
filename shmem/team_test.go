package shmem_test

import (
	"math/rand/v2"
	"testing"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

const (
	noTeam = uintptr(0)
	world  = uintptr(1)
	shared = uintptr(2)
)

// split makes a strided team and answers its handle and the status.
func (p pe) split(parent uintptr, start, stride, size int32) (team uintptr, status int32) {
	out, at := shmemtest.Private[uint64](p.w, 1)
	out[0] = 77
	status, err := p.TeamSplitStrided(fn, parent, start, stride, size, 0, 0, at)
	p.NoError(err)
	return uintptr(out[0]), status
}

func (p pe) inTeam(team uintptr, what int32) int {
	v, err := p.TeamQuery(fn, team, what)
	p.NoError(err)
	return int(v)
}

func (p pe) destroy(team uintptr) { p.NoError(p.TeamDestroy(fn, team)) }

// members are a team's PEs in the job, by asking for each.
func (p pe) members(team uintptr) []int {
	var all []int
	for i := range int32(p.inTeam(team, shmem.QueryNPEs)) {
		pe, err := p.TeamTranslate(fn, team, i, world)
		p.NoError(err)
		all = append(all, int(pe))
		back, err := p.TeamTranslate(fn, world, pe, team)
		p.NoError(err)
		p.Equal(i, back)
	}
	return all
}

func TestPredefinedTeams(t *testing.T) {
	on(t, func(p pe) {
		for _, team := range []uintptr{world, shared} {
			p.Equal(p.me, p.inTeam(team, shmem.QueryMyPE))
			p.Equal(p.n, p.inTeam(team, shmem.QueryNPEs))
			p.wrong(p.TeamDestroy(fn, team), "cannot be destroyed")
		}
		team, err := p.Team(world)
		p.NoError(err)
		p.Equal([]int{p.n, p.me, 0}, []int{team.Size(), team.Me(), team.ID()})
		_, err = p.Team(noTeam)
		p.wrong(err, "team = SHMEM_TEAM_INVALID: no team")
		p.Equal(-1, p.inTeam(noTeam, shmem.QueryMyPE))
		p.Equal(-1, p.inTeam(noTeam, shmem.QueryNPEs))
		p.destroy(noTeam)
		_, err = p.TeamQuery(fn, 99, shmem.QueryMyPE)
		p.wrong(err, "team = 0x63: not a team of this PE")
	})
}

// Random teams of teams against a list of members.
func TestSplitAgainstNaive(t *testing.T) {
	for _, n := range []int{1, 3, 8, 13} {
		job(t, n, shmemtest.Options{}, func(p pe) {
			rnd := rand.New(rand.NewPCG(7, uint64(n))) // the same on all ranks
			type made struct {
				handle  uintptr
				members []int
			}
			all := make([]int, n)
			for i := range all {
				all[i] = i
			}
			open := []made{{world, all}}
			for range 120 {
				parent := open[rnd.IntN(len(open))]
				m := len(parent.members)
				start, stride, size := rnd.IntN(m), rnd.IntN(2*m+1)-m, 1+rnd.IntN(m)
				var want []int
				last := start + (size-1)*stride
				ok := last >= 0 && last < m && (stride != 0 || size == 1)
				for i := 0; ok && i < size; i++ {
					want = append(want, parent.members[start+i*stride])
				}
				mine := -1
				for i, pe := range want {
					if pe == p.me {
						mine = i
					}
				}
				if parent.handle == noTeam { // this PE is not in the parent
					open = append(open, made{noTeam, want})
				} else {
					handle, status := p.split(parent.handle, int32(start), int32(stride), int32(size))
					p.Equal(!ok, status != 0)
					p.Equal(mine >= 0, handle != noTeam)
					if mine >= 0 {
						p.Equal(mine, p.inTeam(handle, shmem.QueryMyPE))
						p.Equal(want, p.members(handle))
					}
					open = append(open, made{handle, want})
				}
				if len(want) == 0 {
					open = open[:len(open)-1]
				}
				if len(open) > 6 {
					i := 1 + rnd.IntN(len(open)-1)
					p.destroy(open[i].handle)
					if h := open[i].handle; h != noTeam {
						_, err := p.TeamQuery(fn, h, shmem.QueryMyPE)
						p.wrong(err, "has been destroyed")
					}
					open = append(open[:i], open[i+1:]...)
				}
			}
			p.barrier()
			p.NoError(p.Finalize(fn)) // with teams left; what they used is clean
			_, _, err := p.Init(fn, 0, false)
			p.NoError(err)
			team, status := p.split(world, 0, 1, int32(n))
			p.Zero(status)
			p.Equal(all, p.members(team))
		})
	}
}

func TestSplit2D(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for xrange := int32(1); xrange <= int32(n)+1; xrange++ {
			job(t, n, shmemtest.Options{}, func(p pe) {
				out, at := shmemtest.Private[uint64](p.w, 2)
				status, err := p.TeamSplit2D(fn, world, xrange, 0, 0, at, 0, 0, at+8)
				p.NoError(err)
				p.Zero(status)
				width := min(int(xrange), n)
				var row, column []int
				for pe := range n {
					if pe/width == p.me/width {
						row = append(row, pe)
					}
					if pe%width == p.me%width {
						column = append(column, pe)
					}
				}
				p.Equal(row, p.members(uintptr(out[0])))
				p.Equal(column, p.members(uintptr(out[1])))
				p.Equal(p.me%width, p.inTeam(uintptr(out[0]), shmem.QueryMyPE))
				p.Equal(p.me/width, p.inTeam(uintptr(out[1]), shmem.QueryMyPE))
			})
		}
	}
}

func TestSplitRefused(t *testing.T) {
	job(t, 4, shmemtest.Options{}, func(p pe) {
		for _, bad := range [][3]int32{{4, 1, 1}, {-1, 1, 1}, {0, 1, 5}, {0, 2, 3}, {1, -1, 3}, {0, 0, 2}, {0, 1, 0}, {0, 1, -1}, {3, 3, 3}} {
			team, status := p.split(world, bad[0], bad[1], bad[2])
			p.Equal(noTeam, team)
			p.NotZero(status)
			p.NotEmpty(p.LastError())
		}
		// One PE's arguments are bad, or different: all hear of it.
		team, status := p.split(world, 0, 1, int32(p.me+1))
		p.Equal(noTeam, team)
		p.NotZero(status)
		if p.me == 0 {
			p.Contains(p.LastError(), "ask for teams whose other members do not")
		} else {
			p.Contains(p.LastError(), "would be in the same team and asks for another one")
		}
		config, at := shmemtest.Private[int32](p.w, 1)
		out, to := shmemtest.Private[uint64](p.w, 2)
		config[0] = int32(-(p.me / 3))
		status, err := p.TeamSplitStrided(fn, world, 0, 1, 4, at, shmem.TeamNumContexts, to)
		p.NoError(err)
		p.NotZero(status)
		p.Zero(out[0])
		status, err = p.TeamSplit2D(fn, world, 0, 0, 0, to, 0, 0, to+8)
		p.NoError(err)
		p.NotZero(status)
		// No parent, and no place for the answer.
		team, status = p.split(noTeam, 0, 1, 1)
		p.Equal(noTeam, team)
		p.NotZero(status)
		_, err = p.TeamSplitStrided(fn, world, 0, 1, 1, 0, 0, 0)
		p.wrong(err, "new_team = NULL")
		_, err = p.TeamSplitStrided(fn, world, 0, 1, 1, 0, shmem.TeamNumContexts, to)
		p.wrong(err, "config = NULL")
		_, err = p.TeamSplitStrided(fn, 55, 0, 1, 1, 0, 0, to)
		p.wrong(err, "parent_team = 0x37")
		team, status = p.split(world, 0, 1, 4)
		p.Zero(status, "it works again")
		p.destroy(team)
	})
}

// In one call PEs may ask for different teams, if every member of each asks for it.
func TestSplitApart(t *testing.T) {
	for n := 1; n <= 7; n++ {
		job(t, n, shmemtest.Options{}, func(p pe) {
			me := int32(p.me)
			for range 3 { // and again: where arguments are left is used again
				alone, status := p.split(world, me, 1, 1)
				p.Zero(status)
				p.Equal([]int{p.me}, p.members(alone))
				// Pairs, the later one first; a last one alone.
				first, size := me&^1, min(2, int32(n)-me&^1)
				pair, status := p.split(world, first+size-1, -1, size)
				p.Zero(status)
				want := []int{int(first)}
				if size == 2 {
					want = []int{int(first) + 1, int(first)}
				}
				p.Equal(want, p.members(pair))
				// Of a pair's two, one asks for a team that the other is not in, and gets none.
				other, status := p.split(pair, 0, 1, 1)
				p.Zero(status)
				p.Equal(p.inTeam(pair, shmem.QueryMyPE) == 0, other != noTeam)
				none, status := p.split(pair, int32(p.inTeam(pair, shmem.QueryMyPE)), 1, 1)
				p.Zero(status)
				p.Equal([]int{p.me}, p.members(none))
				p.barrier()
				p.NoError(p.Sync(fn, alone, 0, 0, 0, true))
				p.NoError(p.Sync(fn, pair, 0, 0, 0, true))
				p.destroy(none)
				if other != noTeam {
					p.destroy(other)
				}
				p.destroy(pair)
				p.destroy(alone)
			}
		})
	}
	// One member asks for a different team: no member gets any, though the rest agree.
	job(t, 5, shmemtest.Options{}, func(p pe) {
		start, size := int32(0), int32(2)
		if p.me >= 2 {
			start, size = 2, 3
		}
		if p.me == 4 {
			size = 2
		}
		team, status := p.split(world, start, 1, size)
		p.NotZero(status)
		p.Equal(noTeam, team)
		p.NotEmpty(p.LastError())
	})
	// Rows and columns need not have the same configuration, each of them must; all must mean the same grid.
	job(t, 6, shmemtest.Options{}, func(p pe) {
		config, at := shmemtest.Private[int32](p.w, 1)
		out, to := shmemtest.Private[uint64](p.w, 2)
		grid := func(xrange int32, contexts int) int32 {
			config[0] = int32(contexts)
			status, err := p.TeamSplit2D(fn, world, xrange, at, shmem.TeamNumContexts, to, 0, 0, to+8)
			p.NoError(err)
			return status
		}
		p.Zero(grid(3, p.me/3), "one for each row")
		p.destroy(uintptr(out[0]))
		p.destroy(uintptr(out[1]))
		p.NotZero(grid(3, p.me%3), "one for each column is none for a row")
		p.Zero(out[0])
		p.NotZero(grid(2+int32(p.me/5), 0), "two grids")
	})
}

func TestTeamConfig(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		config, at := shmemtest.Private[int32](p.w, 1)
		out, to := shmemtest.Private[uint64](p.w, 1)
		config[0] = 5
		status, err := p.TeamSplitStrided(fn, world, 0, 1, 2, at, shmem.TeamNumContexts, to)
		p.NoError(err)
		p.Zero(status)
		for _, c := range []struct {
			team         uintptr
			mask         int64
			status, want int32
		}{{uintptr(out[0]), shmem.TeamNumContexts, 0, 5}, {world, shmem.TeamNumContexts, 0, 0}, {uintptr(out[0]), 0, 0, -9}, {noTeam, 1, 1, -9}} {
			config[0] = -9
			status, err := p.TeamConfig(fn, c.team, c.mask, at)
			p.NoError(err)
			p.Equal(c.status, status)
			p.Equal(c.want, config[0])
		}
		status, err = p.TeamConfig(fn, world, 0, 0)
		p.NoError(err)
		p.Zero(status)
	})
}

func TestTooManyTeams(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		var open []uintptr
		for {
			team, status := p.split(world, 1, -1, 2)
			if status != 0 {
				p.Equal(noTeam, team)
				p.Contains(p.LastError(), "too many teams")
				break
			}
			open = append(open, team)
		}
		p.Len(open, 318)
		p.destroy(open[17])
		team, status := p.split(world, 0, 1, 2)
		p.Zero(status)
		p.NotEqual(open[17], team, "a handle is not used again")
		for range 1000 {
			p.destroy(team)
			team, status = p.split(world, 0, 1, 2)
			p.Zero(status)
		}
	})
}

func TestTeamPtr(t *testing.T) {
	job(t, 4, shmemtest.Options{}, func(p pe) {
		block := p.malloc(64)
		team, _ := p.split(world, 3, -1, 3)
		if team == noTeam {
			return
		}
		for i := range int32(3) {
			want, err := p.Ptr(fn, block, 3-i)
			p.NoError(err)
			at, err := p.TeamPtr(fn, team, block, i)
			p.NoError(err)
			p.Equal(want, at)
		}
		for _, c := range []struct {
			team uintptr
			pe   int32
		}{{team, 3}, {team, -1}, {noTeam, 0}} {
			at, err := p.TeamPtr(fn, c.team, block, c.pe)
			p.NoError(err)
			p.Zero(at)
		}
	})
}
