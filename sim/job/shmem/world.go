package shmem

import (
	check "gasnetgo/check/shmem"
	"gasnetgo/shmem"
	transport "gasnetgo/shmem/transport/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/job"
)

// Job is OpenSHMEM in a job.
type Job struct {
	Options shmem.Options
	Count   bool // the program asks how many writes have arrived

	heaps heaps
	notes []notes
}

var _ job.API = (*Job)(nil)

// world is a rank as OpenSHMEM sees it.
type world struct {
	shared    *Job
	rank      *job.Rank
	job       *job.Job
	transport *transport.Transport // while attached
}

var (
	_ shmem.World   = (*world)(nil)
	_ shmem.Refuser = (*world)(nil)
)

// notes is what Publish leaves.
type notes [2][]byte

// Join makes a rank's *Rank.
func (s *Job) Join(j *job.Job, r *job.Rank) any {
	if s.notes == nil {
		s.notes = make([]notes, len(j.Nodes))
	}
	rank := &Rank{PE: shmem.New(&world{shared: s, rank: r, job: j}, s.Options)}
	if j.Check != nil {
		rank.Followed = s.follow(j, r, rank.PE)
	}
	return rank
}

// Rank is a rank of OpenSHMEM.
type Rank struct {
	*shmem.PE
	Followed *check.PE // makes its calls where they are checked; nil: they are not
}

var _ job.Exiter = (*Rank)(nil)

// Unfinished reports whether shmem_finalize is missing.
func (r *Rank) Unfinished() bool {
	up, _ := r.Query("exit", shmem.QueryInitialized)
	return up != 0
}

func (w *world) Rank() int { return w.rank.ID() }
func (w *world) Size() int { return len(w.job.Nodes) }

// Attach makes the heaps, the first time, and the transport.
func (w *world) Attach(heapBytes, control uint64) (shmem.Segments, error) {
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
	if err := w.connect(s); err != nil {
		return shmem.Segments{}, err
	}
	return s, nil
}

// Detach gives the transport up.
func (w *world) Detach() { w.disconnect() }

func (w *world) Transport() shmem.Transport { return w.transport }

func (w *world) Barrier() { w.rank.Barrier() }

// Wait blocks the rank, where a call may wait. What it waits for is changed only by messages, which wake the rank, and by the rank itself.
func (w *world) Wait(why string, cond func() bool) {
	if w.rank.Trying() {
		w.rank.Ends(job.Blocks)
		return
	}
	w.rank.WaitPolling(why, cond)
}

// Idle lets polls without a result take time where polls cost nothing otherwise.
func (w *world) Idle(polls int) {
	if w.job.Costs.Look == 0 {
		w.rank.Spend(sim.Time(polls) * w.job.Costs.Idle)
	}
}

func (w *world) Publish(turn int, mine []byte) {
	w.shared.notes[w.rank.ID()][turn] = append([]byte(nil), mine...)
}

func (w *world) Published(rank, turn int) []byte { return w.shared.notes[rank][turn] }

func (w *world) Exit(status int) {
	w.rank.World().Fail(&job.ExitError{Rank: w.rank.ID(), Status: status, Normal: true})
}

// Refuse is true if the job wants that, and another PE could hold the lock.
func (w *world) Refuse(what string) bool {
	return w.job.Refuse != nil && w.Size() > 1 && w.job.Refuse(w.Rank(), what)
}

func (w *world) Warn(line string) { w.job.Warn(w.rank.ID(), line) }
