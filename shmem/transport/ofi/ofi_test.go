package ofi_test

import (
	"bytes"
	"encoding/binary"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
	"gasnetgo/shmem/transport/mixed"
	over "gasnetgo/shmem/transport/ofi"
	"gasnetgo/shmem/transport/transporttest"
	"gasnetgo/shmem/transport/window"
)

// jobs makes the transport of each rank of a job over engines that open supplies.
type jobs struct {
	t    *testing.T
	open ofitest.Open

	mu      sync.Mutex
	engines map[*shmemtest.Job][]ofi.Engine
	ports   []*ofi.Port // of the last job
}

func (j *jobs) engine(r *shmemtest.Rank) ofi.Engine {
	j.mu.Lock()
	defer j.mu.Unlock()
	all := j.engines[r.Job]
	if all == nil {
		j.close()
		all = j.open(r.Size())
		j.engines[r.Job] = all
	}
	return all[r.Rank()]
}

// close ends the ports of a job that is over. It needs the lock.
func (j *jobs) close() {
	for _, p := range j.ports {
		p.Close()
	}
	j.ports = nil
}

// exchange is one that needs no transport, which is not there yet.
type exchange struct {
	mu    sync.Mutex
	notes map[int][]byte
	full  chan struct{}
}

func (j *jobs) transport(r *shmemtest.Rank, x *exchange) *over.Transport {
	e := j.engine(r)
	var card bytes.Buffer
	regions := [2]ofi.Region{}
	for seg := range regions {
		b := r.Bytes(shmem.Seg(seg))
		var err error
		regions[seg], err = e.Expose(r.Base(shmem.Seg(seg), r.Rank()), uint64(len(b)), uint64(1000+10*r.Rank()+seg))
		require.NoError(j.t, err)
	}
	require.NoError(j.t, binary.Write(&card, binary.LittleEndian, regions))
	card.Write(e.Address())
	x.mu.Lock()
	x.notes[r.Rank()] = card.Bytes()
	if len(x.notes) == r.Size() {
		close(x.full)
	}
	x.mu.Unlock()
	<-x.full
	addresses, all := make([][]byte, r.Size()), make([][2]ofi.Region, r.Size())
	for i := range addresses {
		from := bytes.NewReader(x.notes[i])
		require.NoError(j.t, binary.Read(from, binary.LittleEndian, &all[i]))
		addresses[i] = x.notes[i][len(x.notes[i])-from.Len():]
	}
	require.NoError(j.t, e.Connect(addresses))
	port := ofi.NewPort(ofi.Config{Engine: e, Rank: r.Rank(), Size: r.Size(), Token: 77, Notify: r.Poke})
	j.mu.Lock()
	j.ports = append(j.ports, port)
	j.mu.Unlock()
	return over.New(over.Config{Port: port,
		Segments: shmem.Segments{Heap: shmem.Segment{Base: r.Base(shmem.Heap, r.Rank()), Len: uint64(len(r.Bytes(shmem.Heap)))},
			Data: shmem.Segment{Base: r.Base(shmem.Data, r.Rank()), Len: shmemtest.DataBytes}},
		Region: func(pe int, seg shmem.Seg) ofi.Region { return all[pe][seg] }})
}

// run runs the tests of a transport over engines that open supplies. wrap makes it what is tested.
func run(t *testing.T, open ofitest.Open, wrap func(r *shmemtest.Rank, far *over.Transport) shmem.Transport, sizes ...int) {
	j := &jobs{t: t, open: open, engines: map[*shmemtest.Job][]ofi.Engine{}}
	defer j.close()
	var mu sync.Mutex
	exchanges := map[*shmemtest.Job]*exchange{}
	transporttest.Run(t, func(r *shmemtest.Rank) shmem.Transport {
		mu.Lock()
		x := exchanges[r.Job]
		if x == nil {
			x = &exchange{notes: map[int][]byte{}, full: newSignal()}
			exchanges[r.Job] = x
		}
		mu.Unlock()
		return wrap(r, j.transport(r, x))
	}, sizes...)
}

func newSignal() chan struct{} { return make(chan struct{}) }

// alone is a rank that is alone on its host.
func alone(_ *shmemtest.Rank, far *over.Transport) shmem.Transport { return far }

// inPairs has two ranks on each host.
func inPairs(r *shmemtest.Rank, far *over.Transport) shmem.Transport {
	shared := window.New(window.Config{Base: r.Base, Notify: func(int) { r.Poke() }})
	return mixed.New(shared, far, func(pe int) bool { return pe/2 == r.Rank()/2 }, new(uint64))
}

func TestConformance(t *testing.T) { run(t, ofitest.InMemory(), alone) }
func TestMixed(t *testing.T)       { run(t, ofitest.InMemory(), inPairs, 4) }

// TestConformanceOverLibfabric uses the plugin of the build, on the loopback interface.
func TestConformanceOverLibfabric(t *testing.T) {
	for _, provider := range ofitest.Providers(t) {
		open := ofitest.Libfabric(t, provider)
		t.Run(provider, func(t *testing.T) { run(t, open, alone) })
		t.Run(provider+", mixed", func(t *testing.T) { run(t, open, inPairs, 4, 7) })
	}
}
