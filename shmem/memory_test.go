package shmem_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

const heapBytes = 1 << 20 // of a test job

// barriers counts the barriers that call makes.
func (p pe) barriers(call func()) int {
	before := p.w.Barriers
	call()
	return p.w.Barriers - before
}

func TestMallocIsSymmetric(t *testing.T) {
	on(t, func(p pe) {
		heap := p.malloc(16)
		for i := range uint64(50) {
			var block uintptr
			p.Equal(1, p.barriers(func() { block = p.malloc(1 + i*37) }))
			offset, at := shmemtest.Private[uint64](p.w, 1)
			offset[0] = uint64(block - heap)
			p.NoError(p.Put(fn, 0, p.w.Data(0), at, 8, p.next, false))
			p.barrier()
			p.Equal(uint64(block-heap), shmemtest.At[uint64](p.w.Data(0), 1)[0], "same offset everywhere")
			p.Zero(block % 16)
			if i%3 == 0 {
				p.Equal(1, p.barriers(func() { p.NoError(p.Free(fn, block)) }))
			}
		}
	})
}

func TestAllocatorCallsWithoutBarrier(t *testing.T) {
	on(t, func(p pe) {
		p.Zero(p.barriers(func() {
			for name, call := range map[string]func() (uintptr, error){
				"malloc 0":     func() (uintptr, error) { return p.Malloc(fn, 0, 16, 0, false) },
				"calloc 0,n":   func() (uintptr, error) { return p.Calloc(fn, 0, 10) },
				"calloc n,0":   func() (uintptr, error) { return p.Calloc(fn, 10, 0) },
				"align 0":      func() (uintptr, error) { return p.Malloc(fn, 10, 0, 0, false) },
				"align 3":      func() (uintptr, error) { return p.Malloc(fn, 10, 3, 0, false) },
				"align 24":     func() (uintptr, error) { return p.Malloc(fn, 10, 24, 0, false) },
				"realloc NULL": func() (uintptr, error) { return p.Realloc(fn, 0, 0) },
				"free NULL":    func() (uintptr, error) { return 0, p.Free(fn, 0) },
			} {
				block, err := call()
				p.NoError(err, name)
				p.Zero(block, name)
			}
		}))
		p.Contains(p.LastError(), "not a power of two")
	})
}

func TestAlignments(t *testing.T) {
	on(t, func(p pe) {
		for shift := range 17 {
			block, err := p.Malloc("shmem_align", 100, 1<<shift, 0, false)
			p.NoError(err)
			p.NotZero(block)
			p.Zero(block % (1 << shift))
			p.Zero(block % 16)
		}
		block, err := p.Malloc("shmem_align", 100, 2*shmemtest.HeapAlign, 0, false)
		p.NoError(err)
		p.Zero(block)
		p.Contains(p.LastError(), "shmem_align: alignment = 131072: the symmetric heaps of the ranks agree only up to multiples of 65536")
	})
}

func TestHintsNeverFail(t *testing.T) {
	job(t, 1, shmemtest.Options{}, func(p pe) {
		for _, hints := range []int64{0, 1, 2, 3, -1, math.MinInt64} {
			block, err := p.Malloc("shmem_malloc_with_hints", 8, 16, hints, false)
			p.NoError(err)
			p.NotZero(block)
		}
	})
}

func TestCalloc(t *testing.T) {
	on(t, func(p pe) {
		dirty := p.malloc(heapBytes)
		p.NoError(p.Free(fn, dirty))
		for _, c := range [][2]uint64{{1, 1}, {10, 8}, {3, 1000}, {64, 1024}} {
			block, err := p.Calloc(fn, c[0], c[1])
			p.NoError(err)
			for _, b := range shmemtest.At[byte](block, int(c[0]*c[1])) {
				p.Zero(b)
			}
		}
		for _, c := range [][2]uint64{{math.MaxUint64, 2}, {1 << 32, 1 << 32}, {1 << 63, 1}} {
			block, err := p.Calloc("shmem_calloc", c[0], c[1])
			p.NoError(err)
			p.Zero(block)
			p.Contains(p.LastError(), "shmem_calloc: no room for")
		}
	})
}

