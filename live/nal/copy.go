package nal

import (
	"errors"

	"golang.org/x/sys/unix"

	"gasnetgo/node"
	"gasnetgo/portals"
)

// errCannotCopy says that a peer's memory is out of reach from here.
var errCannotCopy = errors.New("no way to copy from that rank's memory")

// errNoMemory says that an address of this process leads nowhere.
var errNoMemory = errors.New("no memory there")

const (
	batch     = 64       // pieces in one call of the kernel
	batchSize = 64 << 20 // bytes in one call of the kernel
)

// copyFrom copies bytes of local rank from into a region of this process, as many as the region has. It runs without the lock.
func (l *Link) copyFrom(from node.LocalRank, into portals.Region, pieces []portals.Iovec) error {
	var local []unix.Iovec
	var remote []unix.RemoteIovec
	pending := uint64(0)
	kernel := func() error {
		if len(local) == 0 {
			return nil
		}
		err := l.Node.ReadPeer(from, local, remote)
		local, remote, pending = local[:0], remote[:0], 0
		if errors.Is(err, node.ErrNoKernelCopy) {
			return errCannotCopy
		}
		return err
	}
	done := uint64(0)
	for _, p := range pieces {
		for off := uint64(0); off < p.Len && done < into.Len; {
			dst := first(into.Slice(done, into.Len-done))
			n := min(p.Len-off, dst.Len, batchSize)
			src := p.Base + uintptr(off)
			if l.Copy == CopyAuto && (from == l.me || l.Node.Linear(src, n) == src) {
				if !move(dst.Base, src, n) {
					return errNoMemory
				}
			} else {
				local = append(local, node.LocalIovec(dst.Base, n))
				remote = append(remote, unix.RemoteIovec{Base: src, Len: int(n)})
				if pending += n; len(local) == batch || pending >= batchSize {
					if err := kernel(); err != nil {
						return err
					}
				}
			}
			off += n
			done += n
		}
	}
	return kernel()
}

// first is the first piece of a region that has one.
func first(r portals.Region) portals.Iovec {
	for p := range r.Pieces {
		if p.Len > 0 {
			return p
		}
	}
	return portals.Iovec{}
}
