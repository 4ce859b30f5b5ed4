package shmem_test

import (
	"testing"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

// Data travels round a ring, and each rank waits for nothing but the signal.
func TestPutSignal(t *testing.T) {
	on(t, func(p pe) {
		data, sig := p.malloc(2048), p.w.Data(64)
		shmemtest.At[uint64](sig, 1)[0] = 0
		p.barrier()
		out, from := shmemtest.Private[int64](p.w, 200)
		total := uint64(0)
		for round := range int64(40) {
			for i := range out {
				out[i] = round*1000 + int64(p.me)
			}
			op, value := int32(shmem.SignalSet), uint64(round+1)
			if round%2 == 1 {
				op, value = shmem.SignalAdd, 1
			}
			total++
			p.NoError(p.PutSignal(fn, 0, data, from, uint64(round*40), sig, value, op, p.next, round%3 == 0))
			v, err := p.SignalWait(fn, sig, shmem.CmpGE, total)
			p.NoError(err)
			p.Equal(total, v)
			for _, v := range shmemtest.At[int64](data, int(round*40/8)) {
				p.Equal(round*1000+int64(p.before()), v)
			}
			v, err = p.SignalFetch(fn, sig)
			p.NoError(err)
			p.Equal(total, v)
			p.barrier()
		}
	})
}

func TestWrongSignals(t *testing.T) {
	job(t, 2, shmemtest.Options{}, func(p pe) {
		_, private := shmemtest.Private[int64](p.w, 1)
		block := p.malloc(64)
		p.wrong(p.PutSignal(fn, 0, block, private, 8, private, 1, 0, 0, false), "sig_addr = 0x", "not symmetric")
		p.wrong(p.PutSignal(fn, 0, block, private, 8, block+12, 1, 0, 0, false), "sig_addr = 0x", "not at a multiple of 8")
		p.wrong(p.PutSignal(fn, 0, block, private, 8, block+8, 1, 2, 0, false), "sig_op = 2: not a signal operator")
		p.wrong(p.PutSignal(fn, 0, private, private, 8, block+8, 1, 0, 0, false), "dest = 0x", "not symmetric")
		p.wrong(p.PutSignal(fn, 0, block, 0, 8, block+8, 1, 0, 0, false), "source = NULL")
		p.wrong(p.PutSignal(fn, 0, block, private, 0, block+8, 1, 0, 2, false), "pe = 2: not in 0..1")
		p.wrong(p.PutSignal(fn, 3, block, private, 0, block+8, 1, 0, 1, false), "ctx = 0x3")
		_, err := p.SignalFetch(fn, private)
		p.wrong(err, "sig_addr")
		_, err = p.SignalWait(fn, private, 0, 0)
		p.wrong(err, "sig_addr")
		_, err = p.SignalWait(fn, block, 9, 0)
		p.wrong(err, "cmp = 9")
	})
}

func TestMaskedSwap(t *testing.T) {
	job(t, 3, shmemtest.Options{}, func(p pe) {
		block := p.malloc(8)
		clear(shmemtest.At[byte](block, 8))
		p.barrier()
		// Each rank counts in bits of its own; they do not interfere.
		mask := uint64(0x1F) << (5 * p.me)
		for i := range uint64(31) {
			old, err := p.MaskedSwap(fn, block+2, shmem.TypeI16, mask, ^mask|(i+1)<<(5*p.me), 0)
			p.NoError(err)
			p.Equal(i<<(5*p.me), old&mask)
		}
		p.barrier()
		if p.me == 0 {
			p.Equal([]uint16{0, 0x7FFF, 0, 0}, shmemtest.At[uint16](block, 4))
		}
		_, err := p.MaskedSwap(fn, block, shmem.TypeI64, 1, 1, 3)
		p.wrong(err, "pe = 3")
	})
}