func TestExhaustion(t *testing.T) {
	j := job(t, 4, shmemtest.Options{}, func(p pe) {
		whole := p.malloc(heapBytes)
		p.NoError(p.Free(fn, whole))
		p.Equal(whole, p.malloc(heapBytes), "again")
		p.NoError(p.Free(fn, whole))
		p.malloc(heapBytes / 2)
		block, err := p.Malloc("shmem_malloc", heapBytes, 16, 0, false)
		p.NoError(err)
		p.Zero(block)
		p.Equal("shmem_malloc: no room for 1048576 bytes: of the symmetric heap's 1048576 bytes 524288 are free, the largest block has 524288"+
			" (SHMEM_SYMMETRIC_SIZE changes this)", p.LastError())
		block, err = p.Malloc("shmem_align", heapBytes, 4096, 0, false)
		p.NoError(err)
		p.Zero(block)
		p.Contains(p.LastError(), "no room for 1048576 bytes at a multiple of 4096")
	})
	require.Len(t, j.Warnings(), 2, "one line per failure, not one per rank")
}

func TestHeapIsAtLeastWhatWasAskedFor(t *testing.T) {
	for _, bytes := range []uint64{1, 4095, 4096, 4097, 100_000} {
		opts := shmemtest.Options{Options: shmem.Options{HeapBytes: bytes}}
		job(t, 2, opts, func(p pe) { p.malloc(bytes) })
	}
	opts := shmemtest.Options{Options: shmem.Options{HeapBytes: math.MaxUint64}}
	shmemtest.Run(t, 1, opts, func(p *shmem.PE, _ *shmemtest.Rank) {
		_, _, err := p.Init(fn, 0, false)
		require.ErrorContains(t, err, "exceeds the address space (SHMEM_SYMMETRIC_SIZE changes this)")
	})
}

func TestRealloc(t *testing.T) {
	on(t, func(p pe) {
		fill := func(at uintptr, n int) {
			for i, b := range shmemtest.At[byte](at, n) {
				_ = b
				shmemtest.At[byte](at, n)[i] = byte(i*5 + p.me)
			}
		}
		check := func(at uintptr, n int) {
			for i, b := range shmemtest.At[byte](at, n) {
				p.Equal(byte(i*5+p.me), b)
			}
		}
		realloc := func(at uintptr, n uint64, barriers int) (block uintptr) {
			p.Equal(barriers, p.barriers(func() {
				var err error
				block, err = p.Realloc("shmem_realloc", at, n)
				p.NoError(err)
			}))
			return block
		}
		block := realloc(0, 1000, 1)
		p.NotZero(block)
		fill(block, 1000)
		obstacle := p.malloc(1000)

		p.Equal(block, realloc(block, 500, 2), "shrinks in place")
		p.Equal(block, realloc(block, 1000, 2), "grows in place")
		fill(block, 1000)
		moved := realloc(block, 5000, 2)
		p.NotEqual(block, moved)
		check(moved, 1000)

		fill(moved, 5000)
		p.Zero(realloc(moved, heapBytes, 2), "no room")
		check(moved, 5000)
		p.Contains(p.LastError(), "shmem_realloc: no room for 1048576 bytes")

		p.Zero(realloc(block, 10, 2), "freed")
		p.Contains(p.LastError(), "not a block: it has been freed, or was never allocated")
		p.Zero(realloc(moved+32, 10, 2), "interior")
		p.Contains(p.LastError(), fmt.Sprintf("not a block but 32 bytes inside the block of 5008 bytes at 0x%x", moved))

		p.NoError(p.Free(fn, obstacle))
		slid := realloc(moved, heapBytes, 2)
		p.Equal(block, slid, "slides down when nothing else fits")
		check(slid, 5000)
		p.Zero(realloc(slid, 0, 1), "frees")
		p.Equal(block, p.malloc(heapBytes))

		_, private := shmemtest.Private[int64](p.w, 1)
		_, err := p.Realloc(fn, private, 8)
		p.wrong(err, "ptr = 0x", "not from this library's allocator: outside the symmetric heap")
	})
}

