package gasnet

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	overnet "gasnetgo/gasnet/conduit/ofi"
	"gasnetgo/gasnet/conduit/portals"
	"gasnetgo/gasnet/conduit/sci"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/live"
	ptl "gasnetgo/live/portals"
	livesisci "gasnetgo/live/sisci"
	"gasnetgo/node"
)

// Names of GASNet's allocations of the memory file.
const (
	gasnetChannels = "gasnet.am"      // every rank's inbox: active messages, barriers
	gasnetSegment  = "gasnet.segment" // what gasnet_attach makes
	gasnetEnd      = "gasnet.exit"    // which ranks have called gasnet_exit
)

// Plane is the data plane's part of GASNet, which the C edge supplies.
type Plane struct {
	// Part is how many bytes the inbox of one rank takes.
	Part func(ranks int) uint64

	// Open lays the plane over the inboxes, of which local rank 0's is at base and each stride after the one before: all ranks of the job are local. threads:
	// more than one calls at a time.
	Open func(base uintptr, stride uint64, ranks, me int, threads bool)

	// Attach gives it segments and handlers; base is local rank 0's. direct: from now on it serves core and extended, or in a job of several hosts puts and gets
	// between ranks of this host.
	Attach func(base uintptr, stride uint64, bytes []uint64, handlers *gasnet.Handlers, direct bool)

	// Send, Next and Done are the channels for calls that come to Go; role is 0 for requests and 1 for replies. Send answers false when there is no room. Next is a sender's oldest
	// message or nil; it stays where it is until Done.
	Send func(role, to int, m *conduit.Message) bool
	Next func(role, from int) *conduit.Arrival
	Done func(role, from int)

	// WaitExit blocks until the program has called gasnet_exit, or left, and answers the status.
	WaitExit func() int

	// Hopeless reports whether every rank has called gasnet_exit or waits in a barrier for one that has.
	Hopeless func() bool

	// Quit has the program's own handler of SIGQUIT run, if there is one, and answers the status with which it has called gasnet_exit, 0 if it has not. It blocks until the
	// handler is over, but not longer than bound.
	Quit func(bound time.Duration) int
}

// world is the live world as GASNet sees it.
type world struct {
	*live.Session
	plane  Plane
	node   *node.Node     // from Join on
	boot   live.Bootstrap // from Join on
	direct bool           // calls may take the C data plane
	wait   gasnet.ExitWait
	end    *ending

	portals  func() *ptl.Interface // nil: messages, puts and gets go through shared memory
	options  portals.Options       // then: of the conduit over it
	overLAPI bool
	sci      func() (*livesisci.Node, error) // nil: messages do not go over SISCI
	net      *live.Network                   // to other hosts, from Join on; nil on one host
	threads  bool                            // several threads call, from Join on
	core     atomic.Pointer[portals.Core]
	isOpen   bool         // before there are segments
	opened   conduit.Core // then: the way, or nil
	far      *overnet.Core
}

// New makes this process's GASNet rank, with the environment's options. Values that cannot be understood make its Init fail. shared returns the process's
// Portals if that is the conduit, node its node of SISCI.
func New(s *live.Session, c Plane, shared func() *ptl.Interface, node func() (*livesisci.Node, error)) *gasnet.Rank {
	plane, err1 := s.Knobs.Enum(knob.Plane)
	limit, err2 := s.Knobs.Portion(knob.GASNetMaxSegment)
	window, err3 := s.Knobs.Size(knob.GASNetCollWindow)
	wait, err4 := gasnet.ReadExitWait(s.Knobs)
	checks, err5 := gasnet.ReadChecks(s.Knobs)
	conduit, err6 := s.Knobs.Enum(knob.GASNetConduit)
	options, err7 := portals.Read(s.Knobs, true)
	w := &world{Session: s, plane: c, direct: plane == "c" && (conduit == "auto" || conduit == "memory"), overLAPI: conduit == "lapi", wait: wait, options: options}
	switch conduit {
	case "portals":
		w.portals = shared
	case "sci":
		w.sci = node
	}
	return gasnet.New(w, gasnet.Options{MaxSegment: limit, HostMemory: live.HostMemory(), CollWindow: window, Checks: checks, Refused: cmp.Or(err1, err2, err3, err4, err5, err6, err7, s.Knobs.Check())})
}

func (w *world) Rank() int { return w.Job.Rank }
func (w *world) Size() int { return w.Job.Size }

// Join maps the inboxes of all ranks.
func (w *world) Join(threads bool) error {
	w.threads = threads
	if w.sci != nil && w.Job.SpansHosts() {
		return errSCIHosts
	}
	n, err := w.Node()
	if err != nil {
		return err
	}
	if w.Job.SpansHosts() {
		if err := w.connectHosts(n); err != nil {
			return err
		}
	}
	p := w.plane
	inboxes, err := n.Segment(gasnetChannels, p.Part(w.Size()), 0)
	if err != nil {
		return fmt.Errorf("no room for the messages of %d ranks: %w", w.Size(), err)
	}
	if w.end, err = newEnding(w, n); err != nil {
		return err
	}
	// Where rank 0's inbox would be, if it were here: the plane counts from there.
	p.Open(inboxes.Part(0)-uintptr(uint64(w.Job.LocalFirst)*inboxes.Stride), inboxes.Stride, w.Size(), w.Rank(), threads)
	w.node, w.boot = n, w.Bootstrap(n)
	w.Job.Mark(job.Active)
	w.end.follow()
	if im, err := w.Hooks.Image(); err == nil { // else it is unknown
		n.Announce(im)
	}
	if err := w.boot.Barrier(); err != nil {
		return err
	}
	if w.Rank() == 0 {
		w.tellElsewhere(n)
	}
	return nil
}

