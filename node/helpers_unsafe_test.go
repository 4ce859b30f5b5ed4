package node

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// lockedBuffer lets several processes' outputs share one buffer.
type lockedBuffer struct {
	mu sync.Mutex
	to *bytes.Buffer // guarded by mu
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to.Write(p)
}

// A byte at the start of a segment, accessed as the word that it begins.
func load8(p *byte) byte { return byte(atomic.LoadUint32((*uint32)(unsafe.Pointer(p)))) }

func store8(p *byte, v byte) { atomic.StoreUint32((*uint32)(unsafe.Pointer(p)), uint32(v)) }

// A warm mailbox is in memory before anything has been sent, and still empty.
func warmScenario(n *Node) error {
	ring := n.ring(n.me)
	n.WarmMailbox()
	there := make([]byte, (len(ring)+Page-1)/Page)
	if _, _, errno := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&ring[0])), uintptr(len(ring)), uintptr(unsafe.Pointer(&there[0]))); errno != 0 {
		return errno
	}
	for i, in := range there {
		if in&1 == 0 {
			return fmt.Errorf("page %d of the mailbox is not in memory", i)
		}
	}
	if n.HasMail() {
		return fmt.Errorf("a warm mailbox has mail")
	}
	return n.Barrier()
}
