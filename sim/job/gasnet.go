package job

import (
	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit/local"
	"gasnetgo/sim"
	"gasnetgo/sim/world"
)

// gasnetJob is what the ranks of a GASNet job share: the conduit of ranks in one process. Its messages and puts take no time of the machine's.
type gasnetJob struct {
	conduit *local.Job
	values  []uint64  // of an exchange
	bases   []uintptr // of segments
	exits   int       // ranks that have called gasnet_exit
	status  int       // first that is not 0
	over    bool      // the job has ended, ranks are told
}

// gasnetWorld is a rank as GASNet sees it.
type gasnetWorld struct {
	rank *Rank
	job  *Job
	wait gasnet.ExitWait
}

var _ gasnet.World = (*gasnetWorld)(nil)

// newGASNet makes the rank's GASNet.
func (j *Job) newGASNet(r *Rank, o gasnet.Options) *gasnet.Rank {
	return gasnet.New(&gasnetWorld{rank: r, job: j, wait: o.ExitWait}, o)
}

// shared is the job's part, made by whoever comes first.
func (w *gasnetWorld) shared() *gasnetJob {
	if w.job.gasnet == nil {
		n := w.Size()
		w.job.gasnet = &gasnetJob{conduit: local.New(passing{w.job}, n), values: make([]uint64, n)}
	}
	return w.job.gasnet
}

func (w *gasnetWorld) Rank() int { return w.rank.ID() }
func (w *gasnetWorld) Size() int { return len(w.job.Nodes) }

// Join waits for the others.
func (w *gasnetWorld) Join(bool) error {
	w.shared()
	w.rank.Net.Barrier()
	return nil
}

// Exchange goes through memory, with barriers around it.
func (w *gasnetWorld) Exchange(mine uint64) ([]uint64, error) {
	g := w.shared()
	g.values[w.Rank()] = mine
	w.rank.Net.Barrier()
	all := append([]uint64(nil), g.values...)
	w.rank.Net.Barrier()
	return all, nil
}

// segmentAlign keeps segments of ranks on pages of their own.
const segmentAlign = 2 << 20

// Attach makes all segments, the first time.
func (w *gasnetWorld) Attach(bytes []uint64, _ *gasnet.Handlers) (gasnet.Attached, error) {
	g := w.shared()
	if g.bases == nil {
		total := uint64(0)
		for _, n := range bytes {
			total += (n + segmentAlign - 1) &^ (segmentAlign - 1)
		}
		base, err := w.job.Memory.Reserve(max(total, segmentAlign), segmentAlign)
		if err != nil {
			return gasnet.Attached{}, err
		}
		for _, n := range bytes {
			g.bases = append(g.bases, base)
			base += uintptr((n + segmentAlign - 1) &^ (segmentAlign - 1))
		}
	}
	a := gasnet.Attached{Segments: make([]gasnet.Segment, len(bytes)), Core: g.conduit.Core(w.Rank())}
	for r, n := range bytes {
		if n > 0 {
			a.Segments[r] = gasnet.Segment{Addr: g.bases[r], Bytes: n}
		}
	}
	w.rank.Net.Barrier()
	return a, nil
}

// Place: ranks of a node share its memory.
func (w *gasnetWorld) Place(rank int) (host, supernode uint32) {
	node := uint32(w.job.Nodes[rank])
	return node, node
}

// MemoryLimit: all ranks are in one process.
func (w *gasnetWorld) MemoryLimit() uint64 { return 1 << 40 }

// longestWait is less than virtual time can count: 35 days.
const longestWait = 3e6

// Exit counts the rank. When all have come, or time is over, the job ends.
func (w *gasnetWorld) Exit(status int) {
	g := w.shared()
	g.exits++
	w.rank.Left = true
	w.job.Worsen(status)
	if g.over {
		return
	}
	wait := w.wait.Seconds(w.Size(), status != 0)
	if g.exits == w.Size() {
		wait = 0
	}
	w.rank.World().Kernel().After(sim.Time(min(wait, longestWait)*float64(sim.Second)), giveUp{w}, 0)
}

// Worsen says that a rank of a GASNet job leaves with a status: the first one that is not 0 counts.
func (j *Job) Worsen(status int) {
	if j.gasnet.status == 0 {
		j.gasnet.status = status
	}
}

// Status is what a job that has come to its end leaves with: the first status of gasnet_exit that was not 0, if there was one.
func (j *Job) Status() int {
	if j.gasnet == nil {
		return 0
	}
	return j.gasnet.status
}

func (w *gasnetWorld) Warn(line string) { w.job.Warn(w.Rank(), line) }

// giveUp ends a job that somebody has left.
type giveUp struct{ w *gasnetWorld }

// quitTime is for handlers of SIGQUIT, as in the live world.
const quitTime = 600 * sim.Millisecond

// Act has the ranks that have not come leave what they do and run their handlers of SIGQUIT. Then the job ends with the first status that was not 0.
func (g giveUp) Act(k *sim.Kernel, _ uint64) {
	j := g.w.job
	if j.gasnet.over || j.Quit == nil || g.w.rank.World().Alive() == 0 {
		g.w.rank.World().Fail(&ExitError{Rank: g.w.Rank(), Status: j.gasnet.status})
		return
	}
	j.gasnet.over = true
	for _, r := range j.Ranks {
		if !r.Left {
			r.Told = true
			r.Divert(func() { j.Quit(r) })
		}
	}
	k.After(quitTime, g, 0)
}

// passing is how time passes for the conduit.
type passing struct{ job *Job }

func (p passing) rank(r int) *world.Rank { return p.job.Ranks[r].Rank }

func (p passing) Wake(r int)                               { p.rank(r).Wake() }
func (p passing) Wait(r int, why string, cond func() bool) { p.rank(r).Wait(why, cond) }
func (p passing) Idle(r int)                               { p.rank(r).Poll(0) }
