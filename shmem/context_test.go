package shmem_test

import (
	"sync"
	"testing"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

const noCtx = ^uintptr(0)

// context makes a context and answers its handle and the status.
func (p pe) context(team uintptr, options int64) (ctx uintptr, status int32) {
	out, at := shmemtest.Private[uint64](p.w, 1)
	status, err := p.CtxCreate(fn, team, options, at)
	p.NoError(err)
	return uintptr(out[0]), status
}

func (p pe) teamOf(ctx uintptr) (team uintptr, status int32) {
	out, at := shmemtest.Private[uint64](p.w, 1)
	status, err := p.CtxTeam(fn, ctx, at)
	p.NoError(err)
	return uintptr(out[0]), status
}

// Operations on a context name PEs of its team.
func TestContextOfATeam(t *testing.T) {
	job(t, 5, shmemtest.Options{}, func(p pe) {
		block := p.malloc(1024)
		cells := shmemtest.At[int64](block, 128)
		clear(cells)
		p.barrier()
		team, _ := p.split(world, 4, -2, 3) // 4, 2, 0
		if team != noTeam {
			ctx, status := p.context(team, shmem.CtxPrivate|shmem.CtxNostore)
			p.Zero(status)
			of, _ := p.teamOf(ctx)
			p.Equal(team, of)
			me := p.inTeam(team, shmem.QueryMyPE)
			from, at := shmemtest.Private[int64](p.w, 4)
			from[0] = int64(100 + me)
			for to := range int32(3) {
				p.NoError(p.Put(fn, ctx, block+uintptr(8*me), at, 8, to, false))
				_, err := p.AMO(fn, ctx, 0, block+80, shmem.AMOAdd, shmem.TypeI64, uint64(to), 0, to)
				p.NoError(err)
				p.NoError(p.IPut(fn, ctx, block+uintptr(160+8*me), at, 1, 1, 1, 1, 8, to))
				p.NoError(p.PutSignal(fn, ctx, block+uintptr(240+8*me), at, 8, block+320, 1, shmem.SignalAdd, to, true))
			}
			p.NoError(p.Fence(fn, ctx))
			p.NoError(p.Quiet(fn, ctx))
			v, err := p.SignalWait(fn, block+320, shmem.CmpEQ, 3)
			p.NoError(err)
			p.EqualValues(3, v)
			p.NoError(p.Get(fn, ctx, at+8, block+248, 8, int32(me), false)) // what member 1's signal came with
			p.EqualValues(101, from[1])
			p.wrong(p.Put(fn, ctx, block, at, 8, 3, false), "pe = 3: not in 0..2")
			pes, list := shmemtest.Private[int32](p.w, 2)
			p.NoError(p.PEQuiet(fn, ctx, list, 2))
			pes[1] = 3
			p.wrong(p.PEQuiet(fn, ctx, list, 2), "target_pes[1] = 3: not in 0..2")
			p.wrong(p.PEQuiet(fn, ctx, 0, 2), "target_pes = NULL")
			p.NoError(p.PEQuiet(fn, ctx, 0, 0))
			p.NoError(p.CtxDestroy(fn, ctx))
			p.wrong(p.Quiet(fn, ctx), "not a context of this PE, or one that has been destroyed")
		}
		p.barrier()
		if p.me%2 == 0 {
			me := p.inTeam(team, shmem.QueryMyPE)
			p.Equal([]int64{100, 101, 102}, cells[0:3])
			p.Equal([]int64{100, 101, 102}, cells[20:23])
			p.Equal([]int64{100, 101, 102}, cells[30:33])
			p.EqualValues(3*me, cells[10])
		} else {
			p.Equal(make([]int64, 128), cells)
		}
	})
}

func TestContexts(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		for _, c := range []struct {
			ctx, team uintptr
			status    int32
		}{{0, world, 0}, {noCtx, noTeam, 1}} {
			team, status := p.teamOf(c.ctx)
			p.Equal(c.team, team)
			p.Equal(c.status, status)
		}
		ctx, status := p.context(noTeam, 0)
		p.Equal(noCtx, ctx)
		p.NotZero(status)
		ctx, status = p.context(world, 1<<20)
		p.Equal(noCtx, ctx)
		p.NotZero(status)
		p.Contains(p.LastError(), "options = 1048576")
		_, err := p.CtxCreate(fn, world, 0, 0)
		p.wrong(err, "ctx = NULL")
		_, err = p.CtxCreate(fn, 44, 0, p.w.Data(0))
		p.wrong(err, "team = 0x2c")
		p.NoError(p.CtxDestroy(fn, noCtx))
		p.wrong(p.CtxDestroy(fn, 0), "ctx = SHMEM_CTX_DEFAULT")
		p.wrong(p.CtxDestroy(fn, 77), "ctx = 0x4d")
		_, err = p.CtxTeam(fn, 77, p.w.Data(0))
		p.wrong(err, "ctx = 0x4d")

		// As many as there can be, and again; then some that the last finalize ends.
		for range 2 {
			var all []uintptr
			for {
				ctx, status := p.context(world, shmem.CtxSerialized)
				if status != 0 {
					p.Contains(p.LastError(), "at most 65534 contexts")
					break
				}
				all = append(all, ctx)
			}
			p.Len(all, 65534)
			for _, c := range all {
				p.NoError(p.CtxDestroy(fn, c))
			}
			_, err := p.ctxOf(all[7])
			p.wrong(err, "has been destroyed")
		}
		p.context(world, 0)
		p.barrier()
		p.NoError(p.Finalize(fn))
	})
}

