package portals

import (
	"sync"

	"gasnetgo/internal/memory"
	"gasnetgo/portals/portalstest"
	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

// jobs makes the network of each job that transporttest runs.
type jobs struct {
	mu   sync.Mutex
	nets map[*shmemtest.Job]*portalstest.Net
	room int
}

func (j *jobs) link(r *shmemtest.Rank) *portalstest.Link {
	j.mu.Lock()
	defer j.mu.Unlock()
	x := j.nets[r.Job]
	if x == nil {
		x = portalstest.New(r.Size())
		x.Poke, x.Room = r.Poke, j.room
		j.nets[r.Job] = x
	}
	return x.Links[r.Rank()]
}

func (j *jobs) transport(r *shmemtest.Rank) *Transport {
	l := j.link(r)
	t, err := New(Config{
		Host: &l.Host, Link: l, Index: 10 - Indices, ID: portalstest.ID, Events: 8,
		Segments: shmem.Segments{Heap: segmentOf(r.Bytes(shmem.Heap)), Data: segmentOf(r.Bytes(shmem.Data))},
		Wait:     r.Wait,
	})
	if err != nil {
		r.T.Error(err)
		r.Exit(1)
	}
	return t
}

func segmentOf(b []byte) shmem.Segment {
	return shmem.Segment{Base: memory.Address(b), Len: uint64(len(b))}
}
