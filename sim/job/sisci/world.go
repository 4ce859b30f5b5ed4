package sisci

import (
	"fmt"
	"slices"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/job"
	"gasnetgo/sim/sci"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
	"gasnetgo/sisci/process"
)

// Job is SISCI in a job.
type Job struct {
	Thread uintptr // the address of a C function: a thread of callbacks; see process.Waiter

	net    *sci.Network // nil: the machine has no SCI adapters
	worlds []*world     // by rank; without adapters one for all
}

var _ job.API = (*Job)(nil)

// noSCI is what a machine lacks.
const noSCI = "SISCI is on the simulated machine sci, and on others whose file says network = \"sci\""

// Join makes a rank's *Thread, which is its program.
func (a *Job) Join(j *job.Job, r *job.Rank) any {
	if len(a.worlds) == 0 {
		a.net, _ = fabric.Beneath(j.Network).(*sci.Network)
	}
	if a.net == nil {
		if len(a.worlds) == 0 {
			a.worlds = []*world{{api: a, job: j, program: process.Refuse(sisci.NotSupported)}}
		}
		return &Thread{world: a.worlds[0], rank: r}
	}
	w := &world{api: a, job: j, rank: r, adapter: a.net.Adapter(r.Node()), segments: map[uint64]extent{}, maps: map[uintptr]window{}, free: map[uint64][]uintptr{}}
	a.worlds = append(a.worlds, w)
	w.adapter.Serve(a)
	j.Fabric.Serve(r.ID(), channel, (*endpoint)(w))
	return &Thread{world: w, rank: r}
}

// Has reports whether the machine of a job has SCI adapters.
func Has(j *job.Job) bool {
	_, ok := fabric.Beneath(j.Network).(*sci.Network)
	return ok
}

// of is a rank's world, in a job that has SISCI.
func of(r *job.Rank) *world {
	part, ok := job.Part[*Thread](r)
	if !ok {
		panic("sisci: a rank without SISCI")
	}
	return part.world
}

// Check reports an error if the machine has no SCI adapters, and the program has chosen them by variable.
func Check(r *job.Rank, variable string) error {
	if of(r).adapter == nil {
		return fmt.Errorf("%s=sci: %s", variable, noSCI)
	}
	return nil
}

// channel is where nodes receive packets.
const channel fabric.Channel = 1

// world is a rank as its node of SISCI sees it: the node's machine. Everything is on the kernel's thread.
type world struct {
	api     *Job
	job     *job.Job
	rank    *job.Rank
	adapter *sci.Adapter     // nil: there is none
	made    *client.Node     // nil until the rank, or a packet for it, needs it
	program *process.Process // nil until the program needs it
	running *Thread          // whose call is being made; nil: none
	threads bool             // the first one of the library's has been started
	idle    int              // of these that wait for callbacks

	last     uint64 // of segments
	segments map[uint64]extent
	maps     map[uintptr]window
	free     map[uint64][]uintptr // memory of segments that are gone, by bytes

	in       []*packet
	serving  bool        // packets, in an interrupt: what is sent costs the program nothing
	happened uint64      // how often something has, that a thread may wait for
	resting  []*job.Rank // threads that wait for that
}

var _ client.Machine = (*world)(nil)

// ID is the SCI id of a rank's node. Ranks of a node of the machine count as nodes of their own.
func ID(rank int) uint32 { return uint32(4 * (rank + 1)) }

func rankOf(id uint32) int { return int(id/4) - 1 }

func (w *world) id() uint32 { return ID(w.rank.ID()) }

// IDs are the ids of the nodes of so many ranks, by rank.
func IDs(ranks int) (all []uint32) {
	for rank := range ranks {
		all = append(all, ID(rank))
	}
	return all
}

// suggested is from how many bytes on queries suggest DMA: about where it becomes faster than stores.
const suggested = 1 << 10

// node is the rank's node.
func (w *world) node() *client.Node {
	if w.made == nil {
		bridge := &w.api.net.Bridge
		w.made = client.NewNode(client.Config{Node: w.id(), Machine: w, Limits: process.Limits(), Adapter: sisci.Adapter{
			Count: 1, SegmentSize: 1, MapOffset: 1, MapSize: 1, CopyOffset: 1, CopySize: 1, DMAOffset: 1, DMASize: 1, DMABytes: 1 << 30,
			SuggestDMA: suggested, Streams: uint32(bridge.Streams), StreamBytes: uint32(bridge.Stream),
		}})
	}
	return w.made
}

// wake has threads look again that wait for something of SISCI's.
func (w *world) wake() { w.wakeAt(w.rank.Now()) }

func (w *world) wakeAt(at sim.Time) {
	w.happened++
	for _, r := range w.resting {
		r.WakeAt(at)
	}
}

// rest blocks a thread until one of three: the count of what has happened differs from seen, another thread may have changed memory, or the time until has come; 0: no time ends the wait.
func (w *world) rest(r *job.Rank, why string, seen uint64, until sim.Time) {
	w.resting = append(w.resting, r)
	slept := false
	happened := func() bool {
		woken := slept
		slept = true
		return w.happened != seen || woken && r.Nudged()
	}
	if until == 0 {
		r.Wait(why, happened)
	} else {
		r.WaitUntil(why, until, happened)
	}
	i := slices.Index(w.resting, r) // threads of a program are one rank: this one's entry, or an equal one
	w.resting = slices.Delete(w.resting, i, i+1)
}

// await blocks a thread until cond holds, which is evaluated again whenever something has happened, or, unless it is 0, until a time: then cond does not hold.
func (w *world) await(r *job.Rank, why string, until sim.Time, cond func() bool) (expired bool) {
	for {
		seen := w.happened
		switch {
		case cond():
			return false
		case until > 0 && r.Now() >= until:
			return true
		case w.happened == seen:
			w.rest(r, why, seen, until)
		}
	}
}

// Wait is client.Machine's: what it waits for takes time, and the processor looks for nothing meanwhile.
func (w *world) Wait(why string, cond func() bool) { w.await(w.rank, why, 0, cond) }

// block blocks a thread until an operation of the adapter calls what it gets.
func (w *world) block(r *job.Rank, why string, begin func(done func())) {
	over := false
	begin(func() {
		over = true
		w.wake()
	})
	w.await(r, why, 0, func() bool { return over })
}

// Changed, Stamp, Stale and Direct are client.Machine's: programs remember nothing.
func (w *world) Changed(bool)        { w.wake() }
func (w *world) Stamp() uint32       { return 0 }
func (w *world) Stale()              {}
func (w *world) Direct(uintptr) bool { return false }

// Leave is client.Machine's: the driver has all packets, and outlives the program.
func (w *world) Leave() {}

// Lost: nodes do not die before the job does.
func (w *world) Lost() []uint32 { return nil }

// Fail ends the job.
func (w *world) Fail(err error) {
	w.rank.World().Fail(fmt.Errorf("rank %d: SISCI: %w", w.rank.ID(), err))
}
