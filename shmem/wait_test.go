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

const noElement = math.MaxUint64

func (p pe) wait(mode, typ, cmp int32, ivars uintptr, n uint64, indices, status uintptr, value uint64, values uintptr) uint64 {
	result, err := p.Wait(fn, mode, typ, cmp, ivars, n, indices, status, value, values)
	p.NoError(err)
	return result
}

func TestComparisons(t *testing.T) {
	values := []int64{0, 1, -1, 127, -128, 32767, -32768, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64}
	job(t, 1, shmemtest.Options{}, func(p pe) {
		at := p.w.Data(64)
		cell := shmemtest.At[uint64](at, 1)
		for typ := int32(shmem.TypeI8); typ <= shmem.TypeU64; typ++ {
			for _, a := range values {
				for _, b := range values {
					cell[0] = uint64(a)
					var less, equal bool
					switch typ {
					case shmem.TypeI8:
						less, equal = int8(a) < int8(b), int8(a) == int8(b)
					case shmem.TypeU8:
						less, equal = uint8(a) < uint8(b), uint8(a) == uint8(b)
					case shmem.TypeI16:
						less, equal = int16(a) < int16(b), int16(a) == int16(b)
					case shmem.TypeU16:
						less, equal = uint16(a) < uint16(b), uint16(a) == uint16(b)
					case shmem.TypeI32:
						less, equal = int32(a) < int32(b), int32(a) == int32(b)
					case shmem.TypeU32:
						less, equal = uint32(a) < uint32(b), uint32(a) == uint32(b)
					case shmem.TypeI64:
						less, equal = a < b, a == b
					default:
						less, equal = uint64(a) < uint64(b), a == b
					}
					for cmp, want := range map[int32]bool{shmem.CmpEQ: equal, shmem.CmpNE: !equal, shmem.CmpLT: less, shmem.CmpLE: less || equal,
						shmem.CmpGT: !less && !equal, shmem.CmpGE: !less} {
						got := p.wait(shmem.WaitTestOne, typ, cmp, at, 1, 0, 0, uint64(b), 0)
						p.Equal(want, got == 1, "type %d: %d cmp %d %d", typ, a, cmp, b)
						if want {
							mask := ^uint64(0) >> (64 - 8*shmem.TypeBytes(typ))
							p.Equal(uint64(a)&mask, p.wait(shmem.WaitUntilOne, typ, cmp, at, 1, 0, 0, uint64(b), 0), "the value that satisfied it")
						}
					}
				}
			}
		}
	})
}

func TestEmptySets(t *testing.T) {
	job(t, 1, shmemtest.Options{}, func(p pe) {
		ones, status := shmemtest.Private[int32](p.w, 3)
		for i := range ones {
			ones[i] = 5 - int32(i)*10 // anything but 0
		}
		_, indices := shmemtest.Private[uint64](p.w, 3)
		for mode, want := range map[int32]uint64{
			shmem.WaitUntilAll: 0, shmem.WaitUntilAny: noElement, shmem.WaitUntilSome: 0,
			shmem.WaitTestAll: 1, shmem.WaitTestAny: noElement, shmem.WaitTestSome: 0,
		} {
			p.Equal(want, p.wait(mode, shmem.TypeI64, shmem.CmpEQ, 0, 0, 0, 0, 1, 0), "no elements, NULL: mode %d", mode)
			p.Equal(want, p.wait(mode, shmem.TypeI64, shmem.CmpEQ, p.w.Data(0), 3, indices, status, 1, 0), "all masked: mode %d", mode)
		}
		p.Equal([]int32{5, -5, -15}, ones, "never written")
	})
}

