package shmem

import (
	"fmt"
	"sync/atomic"

	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/ofi"
	"gasnetgo/shmem"
	"gasnetgo/shmem/transport/mixed"
	overnet "gasnetgo/shmem/transport/ofi"
	"gasnetgo/shmem/transport/window"
)

// SHMEM on several hosts: its segments over windows to the ranks of this host, and over the network to all others.

// worldBytes are behind the library's own memory in every rank's part of the heap's segment: what this rank publishes for ranks of other hosts.
const (
	worldBytes = 4096
	hostsAlign = 1 << 30       // of the heaps of a job
	barriersAt = 2 * node.Line // after the two notes of Publish: barriers entered
)

// network is SHMEM's way to the ranks of other hosts. It is made once.
type network struct {
	*live.Network
	far   *overnet.Transport // nil over Portals
	align uint64             // up to which multiples all heaps agree; 0: all are at one address
	world uint64             // offset of worldBytes in the heap's segment
}

// symmetric is what ranks tell each other of their segments.
type symmetric struct {
	Heap    uint64 // where its program sees it
	Lengths [2]uint64
	Regions [2]ofi.Region
}

// overNetwork connects this rank to all others of the job. It is collective.
func (w *world) overNetwork(n *node.Node, s shmem.Segments) error {
	again := w.net != nil
	if !again {
		net, err := w.connectHosts(n, s)
		if err != nil {
			return err
		}
		w.net = net
		w.windows.Entered = w.own() + barriersAt
	}
	if w.portals != nil {
		return w.overPortals(n, s)
	}
	if again {
		if err := w.Bootstrap(n).Barrier(); err != nil {
			return err
		}
	}
	shared := window.New(window.Config{Base: w.part, Notify: func(pe int) { n.Ring(w.Local(pe)) }})
	w.transport = mixed.New(shared, lateFailures{w.net.far, w.Session}, w.IsHere, w.plane.Begun)
	return nil
}

func (w *world) connectHosts(n *node.Node, s shmem.Segments) (*network, error) {
	host, err := w.Network(n)
	if err != nil {
		return nil, err
	}
	if err := w.SameTransport(host, knob.ShmemTransport); err != nil {
		return nil, err
	}
	mine := symmetric{Heap: uint64(s.Heap.Base), Lengths: [2]uint64{s.Heap.Len, s.Data.Len}}
	if w.portals != nil { // now, before the program can call Portals on some ranks only
		if err := w.portals().Connect(w.Session, n); err != nil {
			return nil, err
		}
	} else {
		for seg, part := range []shmem.Segment{{Base: s.Heap.Base, Len: s.Heap.Len + s.Control}, s.Data} {
			if mine.Regions[seg], err = host.Expose(part.Base, part.Len, knob.SymmetricSize, s.Control); err != nil {
				return nil, err
			}
		}
	}
	all, err := live.Exchange(w.Bootstrap(n), mine)
	if err != nil {
		return nil, err
	}
	differ := uint64(0)
	for r, o := range all {
		differ |= o.Heap ^ mine.Heap
		if o.Lengths != mine.Lengths {
			return nil, w.Mismatch(fmt.Errorf("rank %d has %d bytes of symmetric heap and %d of globals, rank %d has %d and %d; all ranks need the same (%s)",
				w.Rank(), mine.Lengths[0], mine.Lengths[1], r, o.Lengths[0], o.Lengths[1], knob.SymmetricSize))
		}
	}
	net := &network{Network: host, align: differ & -differ, world: s.Heap.Len + s.Control - worldBytes}
	if w.portals != nil {
		return net, nil
	}
	net.far = overnet.New(overnet.Config{Port: host.Port, Segments: s, Region: func(pe int, seg shmem.Seg) ofi.Region { return all[pe].Regions[seg] }})
	// No message may come before its receiver is ready.
	return net, w.Bootstrap(n).Barrier()
}

// own is where this rank's worldBytes are.
func (w *world) own() uintptr { return w.part(shmem.Heap, w.Rank()) + uintptr(w.net.world) }

// hostBarrier is the barrier of all ranks of the job: of each host, of their first ranks, of each host.
func (w *world) hostBarrier() {
	atomic.AddUint32(memory.At[uint32](w.own()+barriersAt), 1)
	w.Hooks.Barrier()
	if w.net.Leaders != nil {
		w.net.Leaders.Enter()
	}
	w.Hooks.Barrier()
}

// lateFailures is the network's transport, which waits before it reports a failure: most often a rank or host has died, and its launcher knows why and is about to end
// the job.
type lateFailures struct {
	shmem.Transport
	s *live.Session
}

func (p lateFailures) Put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, nbi bool) error {
	return p.s.Late(p.Transport.Put(ctx, pe, dst, src, nbi))
}

func (p lateFailures) Get(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, nbi bool) error {
	return p.s.Late(p.Transport.Get(ctx, pe, src, dst, nbi))
}

func (p lateFailures) Atomic(ctx shmem.Ctx, pe int, at shmem.Addr, op shmem.AMO, into []byte) (uint64, error) {
	old, err := p.Transport.Atomic(ctx, pe, at, op, into)
	return old, p.s.Late(err)
}

func (p lateFailures) Fence(ctx shmem.Ctx) error { return p.s.Late(p.Transport.Fence(ctx)) }
func (p lateFailures) Quiet(ctx shmem.Ctx) error { return p.s.Late(p.Transport.Quiet(ctx)) }
