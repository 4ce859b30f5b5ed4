package shmem_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

type plainWorld = shmemtest.Rank // its name as an embedded field must not hide a method

// checkedWorld is a world with a checker that keeps one flag per byte of the heap.
type checkedWorld struct {
	*plainWorld
	base    uintptr
	allowed []bool
	on      bool
}

func (w *checkedWorld) Attach(bytes, control uint64) (shmem.Segments, error) {
	s, err := w.plainWorld.Attach(bytes, control)
	w.base, w.allowed = s.Heap.Base, slices.Repeat([]bool{true}, int(s.Heap.Len))
	return s, err
}

func (w *checkedWorld) Guarded() bool { return w.on }

func (w *checkedWorld) Guard(addr uintptr, bytes uint64, allow bool) {
	part := w.allowed[addr-w.base:][:bytes]
	for i := range part {
		part[i] = allow
	}
}

// The checker allows exactly the bytes of blocks, after any calls of the allocator.
func TestGuardAllowsBlocksOnly(t *testing.T) {
	rapid.Check(t, func(random *rapid.T) {
		shmemtest.Run(t, 1, shmemtest.Options{}, func(_ *shmem.PE, r *shmemtest.Rank) {
			w := &checkedWorld{plainWorld: r, on: true}
			p := shmem.New(w, shmem.Options{HeapBytes: 1 << 14})
			_, _, err := p.Init("shmem_init", shmem.ThreadSingle, false)
			require.NoError(t, err)
			blocks := map[uintptr]uint64{}
			pick := func() uintptr {
				var all []uintptr
				for b := range blocks {
					all = append(all, b)
				}
				slices.Sort(all)
				return rapid.SampledFrom(all).Draw(random, "block")
			}
			for range rapid.IntRange(1, 40).Draw(random, "calls") {
				size := rapid.Uint64Range(1, 3000).Draw(random, "size")
				switch what := rapid.IntRange(0, 3).Draw(random, "call"); {
				case what <= 1 || len(blocks) == 0:
					b, err := p.Malloc("shmem_align", size, 1<<rapid.IntRange(0, 8).Draw(random, "align"), 0, what == 0)
					require.NoError(t, err)
					if b != 0 {
						blocks[b] = size
					}
				case what == 2:
					old := pick()
					b, err := p.Realloc("shmem_realloc", old, size)
					require.NoError(t, err)
					if b != 0 {
						delete(blocks, old)
						blocks[b] = size
					}
				default:
					b := pick()
					require.NoError(t, p.Free("shmem_free", b))
					delete(blocks, b)
				}
				want := make([]bool, len(w.allowed))
				for b, size := range blocks {
					for i := range size {
						want[uint64(b-w.base)+i] = true
					}
				}
				require.Equal(t, want, w.allowed)
			}
			require.NoError(t, p.Finalize("shmem_finalize"))
			assert.NotContains(t, w.allowed, false, "a heap that is not used any more")
		})
	})
}

// Between two blocks there is a red zone; a block that only fits without one is allocated without one.
func TestRedZones(t *testing.T) {
	shmemtest.Run(t, 1, shmemtest.Options{}, func(_ *shmem.PE, r *shmemtest.Rank) {
		p := shmem.New(&checkedWorld{plainWorld: r, on: true}, shmem.Options{HeapBytes: 4096})
		_, _, err := p.Init("shmem_init", shmem.ThreadSingle, false)
		require.NoError(t, err)
		a, err := p.Malloc("shmem_malloc", 64, 16, 0, false)
		require.NoError(t, err)
		b, err := p.Malloc("shmem_malloc", 64, 16, 0, false)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, b-a, uintptr(128))
		require.NoError(t, p.Free("shmem_free", a))
		require.NoError(t, p.Free("shmem_free", b))
		whole, err := p.Malloc("shmem_malloc", 4096, 16, 0, false)
		require.NoError(t, err)
		assert.NotZero(t, whole)
	})
}

// Ranks with and without a checker would allocate blocks at different offsets.
func TestAllRanksAreCheckedOrNone(t *testing.T) {
	shmemtest.Run(t, 2, shmemtest.Options{}, func(_ *shmem.PE, r *shmemtest.Rank) {
		p := shmem.New(&checkedWorld{plainWorld: r, on: r.Rank() == 1}, shmem.Options{HeapBytes: 4096})
		_, _, err := p.Init("shmem_init", shmem.ThreadSingle, false)
		require.ErrorContains(t, err, "compile all programs of a job with or without it")
	})
}
