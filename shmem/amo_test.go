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

func (p pe) amo(target uintptr, op, typ int32, value, cond uint64, to int32) uint64 {
	old, err := p.AMO(fn, 0, 0, target, op, typ, value, cond, to)
	p.NoError(err)
	return old
}

func TestAMOAgainstNaive(t *testing.T) {
	job(t, 1, shmemtest.Options{}, func(p pe) {
		words := shmemtest.At[uint64](p.w.Data(0), 4)
		fetched, fetch := shmemtest.Private[uint64](p.w, 1)
		rapid.Check(t, func(t *rapid.T) {
			typ := rapid.Int32Range(shmem.TypeI8, shmem.TypeU64).Draw(t, "type")
			op := rapid.Int32Range(shmem.AMOFetch, shmem.AMOXor).Draw(t, "op")
			value, start := rapid.Uint64().Draw(t, "value"), rapid.Uint64().Draw(t, "start")
			width := shmem.TypeBytes(typ)
			mask := ^uint64(0) >> (64 - 8*width)
			cond := rapid.SampledFrom([]uint64{start & mask, start | ^mask, value}).Draw(t, "cond")
			nbi := rapid.Bool().Draw(t, "nbi")
			at := 8 + width*rapid.Uint64Range(0, 8/width-1).Draw(t, "place")
			words[0], words[1], words[2], fetched[0] = start, start, start, start
			cell := shmemtest.At[byte](p.w.Data(at), int(width))
			old := shmem.Bits(cell)
			want := old
			switch op {
			case shmem.AMOSet, shmem.AMOSwap:
				want = value
			case shmem.AMOAdd:
				want += value
			case shmem.AMOCSwap:
				if old == cond&mask {
					want = value
				}
			case shmem.AMOAnd:
				want &= value
			case shmem.AMOOr:
				want |= value
			case shmem.AMOXor:
				want ^= value
			}
			var got uint64
			var err error
			if nbi {
				got, err = p.AMO(fn, 0, fetch, p.w.Data(at), op, typ, value, cond, 0)
				require.Zero(t, got)
				require.NoError(t, p.Quiet(fn, 0))
				got = shmem.Bits(shmemtest.At[byte](fetch, int(width)))
				if width < 8 {
					require.Equal(t, start>>(8*width), fetched[0]>>(8*width), "no more than the element is written")
				}
			} else {
				got, err = p.AMO(fn, 0, 0, p.w.Data(at), op, typ, value, cond, 0)
			}
			require.NoError(t, err)
			require.Equal(t, old, got)
			require.Equal(t, want&mask, shmem.Bits(cell))
			shmem.SetBits(cell, old)
			require.Equal(t, []uint64{start, start, start}, words[:3], "the neighbours")
		})
	})
}

// NaN payloads pass through: floats travel as bits.
func TestAMOOnFloats(t *testing.T) {
	on(t, func(p pe) {
		const nan = 0x7FF4_DEAD_BEEF_0001
		target := p.malloc(8)
		shmemtest.At[uint64](target, 1)[0] = nan
		p.barrier()
		p.Equal(uint64(nan), p.amo(target, shmem.AMOFetch, shmem.TypeU64, 0, 0, p.next))
		p.barrier()
		p.Equal(uint64(nan), p.amo(target, shmem.AMOSwap, shmem.TypeU64, math.Float64bits(1.5), 0, p.next))
		p.barrier()
		p.Equal(1.5, shmemtest.At[float64](target, 1)[0])
	})
}

func TestAMOFromAll(t *testing.T) {
	on(t, func(p pe) {
		const rounds = 200
		target := p.malloc(64)
		clear(shmemtest.At[byte](target, 64))
		p.barrier()
		for range rounds {
			for pe := range int32(p.n) {
				p.amo(target, shmem.AMOAdd, shmem.TypeI64, 1, 0, pe)
				p.amo(target+10, shmem.AMOAdd, shmem.TypeI16, math.MaxUint64, 0, pe)
				for {
					old := p.amo(target+16, shmem.AMOFetch, shmem.TypeU32, 0, 0, pe)
					if p.amo(target+16, shmem.AMOCSwap, shmem.TypeU32, old+3, old, pe) == old {
						break
					}
				}
			}
		}
		p.barrier()
		total := rounds * p.n
		p.EqualValues(total, shmemtest.At[int64](target, 1)[0])
		p.EqualValues(-total, shmemtest.At[int16](target+10, 1)[0])
		p.EqualValues(3*total, shmemtest.At[uint32](target+16, 1)[0])
		p.Zero(shmemtest.At[uint16](target+8, 1)[0])
	})
}