func (p pe) ctxOf(ctx uintptr) (int32, error) { return p.CtxTeam(fn, ctx, p.w.Data(0)) }

func TestSessions(t *testing.T) {
	job(t, 1, shmemtest.Options{}, func(p pe) {
		ctx, _ := p.context(world, 0)
		_, config := shmemtest.Private[uint64](p.w, 1)
		for _, c := range []uintptr{0, ctx, noCtx} {
			p.NoError(p.CtxSession(fn, c, false, 0, 0, 0))
			p.NoError(p.CtxSession(fn, c, true, 1, config, 1))
			p.NoError(p.CtxSession(fn, c, true, 0, 0, 0))
			p.NoError(p.CtxSession(fn, c, false, 0, 0, 0))
		}
		p.wrong(p.CtxSession(fn, ctx, true, 0, 0, 1), "config = NULL")
		p.wrong(p.CtxSession(fn, 5555, true, 0, 0, 0), "ctx = 0x15b3")
	})
}

// A team's end is that of its contexts, but for private ones.
func TestTeamTakesContexts(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		team, _ := p.split(world, 0, 1, 2)
		shareable, _ := p.context(team, 0)
		other, _ := p.context(world, 0)
		private, _ := p.context(team, shmem.CtxPrivate)
		p.destroy(team)
		p.Contains(p.LastError(), "1 private contexts of the team are left")
		_, err := p.ctxOf(shareable)
		p.wrong(err, "has been destroyed")
		_, err = p.ctxOf(other)
		p.NoError(err)
		p.NoError(p.CtxDestroy(fn, private))
	})
}

// Threads make, use and end contexts at once.
func TestContextsConcurrently(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		block := p.malloc(8 * 16)
		clear(shmemtest.At[int64](block, 16))
		p.barrier()
		var all sync.WaitGroup
		for i := range 8 {
			place := p.w.Data(uint64(64 * i))
			all.Add(1)
			go func() {
				defer all.Done()
				for range 300 {
					if status, err := p.CtxCreate(fn, world, shmem.CtxPrivate, place); err != nil || status != 0 {
						p.w.T.Error(status, err)
						return
					}
					ctx := uintptr(shmemtest.At[uint64](place, 1)[0])
					_, err1 := p.AMO(fn, ctx, 0, block+uintptr(8*i), shmem.AMOAdd, shmem.TypeI64, 1, 0, p.next)
					if err1 != nil || p.Quiet(fn, ctx) != nil || p.CtxDestroy(fn, ctx) != nil {
						p.w.T.Error("a context that is there fails")
					}
				}
			}()
		}
		all.Wait()
		p.barrier()
		for i := range 8 {
			p.EqualValues(300, shmemtest.At[int64](block, 16)[i])
		}
	})
}
