package shmem_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/fault"
	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

const fn = "shmem_test"

// pe is a rank of a test, after Init.
type pe struct {
	*shmem.PE
	*require.Assertions
	w    *shmemtest.Rank
	me   int
	n    int
	next int32
}

// on runs body on jobs of 1, 2, 4 and 7 ranks.
func on(t *testing.T, body func(p pe)) {
	for _, n := range []int{1, 2, 4, 7} {
		t.Run(fmt.Sprint(n), func(t *testing.T) { job(t, n, shmemtest.Options{}, body) })
	}
}

func job(t *testing.T, n int, opts shmemtest.Options, body func(p pe)) *shmemtest.Job {
	t.Helper()
	return shmemtest.Run(t, n, opts, func(p *shmem.PE, w *shmemtest.Rank) {
		_, status, err := p.Init("shmem_init", shmem.ThreadSingle, false)
		require.NoError(t, err)
		require.Zero(t, status)
		body(pe{p, require.New(t), w, w.Rank(), n, int32((w.Rank() + 1) % n)})
	})
}

func (p pe) before() int { return (p.me + p.n - 1) % p.n }

func (p pe) malloc(size uint64) uintptr {
	block, err := p.Malloc("shmem_malloc", size, 16, 0, false)
	p.NoError(err)
	p.NotZero(block)
	return block
}

func (p pe) barrier() { p.NoError(p.BarrierAll("shmem_barrier_all")) }

// wrong checks that err is a fault and that its text has all of the pieces.
func (p pe) wrong(err error, pieces ...string) {
	var f *fault.Error
	p.ErrorAs(err, &f)
	for _, piece := range pieces {
		p.Contains(err.Error(), piece)
	}
}

// Every operation that needs the library up, called with arguments that are fine otherwise.
func everyCall(p *shmem.PE, w *shmemtest.Rank) map[string]func() error {
	d := w.Data(0)
	return map[string]func() error{
		"finalize":        func() error { return p.Finalize(fn) },
		"pe_accessible":   func() error { _, err := p.PEAccessible(fn, 0); return err },
		"addr_accessible": func() error { _, err := p.AddrAccessible(fn, d, 0); return err },
		"ptr":             func() error { _, err := p.Ptr(fn, d, 0); return err },
		"malloc":          func() error { _, err := p.Malloc(fn, 8, 16, 0, false); return err },
		"malloc 0":        func() error { _, err := p.Malloc(fn, 0, 16, 0, false); return err },
		"calloc":          func() error { _, err := p.Calloc(fn, 8, 8); return err },
		"realloc":         func() error { _, err := p.Realloc(fn, 0, 8); return err },
		"free":            func() error { return p.Free(fn, 0) },
		"put":             func() error { return p.Put(fn, 0, d, d, 0, 0, false) },
		"get":             func() error { return p.Get(fn, 0, d, d, 0, 0, false) },
		"iput":            func() error { return p.IPut(fn, 0, d, d, 1, 1, 1, 0, 8, 0) },
		"iget":            func() error { return p.IGet(fn, 0, d, d, 1, 1, 1, 0, 8, 0) },
		"amo":             func() error { _, err := p.AMO(fn, 0, 0, d, shmem.AMOFetch, shmem.TypeI64, 0, 0, 0); return err },
		"fence":           func() error { return p.Fence(fn, 0) },
		"quiet":           func() error { return p.Quiet(fn, 0) },
		"barrier_all":     func() error { return p.BarrierAll(fn) },
		"sync_all":        func() error { return p.SyncAll(fn) },
		"wait":            func() error { _, err := p.Wait(fn, shmem.WaitTestOne, shmem.TypeI64, 0, d, 1, 0, 0, 0, 0); return err },
		"put_signal":      func() error { return p.PutSignal(fn, 0, d, d, 0, d, 0, 0, 0, false) },
		"signal_fetch":    func() error { _, err := p.SignalFetch(fn, d); return err },
		"signal_wait":     func() error { _, err := p.SignalWait(fn, d, 0, 0); return err },
		"pe_quiet":        func() error { return p.PEQuiet(fn, 0, d, 0) },
		"ctx_create":      func() error { _, err := p.CtxCreate(fn, 1, 0, d); return err },
		"ctx_destroy":     func() error { return p.CtxDestroy(fn, ^uintptr(0)) },
		"ctx_get_team":    func() error { _, err := p.CtxTeam(fn, 0, d); return err },
		"ctx_session":     func() error { return p.CtxSession(fn, 0, false, 0, 0, 0) },
		"mswap":           func() error { _, err := p.MaskedSwap(fn, d, shmem.TypeI64, 0, 0, 0); return err },
		"team_my_pe":      func() error { _, err := p.TeamQuery(fn, 1, shmem.QueryMyPE); return err },
		"team_translate":  func() error { _, err := p.TeamTranslate(fn, 1, 0, 1); return err },
		"team_config":     func() error { _, err := p.TeamConfig(fn, 1, 0, 0); return err },
		"team_ptr":        func() error { _, err := p.TeamPtr(fn, 1, d, 0); return err },
		"team_destroy":    func() error { return p.TeamDestroy(fn, 0) },
		"team_split":      func() error { _, err := p.TeamSplitStrided(fn, 0, 0, 1, 1, 0, 0, d); return err },
		"team_split_2d":   func() error { _, err := p.TeamSplit2D(fn, 0, 1, 0, 0, d, 0, 0, d+8); return err },
		"lock":            func() error { _, err := p.Lock(fn, shmem.LockTest, d, 8); return err },
	}
}