func TestWrongAMO(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		_, private := shmemtest.Private[int64](p.w, 1)
		block := p.malloc(16)
		for _, c := range []struct {
			ctx, target uintptr
			op, typ, pe int32
			text        string
		}{
			{0, block, shmem.AMOAdd, shmem.TypeI64, 2, "pe = 2: not in 0..1"},
			{0, block, shmem.AMOAdd, shmem.TypeI64, -2, "pe = -2: not in 0..1"},
			{9, block, shmem.AMOAdd, shmem.TypeI64, 0, "ctx = 0x9: not a context of this PE"},
			{0, 0, shmem.AMOAdd, shmem.TypeI64, 0, "dest = NULL"},
			{0, 0, shmem.AMOFetch, shmem.TypeI64, 0, "source = NULL"},
			{0, private, shmem.AMOSwap, shmem.TypeI64, 0, "dest = 0x"},
			{0, block + 4, shmem.AMOSwap, shmem.TypeI64, 0, "not at a multiple of 8 bytes"},
			{0, block + 1, shmem.AMOSwap, shmem.TypeI16, 0, "not at a multiple of 2 bytes"},
			{0, p.w.Data(shmemtest.DataBytes - 4), shmem.AMOSwap, shmem.TypeI64, 0, "beyond the end of the program's global variables"},
			{0, block, 8, shmem.TypeI64, 0, "op = 8"},
			{0, block, -1, shmem.TypeI64, 0, "op = -1"},
			{0, block, shmem.AMOAdd, 8, 0, "type = 8"},
			{0, block, shmem.AMOAdd, -1, 0, "type = -1"},
		} {
			_, err := p.AMO(fn, c.ctx, 0, c.target, c.op, c.typ, 1, 0, c.pe)
			p.Error(err, fmt.Sprintf("%+v", c))
			p.wrong(err, c.text)
		}
	})
}

func TestOrder(t *testing.T) {
	on(t, func(p pe) {
		for _, call := range []func(string, uintptr) error{p.Fence, p.Quiet} {
			p.NoError(call(fn, 0))
			p.NoError(call(fn, ^uintptr(0)), "an invalid context is nothing to wait for")
			p.wrong(call(fn, 5), "ctx = 0x5: not a context of this PE")
		}
		p.Equal(1, p.barriers(p.barrier))
		p.Equal(1, p.barriers(func() { p.NoError(p.SyncAll(fn)) }))
	})
}

// Put data, fence, put flag; the next rank spins on the flag with wait_until and then must see the data.
func TestPutFenceFlag(t *testing.T) {
	on(t, func(p pe) {
		data, flag := p.malloc(800), p.malloc(8)
		shmemtest.At[int64](flag, 1)[0] = 0
		p.barrier()
		out, from := shmemtest.Private[int64](p.w, 100)
		for round := range int64(50) {
			for i := range out {
				out[i] = round*1000 + int64(p.me)
			}
			p.NoError(p.Put(fn, 0, data, from, 800, p.next, false))
			p.NoError(p.Fence(fn, 0))
			p.amo(flag, shmem.AMOSet, shmem.TypeI64, uint64(round+1), 0, p.next)
			_, err := p.Wait(fn, shmem.WaitUntilOne, shmem.TypeI64, shmem.CmpGE, flag, 1, 0, 0, uint64(round+1), 0)
			p.NoError(err)
			for _, v := range shmemtest.At[int64](data, 100) {
				p.Equal(round*1000+int64(p.before()), v)
			}
			p.barrier()
		}
	})
}
