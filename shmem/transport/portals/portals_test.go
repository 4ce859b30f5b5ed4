package portals

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	ptl "gasnetgo/portals"
	"gasnetgo/portals/portalstest"
	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
	"gasnetgo/shmem/transport/transporttest"
)

func newJobs(room int) *jobs { return &jobs{nets: map[*shmemtest.Job]*portalstest.Net{}, room: room} }

func (j *jobs) factory(r *shmemtest.Rank) shmem.Transport { return j.transport(r) }

// run runs body as each of n ranks with SHMEM up.
func run(t *testing.T, n int, j *jobs, body func(r *shmemtest.Rank, x *Transport)) {
	shmemtest.Run(t, n, shmemtest.Options{Transport: j.factory}, func(p *shmem.PE, r *shmemtest.Rank) {
		_, _, err := p.Init("shmem_init", 0, false)
		require.NoError(t, err)
		body(r, r.Transport().(*Transport))
		require.NoError(t, p.BarrierAll(""))
	})
}

func TestTransport(t *testing.T) {
	for name, room := range map[string]int{"room": 0, "narrow": 1} {
		t.Run(name, func(t *testing.T) { transporttest.Run(t, newJobs(room).factory) })
	}
}

// Nothing is left on the interface when a transport is closed, and another one can be set up.
func TestClose(t *testing.T) {
	l := portalstest.Alone(ptl.Limits{MaxEQs: 3, MaxMEs: 4, MaxMDs: 11, MaxPTIndex: 9})
	for range 3 {
		made, err := New(Config{Host: &l.Host, Link: l, Index: 7, ID: portalstest.ID})
		require.NoError(t, err)
		require.Equal(t, 1, l.Hooks())
		created, gone := l.NI.Objects()
		require.Equal(t, uint32(4+4+7), created-gone, "entries, their descriptors, and those of local memory")
		made.Close()
		require.Zero(t, l.Hooks())
		created, gone = l.NI.Objects()
		require.Equal(t, created, gone)
	}
}

// What cannot be had is named, and what was had is given back.
func TestNoRoom(t *testing.T) {
	for _, c := range []struct {
		limits ptl.Limits
		text   string
	}{
		{ptl.Limits{MaxEQs: 2}, "event queue"}, {ptl.Limits{MaxMEs: 3}, "match entry"}, {ptl.Limits{MaxMDs: 6}, "memory descriptor"},
		{ptl.Limits{MaxPTIndex: 8}, "match entry"},
	} {
		l := portalstest.Alone(c.limits)
		_, err := New(Config{Host: &l.Host, Link: l, Index: 7, ID: portalstest.ID})
		require.ErrorContains(t, err, "no Portals "+c.text+" left")
		require.Zero(t, l.Hooks())
		for range l.NI.Granted().MaxEQs {
			_, code := l.NI.EQAlloc(2)
			require.Equal(t, ptl.OK, code)
		}
	}
	_, err := New(Config{Segments: shmem.Segments{Heap: shmem.Segment{Len: 1<<40 + 1}}})
	require.ErrorContains(t, err, "at most 1099511627776")
}

// Threads of a rank do not take each other's answers, and a quiet does not wait for what others begin after it.
func TestThreads(t *testing.T) {
	const threads, rounds = 4, 100
	run(t, 3, newJobs(2), func(r *shmemtest.Rank, x *Transport) {
		next := (r.Rank() + 1) % 3
		var stop atomic.Bool
		var all, chatter sync.WaitGroup
		chatter.Add(1)
		go func() { // there is always a put under way
			defer chatter.Done()
			for !stop.Load() {
				_ = x.Put(0, next, shmem.Addr{Seg: shmem.Data}, make([]byte, 500), false)
			}
		}()
		for k := range threads {
			all.Add(1)
			go func() {
				defer all.Done()
				at := shmem.Addr{Seg: shmem.Heap, Off: uint64(k) * 64}
				b := make([]byte, 8)
				for i := range uint64(rounds) {
					v := i*threads + uint64(k)
					shmem.SetBits(b, v)
					must(r, x.Put(0, next, at, b, false))
					must(r, x.Quiet(0))
					shmem.SetBits(b, ^uint64(0))
					must(r, x.Get(0, next, at, b, false))
					old, err := x.Atomic(0, next, at, shmem.AMO{Op: shmem.AMOAdd, Type: shmem.TypeU64, Value: 5}, nil)
					must(r, err)
					swapped, err := x.Atomic(0, next, at, shmem.AMO{Op: shmem.AMOSwap, Type: shmem.TypeU64, Value: 5}, nil)
					must(r, err)
					if shmem.Bits(b) != v || old != v || swapped != v+5 {
						r.T.Errorf("thread %d: %d got, %d and %d answered instead of %d", k, shmem.Bits(b), old, swapped, v)
					}
				}
			}()
		}
		served(r, x, all.Wait)
		stop.Store(true)
		served(r, x, chatter.Wait)
		r.Barrier()
	})
}

// served serves a rank whose threads work.
func served(r *shmemtest.Rank, x *Transport, wait func()) {
	var done atomic.Bool
	go func() {
		wait()
		done.Store(true)
		r.Poke()
	}()
	r.Wait("", func() bool {
		x.Progress()
		return done.Load()
	})
}

func must(r *shmemtest.Rank, err error) {
	if err != nil {
		r.T.Error(err)
	}
}

// Memory that is not there ends every call with an error, also those that wait.
func TestMissingMemory(t *testing.T) {
	for _, nbi := range []bool{false, true} {
		run := newJobs(0)
		shmemtest.Run(t, 1, shmemtest.Options{Transport: run.factory}, func(p *shmem.PE, r *shmemtest.Rank) {
			_, _, err := p.Init("shmem_init", 0, false)
			require.NoError(t, err)
			run.link(r).Broken = true
			x := r.Transport()
			err = x.Put(0, 0, shmem.Addr{}, make([]byte, 100), nbi)
			require.ErrorContains(t, err, "source = 0x")
			require.ErrorContains(t, err, "no memory of 100 bytes")
			require.Equal(t, err, x.Quiet(0))
			require.Equal(t, err, x.Get(0, 0, shmem.Addr{}, make([]byte, 8), false))
			_, again := x.Atomic(0, 0, shmem.Addr{}, shmem.AMO{Op: shmem.AMOAdd, Type: shmem.TypeU64}, nil)
			require.Equal(t, err, again)
		})
	}
}
