package edgetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/node"
)

// Go and C speak the same protocol on the same ring: C echoes what Go sends, through rings of one page that are full most of the time.
func TestMailboxGoAndC(t *testing.T) {
	const base, ring, records = 0x180000000000, node.Page, 20000
	program := build(t, "echo", nil, "testdata/echo.c", "../plane.c", "../wait.c", "../place.c")
	fd, err := unix.MemfdCreate("mailbox-test", unix.MFD_CLOEXEC)
	require.NoError(t, err)
	file := os.NewFile(uintptr(fd), "memory")
	defer file.Close()
	require.NoError(t, file.Truncate(1<<46))
	n, err := node.Open(node.Options{Rank: 0, Size: 2, FD: fd, Base: base, MailboxBytes: ring, Program: "test"})
	require.NoError(t, err)

	echo := exec.Command(program, fmt.Sprintf("%x", base), fmt.Sprint(int(n.Block().Top)))
	echo.ExtraFiles = []*os.File{file}
	echo.Stderr = os.Stderr
	require.NoError(t, echo.Start())

	random := rand.New(rand.NewPCG(1, 2))
	var sent [][]byte
	back := 0
	receive := func(from int, kind uint8, p []byte) {
		want := sent[back]
		k := uint8(back % 200)
		require.Equal(t, 1, from)
		require.Equal(t, k+1, kind)
		require.True(t, bytes.Equal(append(want, k), p), "record %d", back)
		back++
	}
	for i := range records {
		p := make([]byte, 1+random.IntN(node.MaxRecord(ring)-1))
		for j := range p {
			p[j] = byte(random.Uint32())
		}
		sent = append(sent, p)
		for !n.Send(1, uint8(i%200), p) {
			n.Poll(receive)
		}
	}
	n.Wait(func() bool {
		for n.Poll(receive) {
		}
		return back == records
	})
	for !n.Send(1, 0, nil) {
	}
	require.NoError(t, echo.Wait())
}
