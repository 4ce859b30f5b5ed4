package gasnet

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
)

// narrow is a conduit with room for a reply when a message of another thread has been done with.
type narrow struct {
	conduit.Core
	arrivals []*conduit.Arrival
	refused  atomic.Bool // a reply has found no room
	done     atomic.Bool
}

func (c *narrow) Limits() conduit.Limits { return conduit.Limits{} }
func (c *narrow) Done(*conduit.Arrival)  { c.done.Store(true) }
func (c *narrow) Idle()                  { runtime.Gosched() }

func (c *narrow) Reply(*conduit.Arrival, *conduit.Message) bool {
	if !c.done.Load() {
		c.refused.Store(true)
		return false
	}
	return true
}

func (c *narrow) Next(replies bool) *conduit.Arrival {
	if replies || len(c.arrivals) == 0 {
		return nil
	}
	a := c.arrivals[0]
	c.arrivals = c.arrivals[1:]
	return a
}

// While a thread waits for room for its reply, another one can end the handler whose message has that room.
func TestReplyWaitsWithoutTheLock(t *testing.T) {
	core := &narrow{arrivals: []*conduit.Arrival{{Handler: 200}, {Handler: 200}}}
	r := New(&alone{segment: make([]byte, 8), core: core}, Options{})
	_, _, err := r.Init("gasnet_init", modePAR, false, 0)
	require.NoError(t, err)
	_, err = r.Attach("gasnet_attach", 0, 0, 0, 0, 0)
	require.NoError(t, err)
	r.handlers[200] = 1

	var tokens [2]uintptr
	for i := range tokens { // two threads have a handler each
		d := new(delivery)
		rc, err := r.Poll("gasnet_AMPoll", 0, uintptr(unsafe.Pointer(d)))
		require.NoError(t, err)
		require.EqualValues(t, Deliver, rc)
		tokens[i] = d.Token
	}
	replied := make(chan error)
	go func() {
		_, err := r.AM("gasnet_AMReplyShort0", true, int32(conduit.Short), 0, tokens[0], 200, 0, 0, 0, 0, 0, false, false)
		replied <- err
	}()
	require.Eventually(t, core.refused.Load, 10*time.Second, time.Millisecond)
	go r.Delivered("a handler", tokens[1])
	select {
	case err := <-replied:
		require.NoError(t, err)
	case <-time.After(10 * time.Second):
		t.Fatal("the reply holds the lock that the other handler needs to end")
	}
}