func TestNotInitialised(t *testing.T) {
	shmemtest.Run(t, 1, shmemtest.Options{}, func(p *shmem.PE, w *shmemtest.Rank) {
		for name, call := range everyCall(p, w) {
			require.EqualError(t, call(), "called before shmem_init", name)
		}
		for _, what := range []int32{shmem.QueryMyPE, shmem.QueryNPEs} {
			_, err := p.Query(fn, what)
			require.EqualError(t, err, "called before shmem_init")
		}
		_, _, err := p.Init(fn, shmem.ThreadSingle, false)
		require.NoError(t, err)
		require.NoError(t, p.Finalize(fn))
		for name, call := range everyCall(p, w) {
			if name == "finalize" { // once too often, on the way out: a notice
				require.NoError(t, call())
				continue
			}
			require.EqualError(t, call(), "called after shmem_finalize", name)
		}
	})
}

func TestInitAndFinalizeCount(t *testing.T) {
	j := shmemtest.Run(t, 4, shmemtest.Options{}, func(p *shmem.PE, w *shmemtest.Rank) {
		query := func(what int32) int32 {
			v, err := p.Query(fn, what)
			require.NoError(t, err)
			return v
		}
		require.Zero(t, query(shmem.QueryInitialized))
		require.EqualValues(t, shmem.ThreadSingle, query(shmem.QueryThread))
		for round := range 3 {
			first := int32(round + 1)
			provided, status, err := p.Init(fn, first, false)
			require.NoError(t, err)
			require.Zero(t, status)
			require.Equal(t, first, provided)
			provided, _, err = p.Init(fn, shmem.ThreadSingle, false)
			require.NoError(t, err)
			require.Equal(t, first, provided, "a nested init changes no thread level")
			require.EqualValues(t, 1, query(shmem.QueryInitialized))
			require.EqualValues(t, w.Rank(), query(shmem.QueryMyPE))
			require.EqualValues(t, 4, query(shmem.QueryNPEs))

			block, err := p.Malloc(fn, 1<<20, 16, 0, false)
			require.NoError(t, err)
			require.NotZero(t, block, "the heap is whole after every first init")
			barriers := w.Barriers
			require.NoError(t, p.Finalize(fn))
			require.Equal(t, 1, w.Barriers-barriers, "a barrier")
			require.EqualValues(t, 1, query(shmem.QueryInitialized))
			require.Equal(t, round*4, w.Detached())
			w.Barrier()
			require.NoError(t, p.Finalize(fn))
			require.Zero(t, query(shmem.QueryInitialized))
			require.Equal(t, first, query(shmem.QueryThread))
			require.EqualValues(t, w.Rank(), query(shmem.QueryMyPE), "still known")
			w.Barrier()
		}
		_, err := p.Query(fn, 99)
		require.Error(t, err)
	})
	require.Equal(t, 12, j.Detached())
	require.Empty(t, j.Warnings())
}

