package shmem

import (
	"gasnetgo/internal/knob"
	"gasnetgo/portals/process"
	"gasnetgo/shmem"
	transport "gasnetgo/shmem/transport/portals"
	"gasnetgo/sim/job/portals"
)

// connect creates SHMEM's transport, which shares the rank's interface with the program. When it returns, all ranks can be reached.
func (w *world) connect(s shmem.Segments) error {
	share, err := portals.Of(w.job, w.rank).Share(process.SHMEM, knob.ShmemTransport)
	if err != nil {
		return err
	}
	w.transport, err = transport.New(transport.Config{
		Host: share.Host, Link: share.Link, Segments: s, Index: share.Index, ID: share.ID,
		Wait: w.Wait, Events: portals.Events, Settle: w.rank.Port.Settle, Count: w.shared.Count,
	})
	if err != nil {
		return err
	}
	w.rank.Port.Barrier()
	return nil
}

// disconnect gives up what connect has made.
func (w *world) disconnect() {
	w.transport.Close()
	w.transport = nil
	portals.Of(w.job, w.rank).Release(process.SHMEM)
}
