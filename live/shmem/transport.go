package shmem

import (
	"gasnetgo/internal/knob"
	"gasnetgo/live"
	"gasnetgo/live/portals"
	"gasnetgo/node"
	"gasnetgo/portals/process"
	"gasnetgo/shmem"
	overportals "gasnetgo/shmem/transport/portals"
	"gasnetgo/shmem/transport/window"
)

// connect creates SHMEM's transport. When it returns, all ranks have reached this point. It reports ranks that have chosen different transports.
func (w *world) connect(n *node.Node, s shmem.Segments) error {
	if w.portals != nil {
		return w.overPortals(n, s)
	}
	if err := live.SameWay(w.Bootstrap(n), "window", knob.ShmemTransport); err != nil {
		return err
	}
	w.transport = window.New(window.Config{Base: w.part, Notify: func(pe int) { n.Ring(w.Local(pe)) }})
	return nil
}

// overPortals shares the process's interface with the program.
func (w *world) overPortals(n *node.Node, s shmem.Segments) error {
	p := w.portals()
	share, err := p.Share(process.SHMEM, w.Bootstrap(n), knob.ShmemTransport)
	if err != nil {
		return err
	}
	w.node = n
	t, err := overportals.New(overportals.Config{
		Host: share.Host, Link: share.Link, Segments: s, Index: share.Index, ID: share.ID,
		Wait:  func(_ string, cond func() bool) { portals.Await(w.Session, n, cond) },
		Polls: func() { portals.Polls(n) },
		Count: w.plane.Counts(),
	})
	if err != nil {
		return err
	}
	w.shared, w.transport = p, t
	return nil
}

// disconnect gives up what connect has made.
func (w *world) disconnect() {
	if t, ok := w.transport.(*overportals.Transport); ok {
		t.Close()
		w.shared.Release(process.SHMEM)
	}
	w.transport, w.shared = nil, nil
}
