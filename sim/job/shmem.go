package job

import (
	"fmt"

	"gasnetgo/portals"
	"gasnetgo/shmem"
	transport "gasnetgo/shmem/transport/portals"
)

// Memory is what a job has of the process that it runs in.
type Memory interface {
	// Reserve answers the address of bytes of zeros for all ranks together, a multiple of align; pages that nobody touches cost nothing.
	Reserve(bytes, align uint64) (uintptr, error)

	// Data is where a rank's global and static variables are: the same distance apart in every rank.
	Data(rank int) (at uintptr, bytes uint64)
}

// heapAlign is how ranks' heaps are spaced: the largest alignment that shmem_align can give.
const heapAlign = 2 << 20

// queueEvents is room for what comes between two looks of the library: it looks after every message.
const queueEvents = 32

// shmemWorld is a rank as OpenSHMEM sees it. Its transport is Portals.
type shmemWorld struct {
	rank      *Rank
	job       *Job
	transport *transport.Transport // while attached
}

// heaps are all ranks' symmetric heaps: rank i's at base + i*stride.
type heaps struct {
	base   uintptr
	bytes  uint64
	stride uint64
}

// notes is what Publish leaves.
type notes [2][]byte

// newPE makes the rank's OpenSHMEM.
func (j *Job) newPE(r *Rank, o shmem.Options) *shmem.PE {
	return shmem.New(&shmemWorld{rank: r, job: j}, o)
}

func (w *shmemWorld) Rank() int { return w.rank.ID() }
func (w *shmemWorld) Size() int { return len(w.job.Nodes) }

// Attach makes the heaps, the first time, and the transport.
func (w *shmemWorld) Attach(heapBytes, control uint64) (shmem.Segments, error) {
	h, err := w.job.reserve(heapBytes, control)
	if err != nil {
		return shmem.Segments{}, err
	}
	data, dataBytes := w.job.Memory.Data(w.rank.ID())
	s := shmem.Segments{
		Heap:      shmem.Segment{Base: h.base + uintptr(uint64(w.rank.ID())*h.stride), Len: h.bytes},
		Data:      shmem.Segment{Base: data, Len: dataBytes},
		HeapAlign: heapAlign,
		Control:   control,
	}
	host, link, err := w.rank.Portals.Acquire(transport.Indices)
	if err != nil {
		return shmem.Segments{}, err
	}
	w.job.indices = min(w.job.indices, uint32(host.NI.Granted().MaxPTIndex)+1)
	w.rank.Net.Barrier() // all ids and tables are known
	w.transport, err = transport.New(transport.Config{
		Host: host, Link: link, Segments: s, Index: w.job.indices - transport.Indices,
		ID:   func(pe int) portals.ProcessID { return w.rank.Net.IDs()[pe] },
		Wait: w.await, Events: queueEvents, Settle: w.rank.Net.Settle, Count: w.job.Count,
	})
	if err != nil {
		return shmem.Segments{}, err
	}
	w.rank.Net.Barrier() // everybody can be reached
	return s, nil
}

// reserve makes the heaps of all ranks, for the first that asks.
func (j *Job) reserve(bytes, control uint64) (heaps, error) {
	if j.heaps.base == 0 {
		stride := (bytes + control + heapAlign - 1) &^ (heapAlign - 1)
		base, err := j.Memory.Reserve(stride*uint64(len(j.Ranks)), heapAlign)
		if err != nil {
			return heaps{}, fmt.Errorf("no symmetric heaps of %d bytes for %d ranks: %w (SHMEM_SYMMETRIC_SIZE changes this)", bytes, len(j.Ranks), err)
		}
		j.heaps = heaps{base, bytes, stride}
	}
	if bytes != j.heaps.bytes {
		return heaps{}, fmt.Errorf("a symmetric heap of %d bytes here, of %d at another rank", bytes, j.heaps.bytes)
	}
	return j.heaps, nil
}

// Detach gives the transport up.
func (w *shmemWorld) Detach() {
	w.transport.Close()
	w.transport = nil
	w.rank.Portals.Release()
}

func (w *shmemWorld) Transport() shmem.Transport { return w.transport }

func (w *shmemWorld) Barrier() { w.rank.barrier() }

// await blocks the rank; a look that found something has been paid for then.
func (w *shmemWorld) await(why string, cond func() bool) {
	if w.rank.trying {
		w.rank.outcome = Blocks
		return
	}
	w.rank.Net.Settle()
	if !w.rank.WaitLooking(why, w.rank.Net.Looks(), cond) {
		w.rank.Net.Look()
	}
	w.rank.Net.Settle()
}

// Wait blocks until memory says so. All that changes it is messages, which wake the rank, and the rank itself.
func (w *shmemWorld) Wait(cond func() bool) { w.await("shmem_wait_until", cond) }

// Polled keeps a program that polls on a machine without costs from standing still in time.
func (w *shmemWorld) Polled() {
	if w.job.Costs.Look == 0 {
		w.rank.Poll(0)
	}
}

var _ shmem.Poller = (*shmemWorld)(nil)

func (w *shmemWorld) Publish(turn int, mine []byte) {
	w.job.notes[w.rank.ID()][turn] = append([]byte(nil), mine...)
}

func (w *shmemWorld) Published(rank, turn int) []byte { return w.job.notes[rank][turn] }

func (w *shmemWorld) Exit(status int) {
	w.rank.World().Fail(&ExitError{Rank: w.rank.ID(), Status: status})
}

func (w *shmemWorld) Warn(line string) { w.job.Warn(w.rank.ID(), line) }

var _ shmem.World = (*shmemWorld)(nil)

// ExitError says that a rank has ended the job with a status.
type ExitError struct{ Rank, Status int }

// Error names both.
func (e *ExitError) Error() string {
	return fmt.Sprintf("rank %d ended the job with status %d", e.Rank, e.Status)
}
