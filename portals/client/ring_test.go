package client

import (
	"testing"

	"github.com/stretchr/testify/require"
)

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
