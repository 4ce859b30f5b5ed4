package ofi_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// TestWaitLooksBriefly: a wait that nothing ends looks for long once, and a single time after each sleep.
func TestWaitLooksBriefly(t *testing.T) {
	for _, e := range ofitest.New(2, 1) { // one has a descriptor
		looks := 0
		port := ofi.NewPort(ofi.Config{Engine: e, Size: 1, Look: func(cond func() bool) bool {
			looks++
			return cond()
		}})
		conds := 0
		port.Wait(func() bool {
			conds++
			return conds == 20
		})
		port.Close()
		require.Equal(t, 1, looks)
	}
}

// TestWaitLooksAgain: a wait looks for long again when something has come that did not end it.
func TestWaitLooksAgain(t *testing.T) {
	engines := ofitest.New(2, 1)
	var addresses [][]byte
	for _, e := range engines {
		addresses = append(addresses, e.Address())
	}
	var ports []*ofi.Port
	var looks atomic.Int32
	var over atomic.Bool
	for r, e := range engines {
		require.NoError(t, e.Connect(addresses))
		c := ofi.Config{Engine: e, Rank: r, Size: 2, Token: 3}
		if r == 0 {
			c.Look = func(cond func() bool) bool {
				looks.Add(1)
				return cond()
			}
		}
		ports = append(ports, ofi.NewPort(c))
	}
	defer ports[1].Close()
	defer ports[0].Close()
	ports[0].Attach(ofi.SHMEM, &counter{})
	ports[1].Attach(ofi.SHMEM, &counter{})
	go func() {
		for range 1000 { // one that comes just before the wait polls by itself, after a sleep, says nothing
			time.Sleep(2 * time.Millisecond)
			ports[1].Lock()
			ports[1].Send(0, ofi.SHMEM, []byte{1}, nil)
			ports[1].Unlock()
			if looks.Load() > 1 {
				break
			}
		}
		over.Store(true)
	}()
	ports[0].Wait(over.Load)
	require.Greater(t, looks.Load(), int32(1))
}

// counter counts messages.
type counter struct{ messages int }

func (c *counter) Receive(int, []byte) { c.messages++ }
func (c *counter) Batch()              {}
