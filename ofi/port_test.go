package ofi_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// picky is an engine that takes no messages for some peers, and notes the others.
type picky struct {
	ofi.Engine
	refuses map[int]bool
	lost    map[int]error  // peers to which there is no way
	sent    map[int][]byte // the last byte of each message, by peer
}

func (e *picky) Send(peer int, message []byte) error {
	if e.refuses[peer] {
		return ofi.ErrAgain
	}
	if err := e.lost[peer]; err != nil {
		return err
	}
	e.sent[peer] = append(e.sent[peer], message[len(message)-1])
	return nil
}

func (e *picky) Write(peer int, _ uintptr, _ uint64, _ ofi.Place, _ uint64) error {
	return e.Send(peer, []byte{9})
}

// TestLoss: the way to a peer may be lost for a while, at each time; what is sent meanwhile arrives. Other errors, and a loss that lasts, are failures that say where the peer is.
func TestLoss(t *testing.T) {
	now := time.Unix(1000, 0)
	for _, lost := range []error{unix.ENETUNREACH, unix.EHOSTUNREACH, unix.ENETDOWN} {
		e := &picky{Engine: ofitest.New(1, 1)[0], lost: map[int]error{1: lost}, sent: map[int][]byte{}}
		port := ofi.NewPort(ofi.Config{Engine: e, Size: 4, Now: func() time.Time { return now }, Where: func(rank int) string { return fmt.Sprintf("rank %d on host b", rank) }})
		port.Lock()
		for round := range byte(3) {
			e.lost[1] = lost
			port.Send(1, ofi.SHMEM, []byte{round}, nil)
			now = now.Add(ofi.LossTime - time.Millisecond)
			port.ProgressLocked()
			require.True(t, port.Backlog())
			delete(e.lost, 1)
			port.ProgressLocked()
			require.False(t, port.Backlog())
			now = now.Add(time.Hour)
		}
		require.Equal(t, []byte{0, 1, 2}, e.sent[1])
		require.NoError(t, port.Broken())

		e.lost[1] = lost
		port.Send(1, ofi.SHMEM, []byte{3}, nil)
		now = now.Add(ofi.LossTime)
		port.ProgressLocked()
		require.ErrorIs(t, port.Broken(), lost)
		require.ErrorContains(t, port.Broken(), "sending to rank 1 on host b")
		port.Unlock()
		port.Close()
	}

	e := &picky{Engine: ofitest.New(1, 1)[0], lost: map[int]error{1: unix.ENETUNREACH, 2: unix.ECONNREFUSED}, sent: map[int][]byte{}}
	port := ofi.NewPort(ofi.Config{Engine: e, Size: 4, Now: func() time.Time {
		now = now.Add(ofi.LossTime / 4)
		return now
	}})
	defer port.Close()
	port.Lock()
	defer port.Unlock()
	var failure error
	port.Write(1, 0, 8, ofi.Place{}, func(err error) { failure = err })
	require.ErrorIs(t, failure, unix.ENETUNREACH)
	require.ErrorContains(t, failure, "rank 1")
	port.Send(2, ofi.SHMEM, []byte{0}, nil)
	require.ErrorIs(t, port.Broken(), unix.ECONNREFUSED)
}

// failing is an engine with one failure to report.
type failing struct {
	ofi.Engine
	failure []ofi.Event
}

func (e *failing) Poll(events []ofi.Event) (int, error) {
	n := copy(events, e.failure)
	e.failure = nil
	return n, nil
}

// TestEnded: transfers with a process that has ended end as well, and its failures are none of the network's.
func TestEnded(t *testing.T) {
	left := map[int]bool{2: true}
	e := &picky{Engine: ofitest.New(1, 1)[0], refuses: map[int]bool{1: true, 2: true}, lost: map[int]error{3: unix.ECONNREFUSED}, sent: map[int][]byte{}}
	port := ofi.NewPort(ofi.Config{Engine: e, Size: 4, Left: func(rank int) bool { return left[rank] }})
	defer port.Close()
	port.Lock()
	defer port.Unlock()
	var failure error
	port.Write(2, 0, 8, ofi.Place{}, func(err error) { failure = err })
	require.EqualError(t, failure, "moving memory of rank 2: its process has ended")
	require.NoError(t, port.Broken())
	port.Send(3, ofi.SHMEM, []byte{0}, nil)
	require.ErrorIs(t, port.Broken(), unix.ECONNREFUSED)
	left[3] = true
	require.NoError(t, port.Broken())
}

// TestFailureNames: a failure of the network says where the peer is, if the engine knows which one.
func TestFailureNames(t *testing.T) {
	for peer, want := range map[int]string{2: "cut off, with rank 2 on host b", -1: "cut off"} {
		e := &failing{Engine: ofitest.New(1, 1)[0]}
		port := ofi.NewPort(ofi.Config{Engine: e, Size: 4, Where: func(rank int) string { return fmt.Sprintf("rank %d on host b", rank) }})
		port.Lock()
		e.failure = []ofi.Event{{Kind: ofi.Failed, Tag: ^uint64(0), Peer: peer, Data: []byte("cut off")}}
		port.ProgressLocked()
		require.EqualError(t, port.Broken(), want)
		port.Unlock()
		port.Close()
	}
}

// TestBacklog: a peer that takes no messages delays those for no other, its own arrive in their order, and those for a process that has ended are lost.
func TestBacklog(t *testing.T) {
	e := &picky{Engine: ofitest.New(1, 1)[0], refuses: map[int]bool{1: true, 2: true}, sent: map[int][]byte{}}
	left := -1
	port := ofi.NewPort(ofi.Config{Engine: e, Size: 4, Left: func(rank int) bool { return rank == left }})
	defer port.Close()
	port.Lock()
	defer port.Unlock()
	send := func(peer int, value byte) { port.Send(peer, ofi.SHMEM, []byte{value}, nil) }
	for i := range byte(3) {
		for peer := 1; peer <= 3; peer++ {
			send(peer, i)
		}
	}
	require.Equal(t, map[int][]byte{3: {0, 1, 2}}, e.sent)
	require.True(t, port.Backlog())

	e.refuses[2] = false
	send(2, 3) // behind those that wait
	port.ProgressLocked()
	require.Equal(t, []byte{0, 1, 2, 3}, e.sent[2])
	require.True(t, port.Backlog())

	left = 1
	port.ProgressLocked()
	require.False(t, port.Backlog())
	e.refuses[1] = false
	port.ProgressLocked()
	require.Empty(t, e.sent[1])
	require.NoError(t, port.Broken())
}
