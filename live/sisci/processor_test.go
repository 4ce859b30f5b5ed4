package sisci

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
)

// TestFlags: a reset of a flag leaves its neighbours in the word alone, which are stored meanwhile: each is seen, and as often as it is stored. A lost flag ends in the test's timeout.
func TestFlags(t *testing.T) {
	page, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON) // the race detector leaves it alone
	require.NoError(t, err)
	at := memory.Address(page)
	const rounds = 100_000
	var w world
	var seen [4]atomic.Int64
	var stop atomic.Bool
	done := make(chan bool)
	go func() { // the owner of the flags
		defer close(done)
		for !stop.Load() {
			for i := range seen {
				if w.Load(at+uintptr(i)) != 0 && w.Swap(at+uintptr(i), 0) == byte(10+i) {
					seen[i].Add(1)
				}
			}
		}
	}()
	for round := range rounds {
		for i := range seen {
			w.Store(at+uintptr(i), []byte{byte(10 + i)})
		}
		for i := range seen {
			for seen[i].Load() <= int64(round) {
				runtime.Gosched()
			}
		}
	}
	stop.Store(true)
	<-done
	for i := range seen {
		require.EqualValues(t, rounds, seen[i].Load(), "flag %d", i)
	}
	require.Equal(t, []byte{0, 0, 0, 0}, page[:4])
	require.NoError(t, unix.Munmap(page))
}