// tellElsewhere says, once in a job, that the program's addresses differ between ranks: GASNet's clients send pointers to functions, since with GASNet's own
// launchers they may.
func (w *world) tellElsewhere(n *node.Node) {
	r, bias, found := w.elsewhere(n)
	wanted, _ := w.Knobs.Enum(knob.Addresses) // a wrong text is refused elsewhere
	if !found || wanted == "any" {
		return
	}
	why := knob.Addresses + "=same could not make them equal (does something here refuse personality, as many containers do?), linking with -no-pie does"
	if wanted == "random" {
		why = knob.Addresses + "=" + wanted + " asks for that"
	}
	w.Warn(fmt.Sprintf("this program lies at 0x%x on rank %d and not at 0x%x as here: pointers to its functions and statics mean nothing on other ranks; %s (%s=any does without this line)",
		bias, r, n.Rank(n.Me()).Bias, why, knob.Addresses))
}

// Exchange is for before the attach.
func (w *world) Exchange(mine uint64) ([]uint64, error) {
	notes, err := w.boot.Exchange(fmt.Append(nil, mine))
	if err != nil {
		return nil, err
	}
	all := make([]uint64, len(notes))
	for r, note := range notes {
		if _, err := fmt.Sscan(string(note), &all[r]); err != nil {
			return nil, fmt.Errorf("rank %d runs another version of the library: %w", r, err)
		}
	}
	return all, nil
}

// Open makes the way between ranks, whose segments have no bytes yet.
func (w *world) Open(handlers *gasnet.Handlers) (conduit.Core, error) {
	none := make([]uint64, w.Size())
	core, err := w.way(make([]gasnet.Segment, w.Size()), make([]extent, w.Size()), none, true)
	if err != nil {
		return nil, err
	}
	w.opened, w.isOpen = core, true
	w.plane.Attach(0, 0, none, handlers, w.direct)
	return core, w.boot.Barrier()
}

// way makes the way between ranks; nil: the data plane is all of it. late: adopt follows.
func (w *world) way(segments []gasnet.Segment, there []extent, bytes []uint64, late bool) (conduit.Core, error) {
	switch {
	case w.portals != nil:
		return w.overPortals(segments, late)
	case w.overLAPI:
		return w.lapiCore()
	case w.sci != nil:
		return w.overSCI(segments[w.Rank()])
	case w.net != nil:
		return w.overNetwork(there, bytes), nil
	case !w.direct:
		return newChannels(w), nil
	}
	return nil, nil
}

// adopt gives segments to the way that Open has made.
func (w *world) adopt(segments []gasnet.Segment, there []extent, bytes []uint64) error {
	switch {
	case w.portals != nil:
		return w.core.Load().Attach(portalSegments(segments))
	case w.sci != nil:
		own := segments[w.Rank()]
		_, err := w.opened.(*sci.Core).Attach(own.Addr, own.Bytes)
		return err
	case w.net != nil && !w.overLAPI:
		w.far.Attach(networkSegments(there, bytes))
	}
	return nil
}

// Attach maps segments, all as far apart as the largest wants.
func (w *world) Attach(bytes []uint64, handlers *gasnet.Handlers) (gasnet.Attached, error) {
	a := gasnet.Attached{Segments: make([]gasnet.Segment, len(bytes))}
	base, stride := uintptr(0), uint64(0)
	if most := slices.Max(bytes); most > 0 {
		s, err := w.node.Segment(gasnetSegment, most, 0)
		if err != nil {
			return a, fmt.Errorf("no segments of %d bytes: %w", most, err)
		}
		base, stride = s.Part(0), s.Stride
		for r, n := range bytes {
			if n > 0 && w.IsHere(r) {
				a.Segments[r] = gasnet.Segment{Addr: s.Part(w.Local(r)), Bytes: n}
			}
		}
	}
	var there []extent
	if w.net != nil {
		var err error
		if there, err = w.segmentsOfHosts(a.Segments, bytes); err != nil {
			return a, err
		}
	}
	var err error
	if w.isOpen {
		err = w.adopt(a.Segments, there, bytes)
	} else {
		a.Core, err = w.way(a.Segments, there, bytes, false)
	}
	if err != nil {
		return a, err
	}
	w.plane.Attach(base, stride, bytes, handlers, w.direct)
	return a, w.boot.Barrier()
}

// Limits are the conduit's.
func (w *world) Limits() conduit.Limits {
	switch {
	case w.portals != nil:
		return w.options.Limits()
	case w.sci != nil:
		return sciOptions().Limits()
	}
	return conduit.SharedMemory()
}

// Place: all ranks of a host share memory.
func (w *world) Place(rank int) (host, supernode uint32) {
	if w.net == nil {
		return 0, 0
	}
	host = w.net.Host(rank)
	return host, host
}

const memoryLimit = 1 << 40 // bytes

// MemoryLimit: segments are sparse.
func (w *world) MemoryLimit() (bytes uint64, knob string) { return memoryLimit, "" }

func (w *world) Lookup(name string) (string, bool) { return w.Hooks.Lookup(name) }

// Exit is for a call that comes here although WaitExit answers it: never.
func (w *world) Exit(status int) { w.end.leave(status) }
