package live

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"

	"gasnetgo/internal/knob"
	"gasnetgo/node"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/shmem"
	"gasnetgo/shmem/transport/portals"
	"gasnetgo/shmem/transport/window"
)

// connect creates SHMEM's transport. When it returns, all ranks have reached this point. It reports ranks that have chosen different transports.
func (w *shmemWorld) connect(n *node.Node, s shmem.Segments) error {
	if w.portals != nil {
		return w.overPortals(n, s)
	}
	if _, err := peers(w.bootstrap(n), hello{}, knob.ShmemTransport); err != nil {
		return err
	}
	w.transport = window.New(window.Config{Base: w.part, Notify: func(pe int) { n.Ring(w.local(pe)) }})
	return nil
}

// overPortals shares the process's interface with the program.
func (w *shmemWorld) overPortals(n *node.Node, s shmem.Segments) error {
	p := w.portals()
	host, link, refused := p.Acquire(process.SHMEM)
	mine := hello{Portals: true}
	if refused == nil {
		host.Lock()
		mine.ID, mine.Indices = host.NI.ID(), uint32(host.NI.Granted().MaxPTIndex)+1
		host.Unlock()
	}
	all, err := peers(w.bootstrap(n), mine, knob.ShmemTransport)
	if err := errors.Join(refused, err); err != nil {
		return err
	}
	index := mine.Indices
	for _, h := range all {
		index = min(index, h.Indices)
	}
	w.node = n
	t, err := portals.New(portals.Config{
		Host: host, Link: link, Segments: s,
		Index: index - process.SHMEM.FromEnd(),
		ID:    func(pe int) ptl.ProcessID { return all[pe].ID },
		Wait:  func(_ string, cond func() bool) { w.awaitPortals(w.node, cond) },
		Polls: w.polls,
		Count: w.plane.Counts(),
	})
	if err != nil {
		return err
	}
	w.process, w.transport = p, t
	return nil
}

// polls notes that a thread that does not wait polls for messages itself.
func (w *shmemWorld) polls() {
	polled := &w.node.Rank(w.node.Me()).Service.Polled
	if atomic.LoadUint64(polled) != node.PolledAsleep {
		atomic.StoreUint64(polled, node.Ticks())
	}
}

// disconnect gives up what connect has made.
func (w *shmemWorld) disconnect() {
	if t, ok := w.transport.(*portals.Transport); ok {
		t.Close()
		w.process.Release(process.SHMEM)
	}
	w.transport, w.process = nil, nil
}

// hello is what ranks tell each other when they connect.
type hello struct {
	Portals bool          // that is the transport
	LAPI    bool          // or that
	ID      ptl.ProcessID // then: goes by this
	Indices uint32        // has so many portal indices
}

// peers exchanges hellos with all ranks, whose transport is the value of variable. It is collective.
func peers(boot Bootstrap, mine hello, variable string) ([]hello, error) {
	b, err := binary.Append(nil, binary.LittleEndian, mine)
	if err != nil {
		return nil, err
	}
	notes, err := boot.Exchange(b)
	if err != nil {
		return nil, err
	}
	all := make([]hello, len(notes))
	for r, note := range notes {
		if _, err := binary.Decode(note, binary.LittleEndian, &all[r]); err != nil {
			return nil, fmt.Errorf("rank %d runs another version of the library: %w", r, err)
		}
		if all[r].Portals != mine.Portals || all[r].LAPI != mine.LAPI {
			return nil, anotherTransport(r, variable)
		}
	}
	return all, nil
}

func anotherTransport(rank int, variable string) error {
	return fmt.Errorf("rank %d has another transport than this rank (%s must be the same on all ranks)", rank, variable)
}
