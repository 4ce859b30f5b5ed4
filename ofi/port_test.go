package ofi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// picky is an engine that takes no messages for some peers, and notes the others.
type picky struct {
	ofi.Engine
	refuses map[int]bool
	sent    map[int][]byte // the last byte of each message, by peer
}

func (e *picky) Send(peer int, message []byte) error {
	if e.refuses[peer] {
		return ofi.ErrAgain
	}
	e.sent[peer] = append(e.sent[peer], message[len(message)-1])
	return nil
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
