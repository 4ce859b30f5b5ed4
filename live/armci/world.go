package armci

import (
	"cmp"
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/armci/transport/window"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/pace"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/node"
)

// segment is the name of ARMCI's allocation of the memory file: of each rank, control memory, the map of its arena, its messages, its arena.
const segment = "armci"

const (
	mailBytes = 1 << 32 // bytes of a rank for messages that have not been received
	mostBytes = 1 << 44 // most bytes of all arenas together
)

// Plane is the data plane's part of ARMCI, which the C edge supplies.
type Plane struct {
	// Open lays it over the memory of processes, whose ranks in the job are given; Close ends that.
	Open  func(l Layout, ranks []int, me int)
	Close func()

	// Group tells it of a group, and Ungroup that it is gone.
	Group   func(handle int32, g *armci.Group)
	Ungroup func(handle int32)

	// Mutexes tells it where the mutexes of processes are; nil: there are none.
	Mutexes func(all []armci.MutexPlace)
}

// Layout is where things are in ARMCI's segment. Offsets are from the beginning of a rank's part.
type Layout struct {
	Base   uintptr // of local rank 0
	Stride uint64  // from one local rank to the next
	Map    uint64  // a byte for each page of the arena
	Arena  uint64
	Bytes  uint64 // of the arena
}

// world is the live world as ARMCI sees it.
type world struct {
	*live.Session
	pace.Free
	plane  Plane
	direct bool   // calls may take the C data plane
	waits  bool   // so may those that wait for others
	arena  uint64 // bytes that the user wants

	node   *node.Node // from the first Attach on
	layout Layout
	moves  armci.Transport
	hosts  *hosts // nil on one host
}

// New makes this process's rank of ARMCI, with the environment's options. Values that cannot be understood make its Init fail.
func New(s *live.Session, c Plane) *armci.Rank {
	plane, err1 := s.Knobs.Enum(knob.Plane)
	arena, err2 := s.Knobs.Size(knob.ArmciMemory)
	w := &world{Session: s, plane: c, direct: plane == "c", waits: plane == "c", arena: arena}
	options := armci.Options{Refused: cmp.Or(err1, err2, s.Knobs.Check())}
	if s.Job.SpansHosts() {
		w.waits = false // the plane's do not poll the network
		return armci.New(spanning{w}, options)
	}
	return armci.New(w, options)
}

func (w *world) Rank() int { return w.Job.Rank }
func (w *world) Size() int { return w.Job.Size }

// Attach maps the memory of all ranks.
func (w *world) Attach(control uint64) (armci.Memory, error) {
	n, err := w.Node()
	if err != nil {
		return armci.Memory{}, err
	}
	arena := w.arenaBytes()
	l := Layout{Map: control, Bytes: arena}
	mail := l.Map + roundPage(arena/window.Page)
	l.Arena = mail + mailBytes
	s, err := n.Segment(segment, l.Arena+arena, 0)
	if err != nil {
		return armci.Memory{}, fmt.Errorf("no memory of %d bytes for allocations: %w (%s changes this)", arena, err, knob.ArmciMemory)
	}
	l.Base, l.Stride = s.Part(0), s.Stride
	part := func(rank int) uintptr { return s.Part(w.Local(rank)) }
	w.node, w.layout = n, l
	shared := window.New(window.Config{
		Pages: pages.Pages{
			Me: w.Rank(), Bytes: arena,
			Arena: func(rank int) uintptr { return part(rank) + uintptr(l.Arena) },
			Map:   func(rank int) uintptr { return part(rank) + uintptr(l.Map) },
		},
		Layout: armci.ControlOf(w.Size()), Control: part,
		Mail: part(w.Rank()) + uintptr(mail), MailBytes: mailBytes,
		Ring: func(rank int) { n.Ring(w.Local(rank)) },
	})
	w.moves = shared
	if w.Job.SpansHosts() {
		if err := w.overNetwork(shared, control); err != nil {
			return armci.Memory{}, err
		}
		part = w.hosts.control
	}
	w.Job.Mark(job.Active)
	own := s.Part(n.Me()) + uintptr(l.Arena)
	return armci.Memory{Control: part, Arena: own, Bytes: arena, Free: func(at uintptr, bytes uint64) {
		_ = n.DiscardPart(s, uint64(at-s.Part(n.Me())), bytes) // refusal only keeps the memory
	}}, nil
}

// arenaBytes is how much a rank may allocate: unless the user says, as much as the host has.
func (w *world) arenaBytes() uint64 {
	bytes := w.arena
	if bytes == 0 && w.Job.SpansHosts() {
		bytes = registered
	}
	if bytes == 0 {
		bytes = live.HostMemory()
	}
	return roundPage(min(bytes, mostBytes/uint64(w.Size())))
}

func roundPage(n uint64) uint64 { return (n + node.Page - 1) &^ (node.Page - 1) }

func (w *world) Transport() armci.Transport { return w.moves }

// Open opens the data plane, if it is wanted.
func (w *world) Open(ranks []int) {
	w.Job.Mark(job.Active)
	if w.hosts != nil {
		w.hosts.far.Rest(false)
	}
	if w.direct {
		me := -1
		for p, r := range ranks {
			if r == w.Rank() {
				me = p
			}
		}
		w.plane.Open(w.layout, ranks, me)
	}
}

func (w *world) Close() {
	w.plane.Close()
	w.closeHosts()
	w.Job.Mark(job.Idle)
}

func (w *world) Group(handle int32, g *armci.Group) {
	if w.waits {
		w.plane.Group(handle, g)
	}
}

func (w *world) Ungroup(handle int32) {
	if w.waits {
		w.plane.Ungroup(handle)
	}
}

func (w *world) Mutexes(all []armci.MutexPlace) {
	if w.waits {
		w.plane.Mutexes(all)
	}
}

// WaitFor looks from time to time whether the rank on which the condition depends is still there.
func (w *world) WaitFor(rank int, cond func() bool) error {
	for {
		if live.WaitAtMost(live.FirstCheck, w.wait, cond) {
			return nil
		}
		if gone := rank >= 0 && w.IsHere(rank) && w.node.HasLeft(w.Local(rank)); gone && !cond() {
			return fmt.Errorf("waits for rank %d, which has left the job", rank)
		}
	}
}

// Wait blocks until cond holds.
func (w *world) Wait(_ string, cond func() bool) { w.wait(cond) }

func (w *world) wait(cond func() bool) {
	if w.hosts != nil {
		w.Hosts().Wait(w.node, cond)
		return
	}
	w.node.Wait(cond)
}

// Fail ends the job.
func (w *world) Fail(status int, line string) { w.Session.Fail(job.CauseAbort, status, line) }
