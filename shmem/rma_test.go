package shmem_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

func TestPutAndGet(t *testing.T) {
	on(t, func(p pe) {
		heap, data := p.malloc(4096), p.w.Data(1000)
		private, from := shmemtest.Private[byte](p.w, 4096)
		back, to := shmemtest.Private[byte](p.w, 4096)
		for _, dest := range []uintptr{heap, heap + 3, data, data + 5} {
			for _, n := range []int{1, 2, 3, 4, 8, 9, 100, 3000} {
				for _, nbi := range []bool{false, true} {
					for i := range private {
						private[i] = byte(i*3 + p.me*17 + n)
					}
					p.NoError(p.Put(fn, 0, dest, from, uint64(n), p.next, nbi))
					p.barrier()
					for i, b := range shmemtest.At[byte](dest, n) {
						p.Equal(byte(i*3+p.before()*17+n), b)
					}
					p.NoError(p.Get(fn, 0, to, dest, uint64(n), p.next, nbi))
					p.NoError(p.Quiet(fn, 0))
					p.Equal(private[:n], back[:n], "what we put")
					p.barrier()
				}
			}
		}
		// Between segments, symmetric on both sides.
		p.NoError(p.Put(fn, 0, data, heap, 8, p.next, false))
		p.barrier()
	})
}

func TestNothingToCopy(t *testing.T) {
	on(t, func(p pe) {
		_, private := shmemtest.Private[int64](p.w, 1)
		for _, addr := range []uintptr{0, private, math.MaxUint64} {
			for _, other := range []uintptr{0, private} {
				p.NoError(p.Put(fn, 0, addr, other, 0, p.next, false))
				p.NoError(p.Get(fn, 0, other, addr, 0, p.next, true))
				p.NoError(p.IPut(fn, 0, addr, other, 1, 1, 1, 0, 8, p.next))
				p.NoError(p.IGet(fn, 0, other, addr, 0, -3, 1, 0, 8, p.next))
				p.NoError(p.IGet(fn, 0, other, addr, 1, 1, 0, 7, 8, p.next))
			}
		}
		p.wrong(p.Put(fn, 0, 0, 0, 0, int32(p.n), false), fmt.Sprintf("pe = %d: not in 0..%d", p.n, p.n-1))
	})
}

func TestWrongTransfers(t *testing.T) {
	opts := shmemtest.Options{Name: func(r *shmemtest.Rank, a uintptr) string {
		if a == 0x1000 {
			return "the stack"
		}
		return ""
	}}
	job(t, 2, opts, func(p pe) {
		block := p.malloc(64)
		heap := block &^ (shmemtest.HeapAlign - 1)
		_, private := shmemtest.Private[int64](p.w, 8)
		const end = 1 << 20
		for _, c := range []struct {
			name   string
			dest   uintptr
			source uintptr
			bytes  uint64
			pe     int32
			ctx    uintptr
			pieces []string
		}{
			{"pe too large", block, private, 8, 2, 0, []string{"pe = 2: not in 0..1"}},
			{"pe negative", block, private, 8, -1, 0, []string{"pe = -1: not in 0..1"}},
			{"context", block, private, 8, 0, 7, []string{"ctx = 0x7: not a context of this PE"}},
			{"invalid context", block, private, 8, 0, ^uintptr(0), []string{"SHMEM_CTX_INVALID: no context"}},
			{"NULL target", 0, private, 8, 0, 0, []string{"dest = NULL: NULL with a length of 8 bytes"}},
			{"NULL source", block, 0, 8, 0, 0, []string{"source = NULL: NULL with a length of 8 bytes"}},
			{"private", private, private, 8, 0, 0, []string{fmt.Sprintf("dest = 0x%x: not symmetric: neither", private)}},
			{"stack", 0x1000, private, 8, 0, 0, []string{"dest = 0x1000: not symmetric: it is in the stack"}},
			{"over the end", heap + end - 4, private, 8, 0, 0,
				[]string{"not symmetric: the 8 bytes from there on reach 4 beyond the end of the symmetric heap of 1048576 bytes", "SHMEM_SYMMETRIC_SIZE"}},
			{"at the end", heap + end, private, 8, 0, 0, []string{"not symmetric: 0 bytes beyond the end of the symmetric heap", "SHMEM_SYMMETRIC_SIZE"}},
			{"behind the end", heap + end + 100, private, 8, 0, 0, []string{"not symmetric: 100 bytes beyond the end of the symmetric heap"}},
			{"over the data", p.w.Data(shmemtest.DataBytes - 1), private, 2, 0, 0, []string{"reach 1 beyond the end of the program's global variables"}},
			{"endless", block, private, math.MaxUint64, 0, 0, []string{"beyond the end of the symmetric heap"}},
		} {
			err := p.Put(fn, c.ctx, c.dest, c.source, c.bytes, c.pe, false)
			p.Error(err, c.name)
			p.wrong(err, c.pieces...)
			// The same for get, whose symmetric side is the source.
			err = p.Get(fn, c.ctx, c.source, c.dest, c.bytes, c.pe, true)
			p.Error(err, c.name)
			switch c.name {
			case "NULL target":
				p.wrong(err, "source = NULL")
			case "NULL source":
				p.wrong(err, "dest = NULL")
			}
		}
	})
}

