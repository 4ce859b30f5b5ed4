package live

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"time"

	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/node"
	"gasnetgo/ofi"
	"gasnetgo/ofi/engine"
	"gasnetgo/shmem"
	"gasnetgo/shmem/transport/mixed"
	overnet "gasnetgo/shmem/transport/ofi"
	"gasnetgo/shmem/transport/window"
)

// A job of several hosts: SHMEM's segments over windows to the ranks of this host, and over the network to all others. docs/design/hosts.md describes it.

// worldBytes are behind the library's own memory in every rank's part of the heap's segment: what this rank publishes for ranks of other hosts.
const (
	worldBytes = 4096
	barriersAt = 2 * node.Line // after the two notes of Publish: barriers entered
)

// network is SHMEM's way to the ranks of other hosts. It is made once.
type network struct {
	port      *ofi.Port
	barrier   *ofi.Barrier // of the first ranks of all hosts; nil on others
	far       *overnet.Transport
	world     uint64 // offset of worldBytes in the heap's segment
	barriers  uint32 // entered
	base, top int    // ranks of this host: from base, below top
}

// card is what a rank tells all others before they communicate.
type card struct {
	Image   uint64 // hash of the executable
	Version [24]byte
	First   uint32 // lowest rank of its host
	Lengths [2]uint64
	Regions [2]ofi.Region
	Address [512]byte // its length, little-endian in 2 bytes, and the bytes
}

// overNetwork connects this rank to all others of the job. It is collective.
func (w *shmemWorld) overNetwork(n *node.Node, s shmem.Segments) error {
	if w.portals != nil {
		return fmt.Errorf("SHMEM over Portals works on one host for now (%s)", knob.ShmemTransport)
	}
	if w.net == nil {
		net, err := w.connectHosts(n, s)
		if err != nil {
			return err
		}
		w.net = net
	} else if err := w.bootstrap(n).Barrier(); err != nil {
		return err
	}
	net := w.net
	here := func(pe int) bool { return pe >= net.base && pe < net.top }
	near := window.New(window.Config{Base: w.part, Notify: func(pe int) { n.Ring(w.local(pe)) }})
	w.transport = mixed.New(near, patient{net.far, w.Session}, here)
	return nil
}

func (w *shmemWorld) connectHosts(n *node.Node, s shmem.Segments) (*network, error) {
	mine := card{First: uint32(w.Job.LocalFirst), Lengths: [2]uint64{s.Heap.Len, s.Data.Len}}
	copy(mine.Version[:], w.hooks.Version)
	if im, err := w.hooks.Image(); err == nil {
		mine.Image = im.Hash()
	}
	eng, err := w.openEngine()
	if err == nil {
		err = expose(eng, &mine, w.Job.ID(), s, uint64(w.Rank()))
	}
	if err == nil {
		address := eng.Address()
		if len(address) == 0 || len(address) > len(mine.Address)-2 {
			return nil, fmt.Errorf("libfabric's provider %s has addresses of %d bytes", eng.Provider(), len(address))
		}
		binary.LittleEndian.PutUint16(mine.Address[:], uint16(len(address)))
		copy(mine.Address[2:], address)
	}
	if err != nil {
		return nil, err
	}
	all, err := cards(w.bootstrap(n), mine)
	if err != nil {
		return nil, err
	}
	addresses := make([][]byte, len(all))
	var leaders []int
	for r, c := range all {
		if err := mine.agrees(w.Rank(), r, c); err != nil {
			return nil, err
		}
		addresses[r] = c.Address[2:][:min(int(binary.LittleEndian.Uint16(c.Address[:])), len(c.Address)-2)]
		if int(c.First) == r {
			leaders = append(leaders, r)
		}
	}
	if err := eng.Connect(addresses); err != nil {
		return nil, fmt.Errorf("libfabric's provider %s cannot use the addresses of the other ranks: %w", eng.Provider(), err)
	}
	id := w.Job.ID()
	net := &network{base: w.Job.LocalFirst, top: w.Job.LocalFirst + w.Job.LocalSize, world: s.Heap.Len + s.Control - worldBytes}
	net.port = ofi.NewPort(ofi.Config{Engine: eng, Rank: w.Rank(), Size: w.Size(), Token: binary.LittleEndian.Uint64(id[:8]), Look: n.Look, Notify: func() { n.Ring(n.Me()) }})
	net.far = overnet.New(overnet.Config{Port: net.port, Segments: s, Region: func(pe int, seg shmem.Seg) ofi.Region { return all[pe].Regions[seg] }})
	if w.Rank() == w.Job.LocalFirst {
		net.barrier = ofi.NewBarrier(net.port, leaders)
	}
	// No message may come before its receiver is ready.
	return net, w.bootstrap(n).Barrier()
}

