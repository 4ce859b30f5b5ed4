package shmem_test

import (
	"testing"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

func (p pe) lock(op int32, at uintptr) int32 {
	v, err := p.Lock(fn, op, at, 8)
	p.NoError(err)
	return v
}

// words is the lock's two words on this rank.
func words(at uintptr) []uint32 { return shmemtest.At[uint32](at, 2) }

func TestLockExcludes(t *testing.T) {
	on(t, func(p pe) {
		const rounds = 100
		for _, l := range []struct {
			at    uintptr
			bytes uint64
		}{{p.w.Data(64), 8}, {p.zeroed(8), 8}, {p.w.Data(128), 4}, {p.zeroed(8) + 4, 4}} {
			lock := func(op int32) int32 {
				v, err := p.Lock(fn, op, l.at, l.bytes)
				p.NoError(err)
				return v
			}
			at := l.at &^ 7
			counter := p.zeroed(8)
			value, buf := shmemtest.Private[int64](p.w, 1)
			for round := range rounds {
				if round%3 == 2 {
					for lock(shmem.LockTest) != 0 {
						p.w.Poke() // others may be waiting for us to notice nothing
					}
				} else {
					p.Zero(lock(shmem.LockSet))
				}
				// A plain read, change and write on rank 0, which only the lock protects.
				p.NoError(p.Get(fn, 0, buf, counter, 8, 0, false))
				value[0]++
				p.NoError(p.Put(fn, 0, counter, buf, 8, 0, true))
				lock(shmem.LockClear)
			}
			p.barrier()
			if p.me == 0 {
				p.EqualValues(rounds*p.n, shmemtest.At[int64](counter, 1)[0])
			}
			p.Equal([]uint32{0, 0}, words(at), "all zero when it is free")
			p.barrier()
		}
	})
}

func (p pe) zeroed(bytes uint64) uintptr {
	block, err := p.Calloc(fn, 1, bytes)
	p.NoError(err)
	return block
}

func TestLockWords(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		at := p.zeroed(8)
		const queued, held = 1 << 31, 1 << 30
		turn := func(rank int, do func()) {
			if p.me == rank {
				do()
			}
			p.barrier()
		}
		turn(1, func() { p.Zero(p.lock(shmem.LockTest, at)) })
		turn(0, func() { p.Equal([]uint32{2, 0}, words(at), "the tail is rank 1") })
		turn(1, func() { p.Equal([]uint32{0, held}, words(at)) })
		turn(0, func() { p.EqualValues(1, p.lock(shmem.LockTest, at), "busy") })
		turn(0, func() { p.Equal([]uint32{2, 0}, words(at), "a test that fails leaves nothing") })
		turn(1, func() { p.EqualValues(1, p.lock(shmem.LockTest, at), "busy for the holder too") })
		if p.me == 0 {
			p.lock(shmem.LockSet, at) // waits for rank 1
			p.EqualValues(held, words(at)[1])
			p.lock(shmem.LockClear, at)
		} else {
			p.wait(shmem.WaitUntilOne, shmem.TypeU32, shmem.CmpEQ, at+4, 1, 0, 0, held|1, 0)
			tail := p.amo(at, shmem.AMOFetch, shmem.TypeU32, 0, 0, 0)
			p.EqualValues(1, tail)
			own := p.amo(at+4, shmem.AMOFetch, shmem.TypeU32, 0, 0, 0)
			p.EqualValues(queued, own)
			p.lock(shmem.LockClear, at)
			p.Zero(words(at)[1])
		}
		p.barrier()
		p.Equal([]uint32{0, 0}, words(at))
	})
}

