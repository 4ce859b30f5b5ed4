package ofi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/armci/pages"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	layer "gasnetgo/ofi/request"
)

// TestDamage: both ranks report a message that no transport sends, and memory stays as it was.
func TestDamage(t *testing.T) {
	const counted, words = ^uint32(0), 4
	var arenas [2][words]uint64
	at := uint64(memory.Address(arenas[1][:]))
	messages := ofitest.NoClientSends()
	for name, m := range map[string]layer.Message{
		"a put elsewhere":              {Kind: msgPut, ID: counted, At: 8},
		"a put behind the arena":       {Kind: msgPut, ID: counted, At: at + 8*words - 7},
		"a get elsewhere":              {Kind: msgGet, ID: 1, At: 8, Value: 8},
		"a get that is too long":       {Kind: msgGet, ID: 1, At: at, Value: mostData + 1},
		"a get that wraps around":      {Kind: msgGet, ID: 1, At: ^uint64(0), Value: 8},
		"an atomic of 3 bytes":         {Kind: msgAtomic, ID: 1, At: at, Type: 3},
		"an atomic of no bytes":        {Kind: msgAtomic, ID: counted, At: at},
		"an atomic that there is not":  {Kind: msgAtomic, ID: counted, At: at, Type: 8, Op: 99},
		"an atomic elsewhere":          {Kind: msgAtomic, ID: 1, Type: 8, At: 8},
		"an atomic of unaligned words": {Kind: msgAtomic, ID: 1, At: at + 1, Type: 4},
		"a request that is none":       {Kind: msgRequest, ID: 1},
		"a request that counts":        {Kind: msgRequest, ID: counted},
	} {
		messages[name] = append(m.Append(nil), "12345678"...)
	}
	ofitest.Damage(t, ofi.ARMCI, messages, func(_ *testing.T, ports []*ofi.Port) (failed []func() error) {
		var parts []Part
		for r := range ports {
			parts = append(parts, Part{Control: memory.Address(make([]uint64, 8)), Arena: memory.Address(arenas[r][:])})
		}
		for r, port := range ports {
			var failure error
			x := New(Config{Port: port, Parts: parts, Control: 64, Pages: pages.Pages{Arena: func(int) uintptr { return parts[r].Arena }, Bytes: 8 * words}, Fail: func(err error) { failure = err }})
			failed = append(failed, func() error {
				x.Fence(1 - r)
				return failure
			})
		}
		return failed
	}, func(t *testing.T) { require.Zero(t, arenas) })
}
