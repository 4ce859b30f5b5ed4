package job

import (
	"fmt"
	"math"
	"math/bits"

	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/shmem"
	transport "gasnetgo/shmem/transport/portals"
)

// Memory is the memory that a job gets from the process that it runs in.
type Memory interface {
	// Reserve returns the address of zeroed bytes for all ranks together, a multiple of align; untouched pages take no memory.
	Reserve(bytes, align uint64) (uintptr, error)

	// Data is where a rank's global and static variables are: the same distance apart in every rank.
	Data(rank int) (at uintptr, bytes uint64)
}

// The addresses of ranks' heaps differ by multiples of an alignment, the largest that shmem_align can give: a power of two that fits into a heap, as long as all
// heaps together take no more addresses than mostAddresses, and leastAlign otherwise.
const (
	leastAlign    = 2 << 20
	mostAddresses = 1 << 42
)

// spacing is the alignment of heaps and the distance between them.
func spacing(bytes, control, ranks uint64) (align, stride uint64) {
	for align = uint64(1) << (max(bits.Len64(bytes), 1) - 1); ; align /= 2 {
		align = max(align, leastAlign)
		stride = (bytes + control + align - 1) &^ (align - 1)
		if align == leastAlign || stride <= mostAddresses/ranks {
			return align, stride
		}
	}
}

// queueEvents is room for what comes between two looks of the library: it looks after every message.
const queueEvents = 32

// SHMEM is OpenSHMEM in a job. Its transport is Portals.
type SHMEM struct {
	Options shmem.Options
	Count   bool // the program asks how many writes have arrived

	heaps   heaps
	notes   []notes
	indices uint32 // of the portal table that all ranks have
}

var _ API = (*SHMEM)(nil)

// shmemWorld is a rank as OpenSHMEM sees it.
type shmemWorld struct {
	shared    *SHMEM
	rank      *Rank
	job       *Job
	transport *transport.Transport // while attached
}

// heaps are all ranks' symmetric heaps: rank i's at base + i*stride.
type heaps struct {
	base   uintptr
	bytes  uint64
	stride uint64
	align  uint64
}

// notes is what Publish leaves.
type notes [2][]byte

// Join makes a rank's *SHMEMRank.
func (s *SHMEM) Join(j *Job, r *Rank) any {
	if s.notes == nil {
		s.notes = make([]notes, len(j.Nodes))
		s.indices = math.MaxUint32
	}
	return &SHMEMRank{shmem.New(&shmemWorld{shared: s, rank: r, job: j}, s.Options)}
}

// SHMEMRank is a rank of OpenSHMEM.
type SHMEMRank struct{ *shmem.PE }

var _ Exiter = (*SHMEMRank)(nil)

// Unfinished reports whether shmem_finalize is missing.
func (r *SHMEMRank) Unfinished() bool {
	up, _ := r.Query("exit", shmem.QueryInitialized)
	return up != 0
}

func (w *shmemWorld) Rank() int { return w.rank.ID() }
func (w *shmemWorld) Size() int { return len(w.job.Nodes) }

// Attach makes the heaps, the first time, and the transport.
func (w *shmemWorld) Attach(heapBytes, control uint64) (shmem.Segments, error) {
	h, err := w.shared.reserve(w.job, heapBytes, control)
	if err != nil {
		return shmem.Segments{}, err
	}
	data, dataBytes := w.job.Memory.Data(w.rank.ID())
	s := shmem.Segments{
		Heap:      shmem.Segment{Base: h.base + uintptr(uint64(w.rank.ID())*h.stride), Len: h.bytes},
		Data:      shmem.Segment{Base: data, Len: dataBytes},
		HeapAlign: h.align,
		Control:   control,
	}
	host, link, err := w.rank.Portals.Acquire(process.SHMEM)
	if err != nil {
		return shmem.Segments{}, err
	}
	w.shared.indices = min(w.shared.indices, uint32(host.NI.Granted().MaxPTIndex)+1)
	w.rank.Port.Barrier() // all ids and tables are known
	w.transport, err = transport.New(transport.Config{
		Host: host, Link: link, Segments: s, Index: w.shared.indices - process.SHMEM.FromEnd(),
		ID:   func(pe int) portals.ProcessID { return w.job.Networks[w.rank.ID()].IDs()[pe] },
		Wait: w.await, Events: queueEvents, Settle: w.rank.Port.Settle, Count: w.shared.Count,
	})
	if err != nil {
		return shmem.Segments{}, err
	}
	w.rank.Port.Barrier() // all ranks can be reached
	return s, nil
}

// reserve makes the heaps of all ranks, for the first that asks.
func (s *SHMEM) reserve(j *Job, bytes, control uint64) (heaps, error) {
	if s.heaps.base == 0 {
		align, stride := spacing(bytes, control, uint64(len(j.Ranks)))
		base, err := j.Memory.Reserve(stride*uint64(len(j.Ranks)), align)
		if err != nil {
			return heaps{}, fmt.Errorf("no symmetric heaps of %d bytes for %d ranks: %w (SHMEM_SYMMETRIC_SIZE changes this)", bytes, len(j.Ranks), err)
		}
		s.heaps = heaps{base, bytes, stride, align}
	}
	if bytes != s.heaps.bytes {
		return heaps{}, fmt.Errorf("a symmetric heap of %d bytes here, of %d at another rank", bytes, s.heaps.bytes)
	}
	return s.heaps, nil
}

// Detach gives the transport up.
func (w *shmemWorld) Detach() {
	w.transport.Close()
	w.transport = nil
	w.rank.Portals.Release(process.SHMEM)
}

func (w *shmemWorld) Transport() shmem.Transport { return w.transport }

func (w *shmemWorld) Barrier() { w.rank.Barrier() }

// await blocks the rank, where a call may wait.
func (w *shmemWorld) await(why string, cond func() bool) {
	if w.rank.trying {
		w.rank.outcome = Blocks
		return
	}
	w.rank.await(why, cond)
}

// Wait blocks until the memory has the awaited value. It is changed only by messages, which wake the rank, and by the rank itself.
func (w *shmemWorld) Wait(cond func() bool) { w.await("shmem_wait_until", cond) }

// Polled charges a poll without a result where polls cost nothing otherwise.
func (w *shmemWorld) Polled() {
	if w.job.Costs.Look == 0 {
		w.rank.Spend(w.job.Costs.Idle)
	}
}

var _ shmem.Poller = (*shmemWorld)(nil)

func (w *shmemWorld) Publish(turn int, mine []byte) {
	w.shared.notes[w.rank.ID()][turn] = append([]byte(nil), mine...)
}

func (w *shmemWorld) Published(rank, turn int) []byte { return w.shared.notes[rank][turn] }

func (w *shmemWorld) Exit(status int) {
	w.rank.World().Fail(&ExitError{Rank: w.rank.ID(), Status: status, Normal: true})
}

func (w *shmemWorld) Warn(line string) { w.job.Warn(w.rank.ID(), line) }

var _ shmem.World = (*shmemWorld)(nil)

// ExitError means that a rank has ended the job with a status.
type ExitError struct {
	Rank, Status int
	Normal       bool // all programs end as by exit: shmem_global_exit
}

// Error names both.
func (e *ExitError) Error() string {
	return fmt.Sprintf("rank %d ended the job with status %d", e.Rank, e.Status)
}
