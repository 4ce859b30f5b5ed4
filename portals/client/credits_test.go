package client

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Whatever is lent, taken, returned and revoked: a credit is taken if and only if fewer are in use than are lent.
func TestCredits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const peers = 3
		each := rapid.IntRange(0, 4).Draw(t, "each")
		c := NewCredits(peers, each)
		lent, used := [peers]int{each, each, each}, [peers]int{}
		peer := func() int { return rapid.IntRange(0, peers-1).Draw(t, "peer") }
		t.Repeat(map[string]func(*rapid.T){
			"take": func(t *rapid.T) {
				p := peer()
				took := c.Take(p)
				require.Equal(t, used[p] < lent[p], took)
				if took {
					used[p]++
				}
			},
			"return": func(t *rapid.T) {
				p := peer()
				n := rapid.IntRange(0, used[p]).Draw(t, "n")
				c.Return(p, n)
				used[p] -= n
			},
			"lend": func(t *rapid.T) {
				p := peer()
				n := rapid.IntRange(-lent[p], 3).Draw(t, "n")
				c.Lend(p, n)
				lent[p] += n
			},
			"": func(t *rapid.T) {
				for p := range peers {
					require.Equal(t, lent[p], c.Lent(p))
					require.Equal(t, used[p], c.InUse(p))
				}
			},
		})
	})
}

// Answers and revocations of credits that are not there are errors of the client.
func TestCreditsTooMany(t *testing.T) {
	c := NewCredits(2, 1)
	require.True(t, c.Take(1))
	require.False(t, c.Take(1))
	require.PanicsWithValue(t, "client: 2 credits returned for peer 1, of which 1 are in use", func() { c.Return(1, 2) })
	require.PanicsWithValue(t, "client: 2 credits revoked for peer 0, of which 1 are lent", func() { c.Lend(0, -2) })
	require.Panics(t, func() { c.Return(0, -1) })
}

// A ring must have space for its largest message in each buffer.
func TestRingTooSmall(t *testing.T) {
	w := newWorld(1)
	c := w.client(0)
	require.NoError(t, c.Open(func(s *Setup) {
		q := s.Operations(nil)
		for _, bad := range []RingConfig{{Buffers: 0, Memory: make([]byte, 64)}, {Buffers: 4, Memory: make([]byte, 64), Largest: 17}} {
			bad.Queue = q
			require.Panics(t, func() { s.Ring(bad) })
		}
	}))
	c.Close()
}