func TestThreadLevels(t *testing.T) {
	for _, c := range []struct {
		level int32
		ok    bool
	}{{-1, false}, {0, true}, {1, true}, {2, true}, {3, true}, {4, false}, {math.MaxInt32, false}} {
		j := shmemtest.Run(t, 1, shmemtest.Options{}, func(p *shmem.PE, _ *shmemtest.Rank) {
			_, status, err := p.Init("shmem_init_thread", c.level, false)
			require.NoError(t, err)
			require.Equal(t, c.ok, status == 0)
			v, _ := p.Query(fn, shmem.QueryInitialized)
			require.Equal(t, c.ok, v == 1)
		})
		if !c.ok {
			require.Equal(t, []string{fmt.Sprintf("shmem_init_thread: requested = %d: not a thread level (0..3)", c.level)}, j.Warnings())
		}
	}
}

func TestStartPEs(t *testing.T) {
	j := shmemtest.Run(t, 2, shmemtest.Options{}, func(p *shmem.PE, _ *shmemtest.Rank) {
		for range 3 {
			_, _, err := p.Init("start_pes", 0, true)
			require.NoError(t, err)
		}
		require.NoError(t, p.AtExit(), "finalizes")
		require.NoError(t, p.AtExit())
		v, _ := p.Query(fn, shmem.QueryInitialized)
		require.Zero(t, v)
	})
	require.Equal(t, 2, j.Detached())
	require.Empty(t, j.Warnings())
	j = shmemtest.Run(t, 2, shmemtest.Options{}, func(p *shmem.PE, _ *shmemtest.Rank) {
		_, _, err := p.Init("start_pes", 0, true)
		require.NoError(t, err)
		require.NoError(t, p.Finalize("shmem_finalize"), "a later program ends what start_pes began")
		require.NoError(t, p.AtExit())
	})
	require.Equal(t, 2, j.Detached())
}

func TestFinalizeMissing(t *testing.T) {
	j := job(t, 2, shmemtest.Options{}, func(p pe) {
		_, _, err := p.Init("start_pes", 0, true)
		p.NoError(err)
		p.NoError(p.AtExit())
	})
	require.Len(t, j.Warnings(), 1, "rank 0 only")
	require.Contains(t, j.Warnings()[0], "shmem_finalize missing")
}

func TestAttachFails(t *testing.T) {
	opts := shmemtest.Options{Attach: func(uint64) error { return fmt.Errorf("out of pages") }}
	shmemtest.Run(t, 1, opts, func(p *shmem.PE, _ *shmemtest.Rank) {
		_, status, err := p.Init(fn, 0, false)
		require.EqualError(t, err, "out of pages", "the world knows what is missing and which variable helps")
		require.NotZero(t, status)
		v, _ := p.Query(fn, shmem.QueryInitialized)
		require.Zero(t, v)
	})
}

func TestGlobalExit(t *testing.T) {
	for _, n := range []int{1, 2, 4, 7} {
		j := job(t, n, shmemtest.Options{}, func(p pe) {
			if p.me == n-1 {
				p.NoError(p.GlobalExit("shmem_global_exit", 99))
				p.Fail("unreachable")
			}
			if p.me%2 == 0 {
				p.barrier()
			} else {
				_, _ = p.Wait(fn, shmem.WaitUntilOne, shmem.TypeI64, shmem.CmpEQ, p.w.Data(0), 1, 0, 0, 1, 0)
			}
			p.Fail("unreachable")
		})
		require.Equal(t, 99, j.Status())
	}
}

