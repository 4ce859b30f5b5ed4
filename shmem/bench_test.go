package shmem_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

// hot are the operations that must not allocate: rank 0 of a job of two does them towards rank 1.
func hot(p *shmem.PE, w *shmemtest.Rank) map[string]func() error {
	_, private := shmemtest.Private[byte](w, 1<<20)
	block, _ := p.Malloc(fn, 1<<19, 64, 0, false)
	lock := w.Data(512)
	return map[string]func() error{
		"put 8":          func() error { return p.Put(fn, 0, block, private, 8, 1, false) },
		"put 64K":        func() error { return p.Put(fn, 0, block, private, 1<<16, 1, true) },
		"get 8":          func() error { return p.Get(fn, 0, private, block, 8, 1, false) },
		"iput 100 longs": func() error { return p.IPut(fn, 0, block, private, 2, 1, 1, 100, 8, 1) },
		"iget 100 longs": func() error { return p.IGet(fn, 0, private, block, 2, 1, 1, 100, 8, 1) },
		"fetch add":      func() error { _, err := p.AMO(fn, 0, 0, block, shmem.AMOAdd, shmem.TypeI64, 1, 0, 1); return err },
		"fetch add 16":   func() error { _, err := p.AMO(fn, 0, 0, block+2, shmem.AMOAdd, shmem.TypeI16, 1, 0, 1); return err },
		"cswap nbi": func() error {
			_, err := p.AMO(fn, 0, private, block, shmem.AMOCSwap, shmem.TypeI32, 1, 1, 1)
			return err
		},
		"fence": func() error { return p.Fence(fn, 0) },
		"quiet": func() error { return p.Quiet(fn, 0) },
		"ptr":   func() error { _, err := p.Ptr(fn, block, 1); return err },
		"test": func() error {
			_, err := p.Wait(fn, shmem.WaitTestOne, shmem.TypeI64, shmem.CmpEQ, block, 1, 0, 0, 1, 0)
			return err
		},
		"test any of 100": func() error {
			_, err := p.Wait(fn, shmem.WaitTestAny, shmem.TypeI64, shmem.CmpNE, block, 100, 0, 0, 0, 0)
			return err
		},
		"set and clear lock": func() error {
			if _, err := p.Lock(fn, shmem.LockSet, lock, 8); err != nil {
				return err
			}
			_, err := p.Lock(fn, shmem.LockClear, lock, 8)
			return err
		},
		"test and clear lock": func() error {
			if _, err := p.Lock(fn, shmem.LockTest, lock, 8); err != nil {
				return err
			}
			_, err := p.Lock(fn, shmem.LockClear, lock, 8)
			return err
		},
	}
}

func onHot(t testing.TB, do func(calls map[string]func() error)) {
	shmemtest.Run(t, 2, shmemtest.Options{}, func(p *shmem.PE, w *shmemtest.Rank) {
		_, _, err := p.Init(fn, 0, false)
		require.NoError(t, err)
		calls := hot(p, w)
		if w.Rank() == 0 {
			do(calls)
		}
		w.Barrier()
	})
}

func TestHotPathsDoNotAllocate(t *testing.T) {
	onHot(t, func(calls map[string]func() error) {
		for name, call := range calls {
			require.NoError(t, call(), name)
			require.Zero(t, testing.AllocsPerRun(100, func() { _ = call() }), name)
		}
	})
}

func BenchmarkCalls(b *testing.B) {
	onHot(b, func(calls map[string]func() error) {
		for name, call := range calls {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					_ = call()
				}
			})
		}
	})
}

// The allocator without its barriers' waiting: a job of one.
func BenchmarkMallocFree64(b *testing.B) {
	shmemtest.Run(b, 1, shmemtest.Options{}, func(p *shmem.PE, _ *shmemtest.Rank) {
		_, _, _ = p.Init(fn, 0, false)
		for range 3000 {
			_, _ = p.Malloc(fn, 100, 16, 0, false)
		}
		for b.Loop() {
			block, _ := p.Malloc(fn, 64, 16, 0, false)
			_ = p.Free(fn, block)
		}
	})
}