// Locks are granted in the order of the requests.
func TestLockIsFair(t *testing.T) {
	job(t, 7, shmemtest.Options{}, func(p pe) {
		at, order, next := p.zeroed(8), p.zeroed(8*8), p.zeroed(8)
		if p.me == 0 {
			p.lock(shmem.LockSet, at)
		}
		p.barrier()
		if p.me > 0 {
			// Queue up by rank: wait until the one before us is the tail.
			for p.amo(at, shmem.AMOFetch, shmem.TypeU32, 0, 0, 0) != uint64(p.me) {
				p.w.Poke()
			}
			p.lock(shmem.LockSet, at)
		} else {
			for p.amo(at, shmem.AMOFetch, shmem.TypeU32, 0, 0, 0) != 7 {
				p.w.Poke()
			}
		}
		place := p.amo(next, shmem.AMOAdd, shmem.TypeI64, 1, 0, 0)
		p.amo(order+uintptr(8*place), shmem.AMOSet, shmem.TypeI64, uint64(p.me), 0, 0)
		p.lock(shmem.LockClear, at)
		p.barrier()
		if p.me == 0 {
			p.Equal([]int64{0, 1, 2, 3, 4, 5, 6}, shmemtest.At[int64](order, 7))
		}
	})
}

func TestWrongLocks(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		at := p.zeroed(8)
		_, private := shmemtest.Private[int64](p.w, 1)
		fails := func(op int32, at uintptr, text string) {
			_, err := p.Lock(fn, op, at, 8)
			p.Error(err, text)
			p.wrong(err, text)
		}
		fails(shmem.LockSet, 0, "lock = NULL")
		fails(shmem.LockSet, private, "lock = 0x")
		fails(shmem.LockTest, at+4, "not at a multiple of 8 bytes")
		fails(shmem.LockClear, p.w.Data(shmemtest.DataBytes), "not symmetric")
		fails(9, at, "op = 9")
		_, err := p.Lock(fn, shmem.LockClear, at+4, 4)
		p.wrong(err, "this PE does not hold it")
		words(at)[1] = 1 // an INTEGER
		_, err = p.Lock(fn, shmem.LockSet, at+6, 4)
		p.wrong(err, "not at a multiple of 4 bytes")
		words(at)[1] = 0
		p.barrier()
		fails(shmem.LockClear, at, "this PE does not hold it")
		p.barrier()
		if p.me == 1 {
			p.lock(shmem.LockSet, at)
			fails(shmem.LockSet, at, "this PE holds it already; locks are not recursive")
		}
		p.barrier()
		if p.me == 0 {
			fails(shmem.LockClear, at, "this PE does not hold it")
			words(at)[0] = 0 // writes over the tail
		}
		p.barrier()
		if p.me == 1 {
			fails(shmem.LockClear, at, "the program has written over it: its tail names PE -1 while this PE holds it")
		}
		p.barrier()
		if p.me == 0 {
			words(at)[0], words(at)[1] = 77, 0
		}
		words(at)[1] = 0
		p.barrier()
		if p.me == 1 {
			fails(shmem.LockSet, at, "the program has written over it: its tail names PE 76")
			words(at)[1] = 3
			fails(shmem.LockSet, at, "not a lock: a lock is a long that starts as 0")
			fails(shmem.LockTest, at, "not a lock: a lock is a long that starts as 0")
			words(at)[1] = 1<<31 | 1<<30
			fails(shmem.LockTest, at, "not a lock")
			words(at)[1] = 1 << 31
			fails(shmem.LockSet, at, "another thread of this PE is waiting for it already")
			p.EqualValues(1, p.lock(shmem.LockTest, at))
			words(at)[1] = 1<<30 | 9
			fails(shmem.LockClear, at, "it names PE 8 as the next")
		}
	})
}

// clear completes what was put under the lock.
func TestClearLockIsQuiet(t *testing.T) {
	var quiets [4]int
	opts := shmemtest.Options{Transport: func(r *shmemtest.Rank) shmem.Transport { return counting{r.Windows(), &quiets[r.Rank()]} }}
	job(t, 4, opts, func(p pe) {
		at := p.zeroed(8)
		p.lock(shmem.LockSet, at)
		before := quiets[p.me]
		p.lock(shmem.LockClear, at)
		p.Equal(1, quiets[p.me]-before)
	})
}

type counting struct {
	shmem.Transport
	quiets *int
}

func (c counting) Quiet(ctx shmem.Ctx) error {
	*c.quiets++
	return c.Transport.Quiet(ctx)
}