func TestFreeOfWhatIsNoBlock(t *testing.T) {
	opts := shmemtest.Options{Name: func(_ *shmemtest.Rank, a uintptr) string {
		if a == 0x1000 {
			return "malloc's heap"
		}
		return ""
	}}
	job(t, 2, opts, func(p pe) {
		block := p.malloc(100)
		_, private := shmemtest.Private[int64](p.w, 1)
		for _, c := range []struct {
			ptr  uintptr
			text string
		}{
			{private, "not from this library's allocator: outside the symmetric heap"},
			{0x1000, "not from this library's allocator: it is in malloc's heap"},
			{p.w.Data(8), "not from this library's allocator: it is a global or static variable"},
			{block + 16, fmt.Sprintf("not a block but 16 bytes inside the block of 112 bytes at 0x%x", block)},
			{block + 112, "not a block: it has been freed, or was never allocated"},
		} {
			p.wrong(p.Free(fn, c.ptr), fmt.Sprintf("ptr = 0x%x: %s", c.ptr, c.text))
		}
		p.NoError(p.Free(fn, block))
		p.wrong(p.Free(fn, block), "it has been freed")
	})
}

func TestFreeWaitsForPuts(t *testing.T) {
	on(t, func(p pe) {
		block := p.malloc(8)
		p.NoError(p.Put(fn, 0, block, p.w.Data(0), 8, p.next, true))
		p.Equal(1, p.barriers(func() { p.NoError(p.Free(fn, block)) }))
	})
}

func TestDifferentCallsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		call func(p pe) error
		text [2]string // rank 0's view, rank 1's view
	}{
		"sizes": {func(p pe) error {
			_, err := p.Malloc("shmem_malloc", uint64(100+p.me), 16, 0, false)
			return err
		}, [2]string{"size = 100: rank 0 asks for 100 bytes aligned to 16, rank 1 for 101 aligned to 16", "size = 101: rank 1 asks for 101 bytes aligned to 16, rank 0 for 100"}},
		"alignments": {func(p pe) error {
			_, err := p.Malloc("shmem_align", 100, 16<<p.me, 0, false)
			return err
		}, [2]string{"rank 1 for 100 aligned to 32", "rank 0 for 100 aligned to 16"}},
		"blocks": {func(p pe) error {
			a, b := p.malloc(16), p.malloc(16)
			if p.me == 1 {
				a = b
			}
			return p.Free("shmem_free", a)
		}, [2]string{"rank 0 has offset 0 (new size 0), rank 1 has offset 16", "rank 1 has offset 16 (new size 0), rank 0 has offset 0"}},
		"routines": {func(p pe) error {
			a := p.malloc(16)
			if p.me == 1 {
				_, err := p.Malloc("shmem_malloc", 16, 16, 0, false)
				return err
			}
			return p.Free("shmem_free", a)
		}, [2]string{"called while rank 1 calls another routine", "called while rank 0 calls another routine"}},
	} {
		t.Run(name, func(t *testing.T) {
			job(t, 2, shmemtest.Options{Options: shmem.Options{HeapBytes: heapBytes}}, func(p pe) {
				p.wrong(c.call(p), c.text[p.me], "all ranks must make the same calls")
			})
		})
	}
}

func TestEqualCallsAreAccepted(t *testing.T) {
	job(t, 4, shmemtest.Options{Options: shmem.Options{HeapBytes: heapBytes}}, func(p pe) {
		a := p.malloc(100)
		a, err := p.Realloc(fn, a, 1000)
		p.NoError(err)
		p.NoError(p.Free(fn, a))
	})
}