func TestWrongStrides(t *testing.T) {
	job(t, 1, shmemtest.Options{}, func(p pe) {
		block := p.malloc(1 << 10)
		_, private := shmemtest.Private[int64](p.w, 256)
		for _, c := range []struct {
			dst, sst            int64
			bsize, nelems, elem uint64
			text                string
		}{
			{0, 1, 1, 4, 8, "dst = 0: a stride must be at least 1"},
			{1, 0, 1, 4, 8, "sst = 0: a stride must be at least 1"},
			{-1, 1, 1, 1, 8, "dst = -1: a stride must be at least 1"},
			{1, math.MinInt64, 1, 4, 8, "sst = -9223372036854775808: a stride must be at least 1"},
			{2, 3, 3, 4, 8, "dst = 2: a stride must be at least the block size, 3"},
			{math.MaxInt64, 1, 1, 4, 8, "dst = 9223372036854775807: a stride of that many elements exceeds the address space"},
			{1 << 50, 1, 1, 1 << 20, 8, "the length exceeds the address space"},
			{1, 1, 1, math.MaxUint64, 8, "the length exceeds the address space"},
			{1, math.MaxInt64 / 8, 1, 9, 8, "source"},
			{math.MaxInt64, math.MaxInt64, math.MaxInt64, 1, 16, "bsize"},
			{1 << 20, 1, 1, 3, 8, "beyond the end of the symmetric heap"},
		} {
			p.wrong(p.IPut(fn, 0, block, private, c.dst, c.sst, c.bsize, c.nelems, c.elem, 0), c.text)
		}
		p.wrong(p.IPut(fn, 0, private, private, 1, 1, 1, 2, 8, 0), "dest", "not symmetric")
		p.wrong(p.IGet(fn, 0, private, private, 1, 1, 1, 2, 8, 0), "source", "not symmetric")
		p.wrong(p.IGet(fn, 0, 0, block, 1, 1, 1, 2, 8, 0), "dest = NULL")
		p.wrong(p.IPut(fn, 0, block, 0, 1, 1, 1, 2, 8, 0), "source = NULL")
		p.wrong(p.IPut(fn, 0, block, private, 1, 1, 1, 2, 8, 1), "pe = 1")
		p.wrong(p.IGet(fn, 3, private, block, 1, 1, 1, 2, 8, 0), "ctx")
		p.NoError(p.IPut(fn, 0, block, private, math.MaxInt64, math.MaxInt64, 1, 1, 8, 0), "one element has no stride")
	})
}

func TestStridedAgainstNaive(t *testing.T) {
	for name, transport := range map[string]func(*shmemtest.Rank) shmem.Transport{
		"window": nil,
		"bare":   func(r *shmemtest.Rank) shmem.Transport { return bare{r.Windows()} },
	} {
		t.Run(name, func(t *testing.T) {
			job(t, 1, shmemtest.Options{Transport: transport}, func(p pe) {
				const room = 4096
				block := p.malloc(room)
				there := shmemtest.At[byte](block, room)
				here, private := shmemtest.Private[byte](p.w, room)
				rapid.Check(t, func(t *rapid.T) {
					elem := rapid.SampledFrom([]uint64{1, 2, 4, 8, 16}).Draw(t, "elem")
					bsize := rapid.Uint64Range(1, 4).Draw(t, "bsize")
					dst := rapid.Uint64Range(bsize, 6).Draw(t, "dst")
					sst := rapid.Uint64Range(bsize, 6).Draw(t, "sst")
					n := rapid.Uint64Range(0, room/(16*6)-1).Draw(t, "n")
					get := rapid.Bool().Draw(t, "get")
					for i := range there {
						there[i], here[i] = byte(i), byte(200-i*3)
					}
					src, dest := here, append([]byte(nil), there...)
					if get {
						src, dest = there, append([]byte(nil), here...)
					}
					for i := range n {
						for k := range bsize * elem {
							dest[i*dst*elem+k] = src[i*sst*elem+k]
						}
					}
					if get {
						require.NoError(t, p.IGet(fn, 0, private, block, int64(dst), int64(sst), bsize, n, elem, 0))
						require.Equal(t, dest, here)
					} else {
						require.NoError(t, p.IPut(fn, 0, block, private, int64(dst), int64(sst), bsize, n, elem, 0))
						require.Equal(t, dest, there)
					}
				})
			})
		})
	}
}
