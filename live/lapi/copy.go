package lapi

import (
	"errors"
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
	"gasnetgo/lapi/process"
	"gasnetgo/node"
)

// Copy stores a packet's data.
func (l *Link) Copy(from int, p *lapi.Packet, into []lapi.Piece) error {
	if p.Data != nil {
		data := p.Data
		for _, q := range into {
			data = data[copy(memory.Bytes(q.At, q.Len), data):]
		}
		return nil
	}
	err := l.copyPlace(l.world.Local(from), p.From, into)
	if errors.Is(err, node.ErrNoKernelCopy) {
		return fmt.Errorf("%w (%s=stream sends data through mailboxes)", err, knob.LapiCopy)
	}
	if errors.Is(err, unix.EFAULT) {
		if none := l.missing(l.world.Local(from), p.From, into); none != nil {
			return none
		}
	}
	return err
}

// missing finds out, after a copy that has failed, which task has no memory where: it copies again, in steps that lie in one page on both sides.
func (l *Link) missing(from node.LocalRank, source, into []lapi.Piece) *process.NoMemory {
	step := func(at uintptr) uint64 { return pageBytes - uint64(at)%pageBytes }
	scratch := memory.Room(pageBytes)
	defer runtime.KeepAlive(scratch)
	var off, at uint64
	for len(source) > 0 && len(into) > 0 {
		src, dst := source[0].At+uintptr(off), into[0].At+uintptr(at)
		n := min(source[0].Len-off, into[0].Len-at, step(src), step(dst))
		if n > 0 {
			remote := []unix.RemoteIovec{{Base: src, Len: int(n)}}
			if l.node.ReadPeer(from, []unix.Iovec{node.LocalIovec(memory.Address(scratch), n)}, remote) != nil {
				return &process.NoMemory{At: src, Sender: true}
			}
			if l.node.ReadPeer(from, []unix.Iovec{node.LocalIovec(dst, n)}, remote) != nil {
				return &process.NoMemory{At: dst}
			}
		}
		if off += n; off == source[0].Len {
			source, off = source[1:], 0
		}
		if at += n; at == into[0].Len {
			into, at = into[1:], 0
		}
	}
	return nil
}

const pageBytes = 4 << 10 // at most a page

const batch = 64 // pieces in one call of the kernel

// copyPlace copies from memory of a rank: from what is shared by loads and stores, else through the kernel.
func (l *Link) copyPlace(from node.LocalRank, source, into []lapi.Piece) error {
	own := from == l.node.Me()
	var local []unix.Iovec
	var remote []unix.RemoteIovec
	kernel := func() error {
		if len(local) == 0 {
			return nil
		}
		err := l.node.ReadPeer(from, local, remote)
		local, remote = local[:0], remote[:0]
		return err
	}
	var off, at uint64 // in the first piece of source, of into
	for len(source) > 0 && len(into) > 0 {
		n := min(source[0].Len-off, into[0].Len-at)
		src, dst := source[0].At+uintptr(off), into[0].At+uintptr(at)
		if n > 0 && (own || l.node.Linear(src, n) == src) {
			memory.Copy(dst, src, n)
		} else if n > 0 {
			local = append(local, node.LocalIovec(dst, n))
			remote = append(remote, unix.RemoteIovec{Base: src, Len: int(n)})
			if len(local) == batch {
				if err := kernel(); err != nil {
					return err
				}
			}
		}
		if off += n; off == source[0].Len {
			source, off = source[1:], 0
		}
		if at += n; at == into[0].Len {
			into, at = into[1:], 0
		}
	}
	return kernel()
}
