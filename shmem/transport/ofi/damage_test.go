package ofi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/ofi/request"
	"gasnetgo/shmem"
)

// TestDamage: both ranks report a message that no transport sends, and memory stays as it was.
func TestDamage(t *testing.T) {
	const counted, words = ^uint32(0), 4
	messages := ofitest.NoClientSends()
	for name, m := range map[string]request.Message{
		"a put behind the heap":         {Kind: msgPut, ID: counted, At: 8*words - 7},
		"a put to no segment":           {Kind: msgPut, ID: counted, Part: 2},
		"a get behind the heap":         {Kind: msgGet, ID: 1, At: 8 * words, Value: 1},
		"a get that is too long":        {Kind: msgGet, ID: 1, Value: Eager + 1},
		"a get that wraps around":       {Kind: msgGet, ID: 1, At: ^uint64(0), Value: 8},
		"an atomic that there is not":   {Kind: msgAMO, ID: 1, Op: 99},
		"an atomic of no type":          {Kind: msgAMO, ID: counted, Type: 8},
		"an atomic behind the heap":     {Kind: msgAMO, ID: counted, Op: shmem.AMOSet, Type: shmem.TypeU64, At: 8 * words},
		"an atomic of unaligned memory": {Kind: msgAMO, ID: 1, Op: shmem.AMOSwap, Type: shmem.TypeU64, At: 4},
		"a part that is no put":         {Kind: msgSeveral, ID: counted},
	} {
		messages[name] = append(m.Append(nil), "12345678"...)
	}
	long := request.Message{Kind: msgPut, Cond: 9}
	messages["a part that is too long"] = append(long.Append((&request.Message{Kind: msgSeveral, ID: counted}).Append(nil)), "12345678"...)

	var heaps [2][words]uint64
	ofitest.Damage(t, ofi.SHMEM, messages, func(_ *testing.T, ports []*ofi.Port) (failed []func() error) {
		for r, port := range ports {
			heap := heaps[r][:]
			x := New(Config{Port: port, Segments: shmem.Segments{Heap: shmem.Segment{Base: memory.Address(heap), Len: 8 * words}}})
			failed = append(failed, func() error { return x.Quiet(0) })
		}
		return failed
	}, func(t *testing.T) { require.Zero(t, heaps) })
}
