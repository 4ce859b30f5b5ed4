package live

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/ofi/engine"
	"gasnetgo/ofi/ofitest"
)

// TestKeys: the keys of regions over TCP differ in every bit now and then, from one region to the next and from one rank to another: no key tells another one.
func TestKeys(t *testing.T) {
	const regions, ranks = 16, 4
	all := map[uint64]bool{}
	ones, zeros, steps := uint64(0), uint64(0), map[uint64]bool{}
	for range ranks {
		e, err := engine.Open(ofitest.Plugin(t), engine.Config{Provider: "tcp,net", Domain: "lo", Loopback: true, Peers: ranks})
		require.NoError(t, err)
		defer e.Close()
		h := &Network{engine: e}
		block := memory.Room(regions * 4096)
		before := uint64(0)
		for i := range regions {
			r, err := h.Expose(memory.Address(block[i*4096:]), 4096, "", 0)
			require.NoError(t, err)
			all[r.Key], steps[r.Key-before] = true, true
			ones, zeros, before = ones|r.Key, zeros|^r.Key, r.Key
		}
	}
	assert.Len(t, all, regions*ranks)
	assert.Len(t, steps, regions*ranks)
	assert.Equal(t, ^uint64(0), ones)
	assert.Equal(t, ^uint64(0), zeros)
}
