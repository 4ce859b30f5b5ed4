package gasnet

import (
	"sync"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/local"
	"gasnetgo/gasnet/conduit/portals"
	"gasnetgo/gasnet/conduit/sci"
	"gasnetgo/sim/job"
	"gasnetgo/sim/job/carrier"
	oversisci "gasnetgo/sim/job/sisci"
)

// Job is GASNet in a job.
type Job struct {
	Options gasnet.Options

	// Carrier says what messages travel over. Over is the options of the conduit over Portals on a machine that pins memory, or on one that does not.
	Carrier carrier.Carrier
	Over    func(pins bool) portals.Options

	taken   carrier.Carrier // from the first Join on
	options portals.Options // over Portals

	shared *shared // nil until a rank calls gasnet_init
}

var _ job.API = (*Job)(nil)

// shared is what the ranks of a job share that have called gasnet_init.
type shared struct {
	conduit *local.Job // of ranks in one process
	values  []uint64   // of an exchange
	bases   []uintptr  // of segments
	exits   int        // ranks that have called gasnet_exit
	over    bool       // the job has ended, ranks are being notified
}

// Rank is a rank of GASNet.
type Rank struct {
	*gasnet.Rank
	world *world
}

// Pays reports whether calls charge what they do themselves: GASNet's library over Portals, LAPI or SISCI is the program's own code, and only what it asks of them takes
// time.
func (r *Rank) Pays() bool { return r.world.api.taken != carrier.Memory }

// world is a rank as GASNet sees it.
type world struct {
	api  *Job
	rank *job.Rank
	job  *job.Job
	wait gasnet.ExitWait
	over *overPortals // nil: messages do not go over Portals
	sci  *overSCI     // nil: they do not go over SISCI
	open bool         // messages work, there may be no segments
}

var _ gasnet.Binder = (*world)(nil)

// Join makes a rank's *Rank.
func (g *Job) Join(j *job.Job, r *job.Rank) any {
	if g.taken == carrier.ByMachine {
		g.taken = g.Carrier.On(j)
		if g.Carrier == carrier.ByMachine && oversisci.Has(j) {
			g.taken = carrier.SCI
		}
		if g.taken == carrier.Portals {
			g.options = g.Over(j.Costs.Pin > 0)
		}
	}
	w := &world{api: g, rank: r, job: j, wait: g.Options.ExitWait}
	return &Rank{gasnet.New(w, g.Options), w}
}

// shared is the job's part; the first rank creates it.
func (w *world) shared() *shared {
	if w.api.shared == nil {
		n := w.Size()
		w.api.shared = &shared{conduit: local.New(ranks{w.job}, n), values: make([]uint64, n)}
	}
	return w.api.shared
}

// NewLock implements pace.Locker.
func (w *world) NewLock() sync.Locker { return job.NewLock(w.rank) }

func (w *world) Rank() int { return w.rank.ID() }
func (w *world) Size() int { return len(w.job.Nodes) }

// Join waits for the others.
func (w *world) Join(bool) error {
	w.shared()
	switch w.api.taken {
	case carrier.Portals:
		return w.boot()
	case carrier.LAPI:
		return w.hasLAPI()
	case carrier.SCI:
		return w.startSCI()
	}
	w.rank.Port.Barrier()
	return nil
}

// Exchange goes over Portals or SISCI, or through memory, with barriers around it.
func (w *world) Exchange(mine uint64) ([]uint64, error) {
	if w.over != nil {
		return w.over.boot.Exchange(mine)
	}
	if w.sci != nil {
		return w.sci.core.Exchange(mine)
	}
	g := w.shared()
	g.values[w.Rank()] = mine
	w.rank.Port.Barrier()
	all := append([]uint64(nil), g.values...)
	w.rank.Port.Barrier()
	return all, nil
}

// Open makes the way between ranks.
func (w *world) Open(*gasnet.Handlers) (conduit.Core, error) {
	core, err := w.way(make([]gasnet.Segment, w.Size()), true)
	if err != nil {
		return nil, err
	}
	w.open = true
	w.rank.Port.Barrier()
	return core, nil
}

// way makes the way between ranks. late: adopt follows.
func (w *world) way(segments []gasnet.Segment, late bool) (conduit.Core, error) {
	switch w.api.taken {
	case carrier.Portals:
		return w.overPortals(segments, late)
	case carrier.LAPI:
		return w.overLAPI(), nil
	case carrier.SCI:
		return w.sci.core, w.attachSCI(segments)
	}
	return w.shared().conduit.Core(w.Rank()), nil
}

// adopt gives segments to the way that Open has made.
func (w *world) adopt(segments []gasnet.Segment) error {
	switch w.api.taken {
	case carrier.Portals:
		return w.over.core.Attach(portalSegments(segments))
	case carrier.SCI:
		return w.attachSCI(segments)
	}
	return nil
}

// Bind is gasnet.Binder's. SISCI allocates segments itself.
func (w *world) Bind(own gasnet.Segment) (bool, error) {
	switch w.api.taken {
	case carrier.SCI:
		return false, nil
	case carrier.Portals:
		return true, w.over.core.Bind(portals.Segment{Base: own.Addr, Len: own.Bytes})
	}
	return true, nil
}

// Publish is gasnet.Binder's.
func (w *world) Publish(all []gasnet.Segment) {
	if w.api.taken == carrier.Portals {
		w.over.core.Know(portalSegments(all))
	}
}

// segmentAlign keeps segments of ranks on pages of their own.
const segmentAlign = 2 << 20

// Attach makes all segments, the first time.
func (w *world) Attach(bytes []uint64, _ *gasnet.Handlers) (gasnet.Attached, error) {
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
	a := gasnet.Attached{Segments: make([]gasnet.Segment, len(bytes))}
	for r, n := range bytes {
		if n > 0 {
			a.Segments[r] = gasnet.Segment{Addr: g.bases[r], Bytes: n}
		}
	}
	var err error
	if w.open {
		err = w.adopt(a.Segments)
	} else {
		a.Core, err = w.way(a.Segments, false)
	}
	if err != nil {
		return gasnet.Attached{}, err
	}
	w.rank.Port.Barrier()
	if w.over != nil {
		w.over.boot.Close()
		w.over.boot = nil // its memory grows with the job
	}
	return a, nil
}

// Limits are those of the conduit.
func (w *world) Limits() conduit.Limits {
	switch w.api.taken {
	case carrier.Portals:
		return w.api.options.Limits()
	case carrier.SCI:
		return sci.Defaults().Limits()
	}
	return conduit.SharedMemory()
}

// Place: ranks of a node share its memory.
func (w *world) Place(rank int) (host, supernode uint32) {
	node := uint32(w.job.Nodes[rank])
	return node, node
}

// MemoryLimit is gasnet.World's: all ranks are in one process. SISCI has a limit of its own.
func (w *world) MemoryLimit() (bytes uint64, knob string) {
	if w.sci != nil {
		return w.sci.options.Segment, "--set driver.segment"
	}
	return 1 << 40, ""
}

func (w *world) Warn(line string) { w.job.Warn(w.Rank(), line) }