func TestWrongWaits(t *testing.T) {
	job(t, 1, shmemtest.Options{}, func(p pe) {
		_, private := shmemtest.Private[int64](p.w, 1)
		d := p.w.Data(0)
		_, indices := shmemtest.Private[uint64](p.w, 4)
		for _, c := range []struct {
			mode, typ, cmp int32
			ivars          uintptr
			n              uint64
			indices        uintptr
			text           string
		}{
			{shmem.WaitUntilOne, shmem.TypeI64, 6, d, 1, 0, "cmp = 6: not a comparison"},
			{shmem.WaitUntilOne, shmem.TypeI64, -1, d, 1, 0, "cmp = -1: not a comparison"},
			{shmem.WaitTestAll, shmem.TypeI64, 99, d, 0, 0, "cmp = 99"},
			{99, shmem.TypeI64, 0, d, 1, 0, "mode = 99"},
			{shmem.WaitUntilOne, 11, 0, d, 1, 0, "type = 11"},
			{shmem.WaitUntilOne, shmem.TypeI64, 0, 0, 1, 0, "ivar = NULL"},
			{shmem.WaitUntilOne, shmem.TypeI64, 0, private, 1, 0, "ivar = 0x"},
			{shmem.WaitUntilOne, shmem.TypeI32, 0, d + 2, 1, 0, "not at a multiple of 4 bytes"},
			{shmem.WaitUntilAll, shmem.TypeI64, 0, 0, 2, 0, "ivars = NULL"},
			{shmem.WaitTestAny, shmem.TypeI64, 0, d + shmemtest.DataBytes - 8, 2, 0, "ivars = 0x"},
			{shmem.WaitTestAny, shmem.TypeI64, 0, d, math.MaxUint64 / 4, 0, "exceeds the address space"},
			{shmem.WaitUntilSome, shmem.TypeI64, 0, d, 2, 0, "indices = NULL"},
			{shmem.WaitTestSome, shmem.TypeI64, 0, d, 2, 0, "indices = NULL"},
			{shmem.WaitTestSome, shmem.TypeI64, 0, private, 2, indices, "not symmetric"},
		} {
			_, err := p.Wait(fn, c.mode, c.typ, c.cmp, c.ivars, c.n, c.indices, 0, 0, 0)
			p.Error(err, fmt.Sprintf("%+v", c))
			p.wrong(err, c.text)
		}
	})
}

// Test forms against the definition, with masks and vectors.
func TestTestsAgainstNaive(t *testing.T) {
	job(t, 1, shmemtest.Options{}, func(p pe) {
		const room = 12
		indices, indicesAt := shmemtest.Private[uint64](p.w, room)
		status, statusAt := shmemtest.Private[int32](p.w, room)
		values, valuesAt := shmemtest.Private[int16](p.w, room)
		ivars := shmemtest.At[int16](p.w.Data(16), room)
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(0, room).Draw(t, "n")
			small := rapid.Int16Range(-2, 2)
			value := small.Draw(t, "value")
			mask, vector := uintptr(0), uintptr(0)
			if rapid.Bool().Draw(t, "masked") {
				mask = statusAt
			}
			if rapid.Bool().Draw(t, "vector") {
				vector = valuesAt
			}
			var want []uint64
			takePart := 0
			for i := range n {
				ivars[i], values[i], status[i] = small.Draw(t, "ivar"), small.Draw(t, "value"), rapid.Int32Range(0, 1).Draw(t, "status")
				against := value
				if vector != 0 {
					against = values[i]
				}
				if mask == 0 || status[i] == 0 {
					takePart++
					if ivars[i] > against {
						want = append(want, uint64(i))
					}
				}
			}
			test := func(mode int32) uint64 {
				v, err := p.Wait(fn, mode, shmem.TypeI16, shmem.CmpGT, p.w.Data(16), uint64(n), indicesAt, mask, uint64(value), vector)
				require.NoError(t, err)
				return v
			}
			require.Equal(t, takePart == len(want), test(shmem.WaitTestAll) == 1)
			require.EqualValues(t, len(want), test(shmem.WaitTestSome))
			require.Equal(t, want, append([]uint64(nil), indices[:len(want)]...))
			if len(want) == 0 {
				require.EqualValues(t, uint64(noElement), test(shmem.WaitTestAny))
				return
			}
			// Each gets its turn; blocking forms return at once and agree.
			seen := map[uint64]bool{}
			for range want {
				seen[test(shmem.WaitTestAny)] = true
			}
			for _, i := range want {
				require.True(t, seen[i], "index %d has had no turn in %v", i, seen)
			}
			require.Contains(t, want, test(shmem.WaitUntilAny))
			require.EqualValues(t, len(want), test(shmem.WaitUntilSome))
			if takePart == len(want) {
				require.Zero(t, test(shmem.WaitUntilAll))
			}
		})
	})
}

