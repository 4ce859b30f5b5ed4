package shmem_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

// broken is a transport whose failures a test switches on.
type broken struct {
	shmem.Transport
	err *error
}

func (b broken) Put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, nbi bool) error {
	return errors.Join(*b.err, b.Transport.Put(ctx, pe, dst, src, nbi))
}

func (b broken) Get(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, nbi bool) error {
	return errors.Join(*b.err, b.Transport.Get(ctx, pe, src, dst, nbi))
}

func (b broken) Atomic(ctx shmem.Ctx, pe int, at shmem.Addr, op shmem.AMO, into []byte) (uint64, error) {
	v, err := b.Transport.Atomic(ctx, pe, at, op, into)
	return v, errors.Join(*b.err, err)
}

func (b broken) Fence(ctx shmem.Ctx) error { return errors.Join(*b.err, b.Transport.Fence(ctx)) }
func (b broken) Quiet(ctx shmem.Ctx) error { return errors.Join(*b.err, b.Transport.Quiet(ctx)) }

func TestErrorsOfTheTransport(t *testing.T) {
	var failure error
	opts := shmemtest.Options{Transport: func(r *shmemtest.Rank) shmem.Transport { return broken{r.Windows(), &failure} }}
	job(t, 1, opts, func(p pe) {
		block, at, free := p.malloc(64), p.zeroed(8), p.zeroed(8)
		p.lock(shmem.LockSet, at)
		d := p.w.Data(0)
		failure = errors.New("the link is down")
		for name, call := range map[string]func() error{
			"put":      func() error { return p.Put(fn, 0, block, d, 8, 0, false) },
			"get":      func() error { return p.Get(fn, 0, d, block, 8, 0, false) },
			"iput":     func() error { return p.IPut(fn, 0, block, d, 2, 2, 1, 2, 8, 0) },
			"iget":     func() error { return p.IGet(fn, 0, d, block, 2, 2, 1, 2, 8, 0) },
			"amo":      func() error { _, err := p.AMO(fn, 0, 0, block, shmem.AMOAdd, shmem.TypeI64, 1, 0, 0); return err },
			"fence":    func() error { return p.Fence(fn, 0) },
			"quiet":    func() error { return p.Quiet(fn, 0) },
			"barrier":  func() error { return p.BarrierAll(fn) },
			"malloc":   func() error { _, err := p.Malloc(fn, 8, 16, 0, false); return err },
			"realloc":  func() error { _, err := p.Realloc(fn, block, 128); return err },
			"free":     func() error { return p.Free(fn, block) },
			"set":      func() error { _, err := p.Lock(fn, shmem.LockSet, free, 8); return err },
			"test":     func() error { _, err := p.Lock(fn, shmem.LockTest, p.w.Data(512), 8); return err },
			"clear":    func() error { _, err := p.Lock(fn, shmem.LockClear, at, 8); return err },
			"finalize": func() error { return p.Finalize(fn) },
		} {
			p.ErrorIs(call(), failure, name)
		}
	})
}

// With SHMEM_THREAD_MULTIPLE the threads of a rank call as they like.
func TestThreads(t *testing.T) {
	const threads, rounds = 4, 50
	job(t, 2, shmemtest.Options{}, func(p pe) {
		block := p.zeroed(64 * threads)
		p.barrier()
		var all sync.WaitGroup
		for k := range threads {
			all.Go(func() {
				mine := block + uintptr(64*k)
				for i := range uint64(rounds) {
					p.amo(mine, shmem.AMOAdd, shmem.TypeI64, 1, 0, p.next)
					p.wait(shmem.WaitUntilAny, shmem.TypeI64, shmem.CmpGE, mine, 1, 0, 0, i+1, 0)
					p.NoError(p.Quiet(fn, 0))
					_ = p.LastError()
					_, err := p.Query(fn, shmem.QueryThread)
					p.NoError(err)
				}
			})
		}
		all.Wait()
		p.barrier()
		for k := range threads {
			p.EqualValues(rounds, shmemtest.At[int64](block+uintptr(64*k), 1)[0])
		}
	})
}

// A block is reached through every rank's own address of it, whatever those are.
func TestHeapsAtDifferentAddresses(t *testing.T) {
	job(t, 4, shmemtest.Options{}, func(p pe) {
		block := p.malloc(8)
		all := p.w.Exchange([]byte{byte(block >> 16), byte(block >> 24), byte(block >> 32)})
		distinct := map[string]bool{}
		for _, b := range all {
			distinct[string(b)] = true
		}
		require.Greater(t, len(distinct), 1)
	})
}
