package engine_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// TestArmWakes: a thread that sleeps on an engine's descriptors is woken by a message, by one over a connection that is opened meanwhile, and by nothing else.
func TestArmWakes(t *testing.T) {
	for _, provider := range ofitest.Providers(t) {
		open := ofitest.Libfabric(t, provider)
		t.Run(provider, func(t *testing.T) {
			engines := open(3)
			var addresses [][]byte
			for _, e := range engines {
				addresses = append(addresses, e.Address())
			}
			for _, e := range engines {
				require.NoError(t, e.Connect(addresses))
				defer e.Close()
			}
			var sending sync.WaitGroup
			defer sending.Wait()                  // before the engines close
			for _, from := range []int{1, 2, 1} { // each has a connection of its own, which its first message opens
				for quiet := false; !quiet; { // what opened the connection before may still come
					_, quiet = poll(t, engines[0])
					quiet = quiet && !sleep(t, engines[0], 50*time.Millisecond)
				}
				sending.Go(func() {
					time.Sleep(20 * time.Millisecond)
					for engines[from].Send(0, []byte{byte(from)}) == ofi.ErrAgain {
						poll(t, engines[from])
					}
					for range 100 { // opens the connection
						poll(t, engines[from])
						time.Sleep(time.Millisecond)
					}
				})
				require.True(t, sleep(t, engines[0], 10*time.Second), "no descriptor has announced the message of rank %d", from)
				var got []byte
				for end := time.Now().Add(10 * time.Second); got == nil && time.Now().Before(end); {
					sleep(t, engines[0], time.Millisecond)
					got, _ = poll(t, engines[0])
				}
				require.Equal(t, []byte{byte(from)}, got)
				sending.Wait()
			}
		})
	}
}

// TestProviders: over TCP a job does without ofi_rxm, if libfabric can and the user lets it.
func TestProviders(t *testing.T) {
	provider := func(t *testing.T, list string) string {
		e := ofitest.Libfabric(t, list)(1)[0]
		defer e.Close()
		return e.Provider()
	}
	choices := map[string]string{
		"tcp": "tcp;ofi_rxm", "net": "net", "tcp,net": "net", "net,sockets": "net", "sockets,tcp": "tcp;ofi_rxm", "sockets,udp": "sockets",
		"^net": "tcp;ofi_rxm", "^net,tcp": "sockets", "": "net",
	}
	if provider(t, "^shm") != "net" { // libfabric 1.18 or later
		choices = map[string]string{"tcp": "tcp", "tcp;ofi_rxm": "tcp;ofi_rxm", "tcp,udp": "tcp", "^udp": "tcp", "": "tcp"}
	}
	for list, want := range choices {
		assert.Equal(t, want, provider(t, list), "%q", list)
	}
}

// poll returns the last message, and whether nothing has happened.
func poll(t *testing.T, e ofi.Engine) (message []byte, nothing bool) {
	var events [8]ofi.Event
	n, err := e.Poll(events[:])
	assert.NoError(t, err)
	for _, v := range events[:n] {
		if v.Kind == ofi.Message {
			message = append([]byte(nil), v.Data...)
			e.Release(v.Tag)
		}
	}
	return message, n == 0
}

// sleep reports whether something may have come.
func sleep(t *testing.T, e ofi.Engine, most time.Duration) bool {
	fds, armed := e.Arm()
	if !armed {
		return true
	}
	require.NotEmpty(t, fds)
	for end := time.Now().Add(most); ; {
		limit := unix.NsecToTimespec(max(time.Until(end).Nanoseconds(), 0))
		if n, err := unix.Ppoll(fds, &limit, nil); err != unix.EINTR { // a signal of Go's scheduler
			return err == nil && n > 0
		}
	}
}