// Arrays that are looked at in turn do not keep each other from rotating.
func TestAnyIsFairAmongManyArrays(t *testing.T) {
	job(t, 1, shmemtest.Options{}, func(p pe) {
		const arrays, n = 40, 5
		seen := map[[2]uint64]bool{}
		for range 100 {
			for a := range uint64(arrays) {
				i := p.wait(shmem.WaitTestAny, shmem.TypeI64, shmem.CmpEQ, p.w.Data(a*8*n), n, 0, 0, 0, 0)
				seen[[2]uint64{a, i}] = true
			}
		}
		p.Len(seen, arrays*n)
	})
}

// The blocking forms wake for puts, atomics and plain stores of another thread.
func TestWaitsWake(t *testing.T) {
	on(t, func(p pe) {
		const n = 5
		d := p.w.Data(0)
		_, indicesAt := shmemtest.Private[uint64](p.w, n)
		value, from := shmemtest.Private[int64](p.w, 1)
		for round := int64(1); round < 20; round++ {
			for k := range uintptr(n) {
				value[0] = round
				if k%2 == 0 {
					p.NoError(p.Put(fn, 0, d+8*k, from, 8, p.next, false))
				} else {
					p.amo(d+8*k, shmem.AMOAdd, shmem.TypeI64, 1, 0, p.next)
				}
				switch round % 4 {
				case 0:
					p.Equal(uint64(round), p.wait(shmem.WaitUntilOne, shmem.TypeI64, shmem.CmpEQ, d+8*k, 1, 0, 0, uint64(round), 0))
				case 1:
					p.Less(p.wait(shmem.WaitUntilAny, shmem.TypeI64, shmem.CmpEQ, d, n, 0, 0, uint64(round), 0), uint64(n))
				case 2:
					p.NotZero(p.wait(shmem.WaitUntilSome, shmem.TypeI64, shmem.CmpEQ, d, n, indicesAt, 0, uint64(round), 0))
				}
			}
			p.wait(shmem.WaitUntilAll, shmem.TypeI64, shmem.CmpEQ, d, n, 0, 0, uint64(round), 0)
			p.barrier()
		}
		done := make(chan struct{})
		flag := p.malloc(8)
		shmemtest.At[int64](flag, 1)[0] = 0
		go func() {
			defer close(done)
			shmemtest.Store(flag, 7)
			p.w.Poke()
		}()
		p.EqualValues(7, p.wait(shmem.WaitUntilOne, shmem.TypeI64, shmem.CmpNE, flag, 1, 0, 0, 0, 0))
		<-done
	})
}

// All is satisfied when each element has been, even if not at the same moment.
func TestMaskedWait(t *testing.T) {
	on(t, func(p pe) {
		status, statusAt := shmemtest.Private[int32](p.w, 4)
		status[1], status[3] = 1, -1
		_, indicesAt := shmemtest.Private[uint64](p.w, 4)
		d := p.w.Data(128)
		p.amo(d, shmem.AMOSet, shmem.TypeI32, 3, 0, p.next)
		p.amo(d+8, shmem.AMOSet, shmem.TypeI32, 3, 0, p.next)
		p.Zero(p.wait(shmem.WaitUntilAll, shmem.TypeI32, shmem.CmpEQ, d, 4, 0, statusAt, 3, 0))
		p.EqualValues(2, p.wait(shmem.WaitUntilSome, shmem.TypeI32, shmem.CmpEQ, d, 4, indicesAt, statusAt, 3, 0))
		p.Equal([]uint64{0, 2}, shmemtest.At[uint64](indicesAt, 2))
		p.Contains([]uint64{0, 2}, p.wait(shmem.WaitUntilAny, shmem.TypeI32, shmem.CmpEQ, d, 4, 0, statusAt, 3, 0))
	})
}
