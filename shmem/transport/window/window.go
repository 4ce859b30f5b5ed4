package window

import (
	"runtime"
	"sync/atomic"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/strided"
	"gasnetgo/shmem"
)

// Config says where the windows are.
type Config struct {
	// Base is the address at which the first byte of pe's segment is mapped here. Segments are mapped up to a multiple of 8 bytes on both ends.
	Base func(seg shmem.Seg, pe int) uintptr

	// Notify, if there is one, is called after memory of pe has changed, so that it can look whether it waited for that.
	Notify func(pe int)

	// Progress, if there is one, is called by a rank that waits or tests.
	Progress func()
}

// Transport is a shmem.Transport. It may be used by several threads at once.
type Transport struct {
	c     Config
	order atomic.Uint32
}

var (
	_ shmem.Transport    = (*Transport)(nil)
	_ shmem.StridedMover = (*Transport)(nil)
	_ shmem.DirectMapper = (*Transport)(nil)
)

// New is a transport over the windows of c.
func New(c Config) *Transport {
	if c.Notify == nil {
		c.Notify = func(int) {}
	}
	if c.Progress == nil {
		c.Progress = func() {}
	}
	return &Transport{c: c}
}

// Put copies src to dst on pe.
func (t *Transport) Put(_ shmem.Ctx, pe int, dst shmem.Addr, src []byte, _ bool) error {
	store(t.at(pe, dst), src)
	t.c.Notify(pe)
	return nil
}

// Get copies from src on pe to dst.
func (t *Transport) Get(_ shmem.Ctx, pe int, src shmem.Addr, dst []byte, _ bool) error {
	load(dst, t.at(pe, src))
	return nil
}

// PutStrided copies blocks of src to pe.
func (t *Transport) PutStrided(_ shmem.Ctx, pe int, dst shmem.Addr, src []byte, s strided.Row) error {
	s.Copy(t.at(pe, dst), memory.Address(src))
	runtime.KeepAlive(src)
	t.c.Notify(pe)
	return nil
}

// GetStrided copies blocks of pe's memory to dst.
func (t *Transport) GetStrided(_ shmem.Ctx, pe int, src shmem.Addr, dst []byte, s strided.Row) error {
	s.Copy(memory.Address(dst), t.at(pe, src))
	runtime.KeepAlive(dst)
	return nil
}

// Atomic does op on the element at pe.
func (t *Transport) Atomic(_ shmem.Ctx, pe int, at shmem.Addr, op shmem.AMO, into []byte) (uint64, error) {
	addr := t.at(pe, at)
	width := shmem.TypeBytes(op.Type)
	if uint64(addr)%width != 0 {
		return 0, fault.New("", nil, "the window of PE %d is not aligned to %d bytes", pe, width)
	}
	old := atomically(addr, width, op)
	if op.Op != shmem.AMOFetch {
		t.c.Notify(pe)
	}
	if into != nil {
		shmem.SetBits(into, old)
		return 0, nil
	}
	return old, nil
}

// Fence orders stores before it before stores after it.
func (t *Transport) Fence(shmem.Ctx) error {
	t.order.Add(1) // Go has no fence; an atomic read-modify-write is one
	return nil
}

// Quiet does what Fence does: everything is complete already.
func (t *Transport) Quiet(shmem.Ctx) error {
	t.order.Add(1)
	return nil
}

// Progress has nothing to do by itself.
func (t *Transport) Progress() { t.c.Progress() }

// Direct is where pe's byte at a is mapped here.
func (t *Transport) Direct(pe int, a shmem.Addr) (uintptr, bool) { return t.at(pe, a), true }

func (t *Transport) at(pe int, a shmem.Addr) uintptr { return t.c.Base(a.Seg, pe) + uintptr(a.Off) }
