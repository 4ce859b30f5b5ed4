// Package livetest has jobs on several hosts whose ranks are all in one process, for tests.
package livetest

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
	"gasnetgo/node"
	"gasnetgo/ofi"
)

// Cluster is the nodes and the network of a job, by rank.
type Cluster struct {
	Nodes []*node.Node
	Ports []*ofi.Port
}

const (
	mailbox  = 16 << 10
	reserved = 1 << 40 // bytes of addresses of a host's ranks
	aligned  = 1 << 30
)

// New makes a job of ranks on several hosts, over engines of as many ranks. It lasts as long as the test.
func New(t *testing.T, engines []ofi.Engine, hosts ...int) *Cluster {
	t.Helper()
	c, size := &Cluster{}, len(engines)
	var addresses [][]byte
	for _, e := range engines {
		addresses = append(addresses, e.Address())
	}
	for _, ranks := range hosts {
		fd, err := unix.MemfdCreate("livetest", unix.MFD_CLOEXEC)
		require.NoError(t, err)
		file := os.NewFile(uintptr(fd), "memory")
		require.NoError(t, file.Truncate(1<<46))
		at, first := place(t), len(c.Nodes)
		t.Cleanup(func() { file.Close() })
		for i := first; i < first+ranks; i++ {
			n, err := node.Open(node.Options{Rank: i, Size: size, Host: node.Host{First: first, Size: ranks}, FD: fd, Base: at, Reserved: reserved, MailboxBytes: mailbox, Program: os.Args[0]})
			require.NoError(t, err)
			n.OpenMemory()
			require.NoError(t, engines[i].Connect(addresses))
			port := ofi.NewPort(ofi.Config{Engine: engines[i], Rank: i, Size: size, Token: 5})
			t.Cleanup(port.Close)
			c.Nodes, c.Ports = append(c.Nodes, n), append(c.Ports, port)
		}
	}
	return c
}

// place is where the memory file of a host may be mapped. The kernel chooses the addresses: Go's heap is at others in each process, and fixed ones could be among them.
func place(t *testing.T) uintptr {
	b, err := unix.MmapPtr(-1, 0, nil, reserved+aligned, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	require.NoError(t, err)
	t.Cleanup(func() { _ = unix.MunmapPtr(b, reserved+aligned) })
	return (uintptr(b) + aligned - 1) &^ (aligned - 1)
}

// Memory is memory as a program has it: not Go's, private to the process.
func Memory(t *testing.T, bytes int) []byte {
	t.Helper()
	b, err := unix.Mmap(-1, 0, bytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	require.NoError(t, err)
	t.Cleanup(func() { _ = unix.Munmap(b) })
	return memory.Bytes(memory.Address(b), uint64(bytes))
}