func (s *Session) openEngine() (*engine.Engine, error) {
	provider, err1 := s.Knobs.Text(knob.OFIProvider)
	domain, err2 := s.Knobs.Text(knob.OFIDomain)
	if err1 != nil || err2 != nil {
		return nil, fmt.Errorf("%w %w", err1, err2)
	}
	loopback, err := s.Knobs.Bool(knob.OFILoopback)
	if err != nil {
		return nil, err
	}
	eng, err := engine.Open(s.hooks.Plugin(), engine.Config{Provider: provider, Domain: domain, Loopback: loopback})
	if err != nil {
		return nil, fmt.Errorf("%w (%s and %s choose)", err, knob.OFIProvider, knob.OFIDomain)
	}
	return eng, nil
}

// expose lets peers reach the segments. The keys are secrets of the job where the provider lets us choose.
func expose(eng *engine.Engine, mine *card, id [16]byte, s shmem.Segments, rank uint64) error {
	for seg, part := range []shmem.Segment{{Base: s.Heap.Base, Len: s.Heap.Len + s.Control}, s.Data} {
		if part.Len == 0 {
			continue
		}
		var err error
		wanted := binary.LittleEndian.Uint64(id[8:]) + 2*rank + uint64(seg)
		if mine.Regions[seg], err = eng.Expose(part.Base, part.Len, wanted); err != nil {
			return fmt.Errorf("libfabric's provider %s cannot register %d bytes of symmetric memory: %w (ulimit -l limits this; %s makes the heap smaller)",
				eng.Provider(), part.Len, err, knob.SymmetricSize)
		}
	}
	return nil
}

// cards exchanges cards. It is collective.
func cards(boot Bootstrap, mine card) ([]card, error) {
	b, err := binary.Append(nil, binary.LittleEndian, mine)
	if err != nil {
		return nil, err
	}
	notes, err := boot.Exchange(b)
	if err != nil {
		return nil, err
	}
	all := make([]card, len(notes))
	for r, note := range notes {
		if _, err := binary.Decode(note, binary.LittleEndian, &all[r]); err != nil {
			return nil, fmt.Errorf("rank %d runs another version of the library: %w", r, err)
		}
	}
	return all, nil
}

// agrees is an error if another rank cannot be in the same job as this one.
func (c card) agrees(rank, other int, o card) error {
	text := func(v [24]byte) string { return string(bytes.TrimRight(v[:], "\x00")) }
	switch {
	case o.Version != c.Version:
		return fmt.Errorf("rank %d has version %s of the library, rank %d has %s; install the same version on all hosts", rank, text(c.Version), other, text(o.Version))
	case o.Image != c.Image:
		return fmt.Errorf("rank %d runs another executable (%016x) than rank %d (%016x); a job on several hosts needs the same one everywhere", rank, c.Image, other, o.Image)
	case o.Lengths != c.Lengths:
		return fmt.Errorf("rank %d has %d bytes of symmetric heap and %d of globals, rank %d has %d and %d; all ranks need the same (%s)",
			rank, c.Lengths[0], c.Lengths[1], other, o.Lengths[0], o.Lengths[1], knob.SymmetricSize)
	}
	return nil
}

// own is where this rank's worldBytes are.
func (w *shmemWorld) own() uintptr { return w.part(shmem.Heap, w.Rank()) + uintptr(w.net.world) }

// hostBarrier is the barrier of all ranks of the job: of each host, of their first ranks, of each host.
func (w *shmemWorld) hostBarrier() {
	w.net.barriers++
	atomic.StoreUint32(memory.At[uint32](w.own()+barriersAt), w.net.barriers)
	w.hooks.Barrier()
	if w.net.barrier != nil {
		w.net.barrier.Enter()
	}
	w.hooks.Barrier()
}

// patient is the network's transport, which waits before it reports a failure: most often a rank or host has died, and its launcher knows why and is about to end
// the job.
type patient struct {
	shmem.Transport
	s *Session
}

// patience is a little more than a launcher needs to notice that another one is gone.
const patience = 4 * time.Second

func (p patient) late(err error) error {
	if err != nil {
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if _, over := p.s.Job.Ended(); over {
				select {} // the watcher ends this process
			}
		}
	}
	return err
}

func (p patient) Put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, nbi bool) error {
	return p.late(p.Transport.Put(ctx, pe, dst, src, nbi))
}

func (p patient) Get(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, nbi bool) error {
	return p.late(p.Transport.Get(ctx, pe, src, dst, nbi))
}

func (p patient) Atomic(ctx shmem.Ctx, pe int, at shmem.Addr, op shmem.AMO, into []byte) (uint64, error) {
	old, err := p.Transport.Atomic(ctx, pe, at, op, into)
	return old, p.late(err)
}

func (p patient) Fence(ctx shmem.Ctx) error { return p.late(p.Transport.Fence(ctx)) }
func (p patient) Quiet(ctx shmem.Ctx) error { return p.late(p.Transport.Quiet(ctx)) }
