package job

import (
	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/local"
	"gasnetgo/gasnet/conduit/portals"
	"gasnetgo/sim"
)

// gasnetJob is what the ranks of a GASNet job share.
type gasnetJob struct {
	conduit *local.Job // of ranks in one process, whose messages and puts take no time of the machine's
	indices uint32     // of the portal table that all ranks have
	values  []uint64   // of an exchange
	bases   []uintptr  // of segments
	exits   int        // ranks that have called gasnet_exit
	over    bool       // the job has ended, ranks are being notified
}

// GASNet is GASNet in a job.
type GASNet struct {
	Options gasnet.Options

	// Conduit says what messages travel over. Over is the options of the conduit over Portals on a machine that pins memory, or on one that does not.
	Conduit Conduit
	Over    func(pins bool) portals.Options

	portals *portals.Options // nil: messages do not go over Portals; known from the first Join on
	lapi    bool             // they go over LAPI

	job *gasnetJob // nil until a rank calls gasnet_init
}

var _ API = (*GASNet)(nil)

// gasnetWorld is a rank as GASNet sees it.
type gasnetWorld struct {
	api  *GASNet
	rank *Rank
	job  *Job
	wait gasnet.ExitWait
	over *overPortals // nil: messages do not go over Portals
	lapi *gasnetLAPI  // over LAPI, once the rank is attached
}

var _ gasnet.World = (*gasnetWorld)(nil)

// Conduit is a choice of the environment.
type Conduit uint8

// The choices.
const (
	ByMachine Conduit = iota // over Portals, unless the machine costs nothing
	OverMemory
	OverPortals
	OverLAPI // on machines that have packets
)

// Join makes a rank's *GASNetRank.
func (g *GASNet) Join(j *Job, r *Rank) any {
	g.lapi = g.Conduit == OverLAPI || g.Conduit == ByMachine && r.PacketsOnly
	if c := &j.Costs; g.portals == nil && !g.lapi && (g.Conduit == OverPortals || g.Conduit == ByMachine && c.Call+c.Send > 0) {
		o := g.Over(c.Pin > 0)
		g.portals = &o
	}
	w := &gasnetWorld{api: g, rank: r, job: j, wait: g.Options.ExitWait}
	return &GASNetRank{gasnet.New(w, g.Options), w}
}

// shared is the job's part; the first rank creates it.
func (w *gasnetWorld) shared() *gasnetJob {
	if w.api.job == nil {
		n := w.Size()
		w.api.job = &gasnetJob{conduit: local.New(clock{w.job}, n), values: make([]uint64, n)}
	}
	return w.api.job
}

func (w *gasnetWorld) Rank() int { return w.rank.ID() }
func (w *gasnetWorld) Size() int { return len(w.job.Nodes) }

// Join waits for the others.
func (w *gasnetWorld) Join(bool) error {
	w.shared()
	switch {
	case w.api.portals != nil:
		return w.boot()
	case w.api.lapi:
		return w.hasPackets()
	}
	w.rank.Port.Barrier()
	return nil
}

// Exchange goes over Portals, or through memory, with barriers around it.
func (w *gasnetWorld) Exchange(mine uint64) ([]uint64, error) {
	if w.over != nil {
		return w.over.boot.Exchange(mine)
	}
	g := w.shared()
	g.values[w.Rank()] = mine
	w.rank.Port.Barrier()
	all := append([]uint64(nil), g.values...)
	w.rank.Port.Barrier()
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
	own := make([]portals.Segment, len(bytes))
	for r, n := range bytes {
		if n > 0 {
			a.Segments[r], own[r] = gasnet.Segment{Addr: g.bases[r], Bytes: n}, portals.Segment{Base: g.bases[r], Len: n}
		}
	}
	if w.over != nil {
		core, err := w.conduit(own)
		if err != nil {
			return gasnet.Attached{}, err
		}
		a.Core = core
	}
	if w.api.lapi {
		a.Core = w.overLAPI()
	}
	w.rank.Port.Barrier()
	if w.over != nil {
		w.over.boot.Close()
		w.over.boot = nil // its memory grows with the job
	}
	return a, nil
}

// Limits are those of the conduit.
func (w *gasnetWorld) Limits() conduit.Limits {
	if w.api.portals != nil {
		return w.api.portals.Limits()
	}
	return conduit.SharedMemory()
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

// Exit counts the rank. When all ranks have arrived, and over Portals know of each other, or the time limit is reached, the job ends.
func (w *gasnetWorld) Exit(status int) {
	g := w.shared()
	w.rank.Left = true
	w.job.Worsen(status)
	if g.over {
		g.exits++
		return
	}
	give := func(seconds float64) {
		w.rank.World().Kernel().After(sim.Time(min(seconds, longestWait)*float64(sim.Second)), giveUp{w}, 0)
	}
	give(w.wait.Seconds(w.Size(), status != 0))
	if w.over != nil && w.over.core != nil {
		if line := w.over.core.Statistics(); line != "" {
			w.Warn(line)
		}
		w.job.Worsen(int(w.over.core.Exit(uint8(status))))
	}
	if g.exits++; g.exits == w.Size() {
		give(0)
	}
}

func (w *gasnetWorld) Warn(line string) { w.job.Warn(w.Rank(), line) }

// giveUp ends a job that a rank has left.
type giveUp struct{ w *gasnetWorld }

// quitTime is for handlers of SIGQUIT, as in the live world.
const quitTime = 600 * sim.Millisecond

// Act makes the ranks that have not arrived leave their calls and run their SIGQUIT handlers. Then the job ends with the first status that was not 0.
func (g giveUp) Act(k *sim.Kernel, _ uint64) {
	j := g.w.job
	if g.w.api.job.over || j.Quit == nil || g.w.rank.World().Alive() == 0 {
		g.w.rank.World().Fail(&ExitError{Rank: g.w.Rank(), Status: j.Status()})
		return
	}
	g.w.api.job.over = true
	for _, r := range j.Ranks {
		if !r.Left {
			r.Quitting = true
			r.Divert(func() { j.Quit(r) })
		}
	}
	k.After(quitTime, g, 0)
}

// clock is how time passes for the conduit.
type clock struct{ job *Job }

func (p clock) Wake(r int)                               { p.job.Fabric.Ring(r) }
func (p clock) Wait(r int, why string, cond func() bool) { p.job.Ranks[r].Wait(why, cond) }
func (p clock) Idle(r int)                               { p.job.Ranks[r].Spend(p.job.Costs.Idle) }
