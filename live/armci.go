package live

import (
	"cmp"
	"fmt"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/armci/transport/window"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/node"
)

// armciSegment is the name of ARMCI's allocation of the memory file: of each rank, control memory, the map of its arena, its messages, its arena.
const armciSegment = "armci"

const (
	armciMail  = 1 << 32 // bytes of a rank for messages that have not been received
	armciPages = 1 << 44 // most bytes of all arenas together
)

// ARMCIPlane is the data plane's part of ARMCI, which the C edge supplies.
type ARMCIPlane struct {
	// Open lays it over the memory of processes, whose ranks in the job are given; Close ends that.
	Open  func(l ARMCILayout, ranks []int, me int)
	Close func()

	// Group tells it of a group, and Ungroup that it is gone.
	Group   func(handle int32, g *armci.Group)
	Ungroup func(handle int32)

	// Mutexes tells it where the mutexes of processes are; nil: there are none.
	Mutexes func(all []armci.MutexPlace)
}

// ARMCILayout is where things are in ARMCI's segment. Offsets are from the beginning of a rank's part.
type ARMCILayout struct {
	Base   uintptr // of local rank 0
	Stride uint64  // from one local rank to the next
	Map    uint64  // a byte for each page of the arena
	Arena  uint64
	Bytes  uint64 // of the arena
}

// armciWorld is the live world as ARMCI sees it.
type armciWorld struct {
	*Session
	plane  ARMCIPlane
	direct bool   // calls may take the C data plane
	arena  uint64 // bytes that the user wants

	node   *node.Node // from the first Attach on
	layout ARMCILayout
	moves  armci.Transport
	hosts  *armciHosts // nil on one host
}

// NewARMCI makes this process's rank of ARMCI, with the environment's options. Values that cannot be understood make its Init fail.
func (s *Session) NewARMCI(c ARMCIPlane) *armci.Rank {
	plane, err1 := s.Knobs.Enum(knob.Plane)
	arena, err2 := s.Knobs.Size(knob.ArmciMemory)
	w := &armciWorld{Session: s, plane: c, direct: plane == "c", arena: arena}
	options := armci.Options{Refused: cmp.Or(err1, err2, s.Knobs.Check())}
	if s.Job.SpansHosts() {
		w.direct = false // its waits do not poll the network
		return armci.New(spanning{w}, options)
	}
	return armci.New(w, options)
}

func (w *armciWorld) Rank() int { return w.Job.Rank }
func (w *armciWorld) Size() int { return w.Job.Size }

// Attach maps the memory of all ranks.
func (w *armciWorld) Attach(control uint64) (armci.Memory, error) {
	n, err := w.hostNode()
	if err != nil {
		return armci.Memory{}, err
	}
	arena := w.arenaBytes()
	l := ARMCILayout{Map: control, Bytes: arena}
	mail := l.Map + roundPage(arena/window.Page)
	l.Arena = mail + armciMail
	s, err := n.Segment(armciSegment, l.Arena+arena, 0)
	if err != nil {
		return armci.Memory{}, fmt.Errorf("no memory of %d bytes for allocations: %w (%s changes this)", arena, err, knob.ArmciMemory)
	}
	l.Base, l.Stride = s.Part(0), s.Stride
	part := func(rank int) uintptr { return s.Part(w.local(rank)) }
	w.node, w.layout = n, l
	near := window.New(window.Config{
		Pages: pages.Pages{
			Me: w.Rank(), Bytes: arena,
			Arena: func(rank int) uintptr { return part(rank) + uintptr(l.Arena) },
			Map:   func(rank int) uintptr { return part(rank) + uintptr(l.Map) },
		},
		Layout: armci.ControlOf(w.Size()), Control: part,
		Mail: part(w.Rank()) + uintptr(mail), MailBytes: armciMail,
		Ring: func(rank int) { n.Ring(w.local(rank)) },
	})
	w.moves = near
	if w.Job.SpansHosts() {
		if err := w.overNetwork(near, control); err != nil {
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
func (w *armciWorld) arenaBytes() uint64 {
	bytes := w.arena
	if bytes == 0 && w.Job.SpansHosts() {
		bytes = armciRegistered
	}
	if bytes == 0 {
		bytes = HostMemory()
	}
	return roundPage(min(bytes, armciPages/uint64(w.Size())))
}

// HostMemory is the bytes of memory of this host, or 64 GB if the system does not say.
func HostMemory() uint64 {
	var host unix.Sysinfo_t
	if err := unix.Sysinfo(&host); err != nil {
		return 1 << 36
	}
	return host.Totalram * uint64(host.Unit)
}

func roundPage(n uint64) uint64 { return (n + node.Page - 1) &^ (node.Page - 1) }

func (w *armciWorld) Transport() armci.Transport { return w.moves }

// Open opens the data plane, if it is wanted.
func (w *armciWorld) Open(ranks []int) {
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

func (w *armciWorld) Close() {
	w.plane.Close()
	w.closeHosts()
	w.Job.Mark(job.Idle)
}

func (w *armciWorld) Group(handle int32, g *armci.Group) {
	if w.direct {
		w.plane.Group(handle, g)
	}
}

func (w *armciWorld) Ungroup(handle int32) {
	if w.direct {
		w.plane.Ungroup(handle)
	}
}

func (w *armciWorld) Mutexes(all []armci.MutexPlace) {
	if w.direct {
		w.plane.Mutexes(all)
	}
}

// Wait looks from time to time whether the rank on which the condition depends is still there.
func (w *armciWorld) Wait(from int, cond func() bool) error {
	for {
		var end time.Time
		looks, came := 0, false
		w.wait(func() bool {
			if came = cond(); came {
				return true
			}
			if looks++; looks%looksAtClock != 0 {
				return false
			}
			now := time.Now()
			if end.IsZero() {
				end = now.Add(firstCheck)
			}
			return now.After(end)
		})
		if came {
			return nil
		}
		if gone := from >= 0 && w.isHere(from) && w.node.HasLeft(w.local(from)); gone && !cond() {
			return fmt.Errorf("waits for rank %d, which has left the job", from)
		}
	}
}

// wait blocks until cond holds.
func (w *armciWorld) wait(cond func() bool) {
	if w.hosts != nil {
		w.net.wait(w.node, cond)
		return
	}
	w.node.Wait(cond)
}

// Fail ends the job.
func (w *armciWorld) Fail(status int, line string) { w.Session.Fail(job.CauseAbort, status, line) }
