package nal

import (
	"bytes"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// A rank that opens its interface again has one progress goroutine at a time, or each would overwrite what the other says about being asleep.
func TestReopened(t *testing.T) {
	n := newNode(t)
	routes := NewRoutes(n, nil)
	var before <-chan struct{}
	for epoch := range uint16(20) {
		host := &process.Host{NI: portals.New(portals.Config{ID: routes.Default(0)})}
		l := Open(Config{Node: n, Host: host, Routes: routes, Epoch: epoch, Todo: new(uint32), Notice: func(string) {}, Closed: func() {}})
		require.NotEqual(t, before, routes.progress)
		before = routes.progress
		host.Lock()
		l.Close()
		host.Unlock()
	}
	<-before
}

// Whoever shares the interface is called when something has come, with the lock held.
func TestHooks(t *testing.T) {
	r := newRank(newNode(t), CopyAuto, 1)
	locked := 0
	r.Lock()
	r.AddHook(func() {
		if !r.TryLock() {
			locked++
		}
	})
	md, c := r.NI.MDBind(portals.MD{Threshold: 1, EQ: r.eq}, nil, portals.UnlinkIt)
	require.Equal(t, portals.OK, c)
	op, c := r.NI.Put(md, 0, 0, portals.NoAck, portals.Target{ID: r.NI.ID(), PT: 3}, 0)
	require.Equal(t, portals.OK, c)
	r.link.Send(op)
	for locked == 0 {
		r.link.Serve()
		r.Unlock() // the progress goroutine may have taken it
		r.Lock()
	}
	require.Equal(t, 1, locked)
	r.Unlock()
	r.close()
}

// Swaps of an element of 4 or 8 bytes are atomic to each other, whichever side executes them; others exchange the bytes.
func TestExchange(t *testing.T) {
	at := programMemory(t, 4096)
	for _, width := range []uint64{4, 8} {
		const swaps = 2000
		seen := make([]map[byte]int, 4)
		var all sync.WaitGroup
		clear(memory.Bytes(at, 8))
		for k := range seen {
			seen[k] = map[byte]int{}
			all.Add(1)
			go func() {
				defer all.Done()
				old := make([]byte, width)
				for range swaps {
					require.True(t, exchange(old, portals.Region{Addr: at, Len: width}, bytes.Repeat([]byte{byte(k + 1)}, 8)))
					require.Equal(t, bytes.Repeat(old[:1], int(width)), old, "torn")
					seen[k][old[0]]++
				}
			}()
		}
		all.Wait()
		total := map[byte]int{memory.Bytes(at, 1)[0]: 1}
		for _, s := range seen {
			for v, n := range s {
				total[v] += n
			}
		}
		require.Equal(t, map[byte]int{0: 1, 1: swaps, 2: swaps, 3: swaps, 4: swaps}, total, "each value comes back once")
	}
	for _, width := range []int{1, 2, 3, 5, 8, 64} {
		for off := range uintptr(3) {
			fillRandom(memory.Bytes(at, 128), byte(width))
			was := append([]byte(nil), memory.Bytes(at+off, uint64(width))...)
			old, put := make([]byte, width), bytes.Repeat([]byte{7}, width)
			require.True(t, exchange(old, portals.Region{Addr: at + off, Len: uint64(width)}, put))
			require.Equal(t, was, old)
			require.Equal(t, put, memory.Bytes(at+off, uint64(width)))
		}
	}
}
