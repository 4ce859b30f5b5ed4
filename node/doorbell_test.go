package node

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestLongestNap: the more ranks share a core, the less often each of them wakes up without being rung.
func TestLongestNap(t *testing.T) {
	for _, c := range []struct {
		ranks, cores int
		want         time.Duration
	}{{1, 1, lastNap}, {2, 2, lastNap}, {3, 8, lastNap}, {3, 2, 2 * lastNap}, {8, 2, 4 * lastNap}, {16, 2, mostNap}, {128, 2, mostNap}, {1, 0, lastNap}} {
		assert.Equal(t, c.want, longestNap(c.ranks, c.cores), "%d ranks on %d cores", c.ranks, c.cores)
	}
}
