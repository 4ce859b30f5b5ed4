package shmem

import (
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/shmem"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/ideal"
	"gasnetgo/sim/job"
	"gasnetgo/sim/job/portals"
)

// arena is a process of ranks that are Go functions: their segments are Go's memory.
type arena struct {
	heaps []byte
	data  [][]uint64
}

const dataWords = 512

func (a *arena) Reserve(bytes, align uint64) (uintptr, error) {
	a.heaps = make([]byte, bytes+align)
	at := memory.Address(a.heaps)
	return at + uintptr(-uint64(at)&(align-1)), nil
}

func (a *arena) Hide(int, uint64) (uintptr, error) { return 0, errors.ErrUnsupported }
func (a *arena) Unhide(int, uintptr)               {}

func (a *arena) Watch(int, uintptr, uint64) error { return errors.ErrUnsupported }
func (a *arena) Unwatch(int, uintptr)             {}

func (a *arena) Reach(int, uintptr, uint64) bool { return true }

func (a *arena) Fetch(_ int, at uintptr, into []byte) {
	copy(into, memory.Bytes(at, uint64(len(into))))
}

func (a *arena) Data(rank int) (uintptr, uint64) { return memory.Address(a.data[rank]), dataWords * 8 }

// shmemRanks runs body as OpenSHMEM ranks on an ideal machine; v are each one's global variables.
func shmemRanks(t *testing.T, n int, costs fabric.Costs, body func(r *job.Rank, pe *shmem.PE, v []uint64)) *job.Job {
	k := &sim.Kernel{}
	a := &arena{}
	nodes := make([]int, n)
	for i := range nodes {
		nodes[i] = i
		a.data = append(a.data, make([]uint64, dataWords))
	}
	j := job.New(k, job.Config{Network: ideal.New(k), Costs: costs, Nodes: nodes, Memory: a, APIs: []job.API{&Job{Options: shmem.Options{HeapBytes: 1 << 16}}, &portals.Job{}}}, func(r *job.Rank) {
		pe := r.APIs[0].(*Rank).PE
		r.Call(func() {
			_, _, err := pe.Init("shmem_init", 0, false)
			require.NoError(t, err)
		})
		body(r, pe, a.data[r.ID()])
		r.Call(func() { require.NoError(t, pe.Finalize("shmem_finalize")) })
	})
	require.NoError(t, j.World.Run())
	require.Zero(t, j.Fabric.Live())
	return j
}

var someCosts = fabric.Costs{Call: 100 * sim.Nanosecond, Look: 30 * sim.Nanosecond, Send: 50 * sim.Nanosecond}

func TestSHMEM(t *testing.T) {
	for name, costs := range map[string]fabric.Costs{"free": {Idle: sim.Nanosecond}, "costs": someCosts} {
		for _, n := range []int{1, 2, 5} {
			t.Run(name, func(t *testing.T) {
				shmemRanks(t, n, costs, func(r *job.Rank, pe *shmem.PE, v []uint64) {
					me := uint64(r.ID())
					next, before := int32((r.ID()+1)%n), uint64((r.ID()+n-1)%n)
					ok := func(f func() error) { r.Call(func() { require.NoError(t, f()) }) }
					room := memory.Room(512)
					defer runtime.KeepAlive(room)
					here := memory.Address(room)
					local := memory.Slice[uint64](here, 64)
					for i := range local {
						local[i] = me<<32 | uint64(i)
					}

					ok(func() error { return pe.Put("", 0, memory.Address(v), here, 256, next, false) })
					ok(func() error { return pe.Put("", 0, memory.Address(v[32:]), here+256, 256, next, true) })
					ok(func() error { return pe.BarrierAll("") })
					for i := range 64 {
						require.Equal(t, before<<32|uint64(i), v[i])
					}
					clear(local)
					ok(func() error { return pe.Get("", 0, here, memory.Address(v), 512, next, false) })
					require.Equal(t, me<<32|7, local[7])
					ok(func() error { return pe.BarrierAll("") })

					ok(func() error { return pe.IPut("", 0, memory.Address(v[100:]), here, 3, 2, 1, 20, 8, next) })
					ok(func() error { return pe.BarrierAll("") })
					for i := range uint64(20) {
						require.Equal(t, before<<32|2*i, v[100+3*i])
					}
					clear(local)
					ok(func() error { return pe.IGet("", 0, here, memory.Address(v[100:]), 1, 3, 1, 20, 8, next) })
					require.Equal(t, me<<32|38, local[19])

					// All ranks' atomics are on rank 0, under a lock and without.
					lock, sum, locked := memory.Address(v[300:]), memory.Address(v[301:]), memory.Address(v[302:])
					for i := range uint64(20) {
						ok(func() error {
							_, err := pe.AMO("", 0, 0, sum, shmem.AMOAdd, shmem.TypeI64, i, 0, 0)
							return err
						})
						lockOp := func(op int32) {
							ok(func() error {
								_, err := pe.Lock("", op, lock, 8)
								return err
							})
						}
						lockOp(shmem.LockSet)
						ok(func() error { return pe.Get("", 0, here, locked, 8, 0, false) })
						local[0]++
						ok(func() error { return pe.Put("", 0, locked, here, 8, 0, false) })
						lockOp(shmem.LockClear)
					}
					ok(func() error { return pe.BarrierAll("") })
					if me == 0 {
						require.Equal(t, uint64(190*n), v[301])
						require.Equal(t, uint64(20*n), v[302])
					}

					// A token goes round.
					token := memory.Address(v[310:])
					for i := range uint64(10) {
						if me != 0 || i > 0 {
							want := i
							if me != 0 {
								want = i + 1
							}
							r.Call(func() {
								_, err := pe.Wait("", shmem.WaitUntilOne, shmem.TypeI64, shmem.CmpEQ, token, 1, 0, 0, want, 0)
								require.NoError(t, err)
							})
						}
						local[1] = i + 1
						ok(func() error { return pe.Put("", 0, token, here+8, 8, next, false) })
					}
				})
			})
		}
	}
}

// TestSpacing: shmem_align gives alignments as large as a heap, unless there are very many heaps.
func TestSpacing(t *testing.T) {
	for _, c := range []struct{ bytes, control, ranks, align, stride uint64 }{
		{512 << 20, 1 << 20, 64, 512 << 20, 1 << 30},
		{512 << 20, 1 << 20, 4096, 512 << 20, 1 << 30},
		{512 << 20, 1 << 20, 10000, 2 << 20, 514 << 20},
		{300 << 20, 1 << 20, 64, 256 << 20, 512 << 20},
		{4096, 4096, 2, 2 << 20, 2 << 20},
		{0, 4096, 2, 2 << 20, 2 << 20},
		{1 << 40, 1 << 20, 64, 2 << 20, 1<<40 + 2<<20},
	} {
		align, stride := spacing(c.bytes, c.control, c.ranks)
		require.Equal(t, c.align, align, "%+v", c)
		require.Equal(t, c.stride, stride, "%+v", c)
		require.Zero(t, stride%align)
	}
}