func TestAccessible(t *testing.T) {
	on(t, func(p pe) {
		for _, x := range []int32{-10, -1, int32(p.n), int32(p.n) + 10, math.MinInt32, math.MaxInt32} {
			v, err := p.PEAccessible(fn, x)
			p.NoError(err)
			p.Zero(v, x)
			v, err = p.AddrAccessible(fn, p.w.Data(0), x)
			p.NoError(err)
			p.Zero(v, x)
			there, err := p.Ptr(fn, p.w.Data(0), x)
			p.NoError(err)
			p.Zero(there)
		}
		block := p.malloc(100)
		_, private := shmemtest.Private[int64](p.w, 1)
		heap := block &^ (shmemtest.HeapAlign - 1)
		for x := range int32(p.n) {
			v, err := p.PEAccessible(fn, x)
			p.NoError(err)
			p.EqualValues(1, v)
			for _, c := range []struct {
				addr uintptr
				ok   bool
			}{
				{block, true}, {block + 99, true}, {heap, true}, {heap + 1<<20 - 1, true}, {heap + 1<<20, false}, {heap - 1, false},
				{p.w.Data(0), true}, {p.w.Data(shmemtest.DataBytes - 1), true}, {private, false}, {0, false}, {math.MaxUint64, false},
			} {
				v, err := p.AddrAccessible(fn, c.addr, x)
				p.NoError(err)
				p.Equal(c.ok, v == 1, "%x", c.addr)
				there, err := p.Ptr(fn, c.addr, x)
				p.NoError(err)
				p.Equal(c.ok, there != 0)
				if c.ok && int(x) == p.me {
					p.Equal(c.addr, there)
				}
			}
		}
		there, err := p.Ptr(fn, block, p.next)
		p.NoError(err)
		shmemtest.At[byte](there, 1)[0] = byte(40 + p.me)
		p.barrier()
		p.EqualValues(40+p.before(), shmemtest.At[byte](block, 1)[0])
	})
}

func TestPtrWithoutMapping(t *testing.T) {
	opts := shmemtest.Options{Transport: func(r *shmemtest.Rank) shmem.Transport { return bare{r.Windows()} }}
	job(t, 2, opts, func(p pe) {
		there, err := p.Ptr(fn, p.w.Data(0), p.next)
		p.NoError(err)
		p.Zero(there)
		there, err = p.Ptr(fn, p.w.Data(0), int32(p.me))
		p.NoError(err)
		p.Equal(p.w.Data(0), there)
	})
}

// bare hides the optional interfaces of a transport.
type bare struct{ shmem.Transport }

func TestInfo(t *testing.T) {
	shmemtest.Run(t, 1, shmemtest.Options{}, func(p *shmem.PE, w *shmemtest.Rank) {
		name, at := shmemtest.Private[byte](w, shmem.MaxNameLen)
		for i := range name {
			name[i] = 'x'
		}
		require.NoError(t, p.InfoName(fn, at))
		text, rest, found := strings.Cut(string(name), "\x00")
		require.True(t, found)
		require.Equal(t, shmem.VendorString, text)
		require.Equal(t, strings.Repeat("x", len(rest)), rest)
		require.ErrorContains(t, p.InfoName(fn, 0), "name = NULL")

		version, at := shmemtest.Private[int32](w, 3)
		require.NoError(t, p.InfoVersion(fn, at, at+4))
		require.Equal(t, []int32{1, 6, 0}, version)
		require.ErrorContains(t, p.InfoVersion(fn, 0, at), "major = NULL")
		require.ErrorContains(t, p.InfoVersion(fn, at, 0), "minor = NULL")
	})
}

func TestEnvironmentRefused(t *testing.T) {
	why := fmt.Errorf(`SHMEM_SYMMETRIC_SIZE = "abc": not a size`)
	j := shmemtest.Run(t, 2, shmemtest.Options{Options: shmem.Options{Refused: why}}, func(p *shmem.PE, _ *shmemtest.Rank) {
		_, status, err := p.Init("shmem_init_thread", 0, false)
		require.NoError(t, err)
		require.EqualValues(t, 1, status, "this one can tell its caller")
		_, _, err = p.Init("shmem_init", 0, false)
		require.ErrorIs(t, err, why)
	})
	require.Equal(t, []string{"shmem_init_thread: " + why.Error()}, j.Warnings())
}
