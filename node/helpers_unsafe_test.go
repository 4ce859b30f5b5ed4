package node

import (
	"bytes"
	"sync"
	"sync/atomic"
	"unsafe"
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
