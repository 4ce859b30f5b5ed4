package shmem

import (
	"cmp"
	"fmt"

	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/live/portals"
	"gasnetgo/node"
	"gasnetgo/shmem"
)

// Names of SHMEM's allocations of the memory file.
const (
	heapSegment = "shmem.heap"        // every rank's symmetric heap
	heapCommon  = "shmem.heap.common" // where each rank sees its own at the same address
)

// Plane is the data plane's part of OpenSHMEM, which the C edge supplies. All are needed.
type Plane struct {
	// Windows tells it where the segments are. Unless it is open, every call goes through Go; otherwise those to ranks of other hosts do.
	Windows func(w Windows, open bool)

	// Group tells it what a handle stands for: of a team by id + 1, or of a context by its number. A handle of 0 is gone.
	Group func(team bool, place int, g shmem.Group)

	// Threads tells it whether several threads may be in SHMEM at once.
	Threads func(several bool)

	// Tune tells it what the environment says about collectives.
	Tune func(t shmem.Tuning)

	// Begun counts operations of the default context that have left this host, and may not be complete when their calls return. Its quiet calls Go when there have been some.
	Begun *uint64

	// Counts reports whether the program refers to functions that tell counts of operations.
	Counts func() bool

	// Combine is shmem.Options.Combine.
	Combine func(op, num int32, out, a, b uintptr, n uint64)

	// Guard forbids the program to access memory of its heap, or allows it; nil if AddressSanitizer does not watch the program.
	Guard func(addr uintptr, bytes uint64, allow bool)

	// Print writes to the program's standard output, in order with what the program prints there.
	Print func(text string)
}

// Window is a symmetric segment: where this rank's program sees it, its length in bytes, where local rank 0's part is mapped and how
// far apart parts of local ranks are.
type Window struct {
	Base   uintptr
	Len    uint64
	Local0 uintptr
	Step   uint64
}

// Windows are SHMEM's two symmetric segments.
type Windows struct {
	Heap, Data Window
	Entered    uintptr // in a job of several hosts: where this rank counts the barriers that it enters; else 0
}

// world is the live world as OpenSHMEM sees it.
type world struct {
	*live.Session
	pace.Free
	plane   Plane
	node    *node.Node // nil before the first Attach
	windows Windows
	heap    *node.Segment
	direct  bool     // calls may take the C data plane
	net     *network // to other hosts; nil on one host, and before the first Attach

	portals   func() *portals.Interface // nil: the transport is the windows
	shared    *portals.Interface        // while attached over Portals
	transport shmem.Transport           // while attached
}

// New creates this process's OpenSHMEM rank, with the environment's options. Invalid values make its Init fail. shared returns the process's Portals if that
// is the transport.
func New(s *live.Session, c Plane, shared func() *portals.Interface) *shmem.PE {
	heap, err1 := s.Knobs.Size(knob.SymmetricSize)
	plane, err2 := s.Knobs.Enum(knob.Plane)
	transport, err3 := s.Knobs.Enum(knob.ShmemTransport)
	tuning, err4 := shmem.ReadTuning(s.Knobs)
	teams, err5 := shmem.ReadTeams(s.Knobs)
	c.Tune(tuning)
	w := &world{Session: s, plane: c, direct: plane == "c" && transport == "window"}
	if transport == "portals" {
		w.portals = shared
	}
	return shmem.New(w, shmem.Options{HeapBytes: heap, Refused: cmp.Or(err1, err2, err3, err4, err5, s.Knobs.Check()), Collectives: tuning, Teams: teams,
		Combine: c.Combine})
}

func (w *world) Rank() int { return w.Job.Rank }
func (w *world) Size() int { return w.Job.Size }

// Attach maps the heap and turns the program's globals into a segment. The second and later times all is there already.
func (w *world) Attach(heapBytes, control uint64) (shmem.Segments, error) {
	n, err := w.Node()
	if err != nil {
		return shmem.Segments{}, err
	}
	spans := w.Job.SpansHosts()
	if spans {
		control += worldBytes
	}
	if w.node == nil {
		if err := w.mapHeap(n, heapBytes, control); err != nil {
			return shmem.Segments{}, fmt.Errorf("no symmetric heap of %d bytes: %w (%s changes this)", heapBytes, err, knob.SymmetricSize)
		}
		if err := w.mapGlobals(n); err != nil {
			return shmem.Segments{}, err
		}
		w.node = n
		w.greet(n)
	}
	segments := shmem.Segments{
		Heap: shmem.Segment{Base: w.windows.Heap.Base, Len: w.windows.Heap.Len},
		Data: shmem.Segment{Base: w.windows.Data.Base, Len: w.windows.Data.Len},

		Control: control,
	}
	if spans {
		w.Job.Mark(job.Active)
		if err := w.overNetwork(n, segments); err != nil {
			return shmem.Segments{}, err
		}
		segments.Control -= worldBytes
		segments.HeapAlign = w.net.align
		w.plane.Windows(w.windows, w.direct)
		return segments, nil
	}
	w.Job.Mark(job.Active)
	if err := w.connect(n, segments); err != nil {
		return shmem.Segments{}, err
	}
	w.plane.Windows(w.windows, w.direct)
	return segments, nil
}

// Blocks of the heap with an alignment have the same offset on all ranks. On several hosts, whose memory files differ, that works for alignments up to hostsAlign.
func (w *world) mapHeap(n *node.Node, bytes, control uint64) error {
	s, err := n.Segment(heapSegment, bytes+control, 0)
	if err != nil {
		return err
	}
	room := uint64(0)
	if w.Job.SpansHosts() {
		room = hostsAlign
	}
	at, err := n.Reserve(heapCommon, bytes+control+room)
	if err != nil {
		return err
	}
	if room > 0 {
		at = (at + hostsAlign - 1) &^ (hostsAlign - 1)
	}
	if err := n.MapAgain(s, at); err != nil {
		return err
	}
	w.heap = s
	w.windows.Heap = Window{Base: at, Len: bytes, Local0: s.Part(0), Step: s.Stride}
	return nil
}

func (w *world) mapGlobals(n *node.Node) error {
	if on, err := w.Knobs.Bool(knob.DataSegment); !on || err != nil {
		return err
	}
	im, err := w.Hooks.Image()
	if err != nil {
		w.Warn(fmt.Sprintf("global variables are not symmetric: %v", err))
		return nil
	}
	s, err := n.MapData(im)
	if err != nil {
		return err
	}
	w.windows.Data = Window{Base: im.DataBase(), Len: s.Bytes, Local0: s.Part(0), Step: s.Stride}
	return nil
}

// Detach closes the data plane and gives the heap's memory back. Globals keep their contents: their segment stays as it is.
func (w *world) Detach() {
	w.plane.Windows(w.windows, false)
	w.disconnect()
	_ = w.node.Discard(w.heap) // refusal only keeps the memory until the job ends
	w.Job.Mark(job.Idle)
}

// Guarded reports whether AddressSanitizer watches the program.
func (w *world) Guarded() bool { return w.plane.Guard != nil }

// Guard tells AddressSanitizer.
func (w *world) Guard(addr uintptr, bytes uint64, allow bool) { w.plane.Guard(addr, bytes, allow) }

var _ shmem.Guard = (*world)(nil)

func (w *world) Transport() shmem.Transport { return w.transport }

// part is where rank pe's segment seg is mapped here. pe is on this host.
func (w *world) part(seg shmem.Seg, pe int) uintptr {
	at := w.windows.Heap
	if seg == shmem.Data {
		at = w.windows.Data
	}
	return at.Local0 + uintptr(uint64(w.Local(pe))*at.Step)
}

// MirrorTeam tells the data plane.
func (w *world) MirrorTeam(id int, g shmem.Group) { w.plane.Group(true, id+1, g) }

// MirrorContext tells the data plane.
func (w *world) MirrorContext(number shmem.Ctx, g shmem.Group) {
	w.plane.Group(false, int(number), g)
}

// MirrorThreads tells the data plane.
func (w *world) MirrorThreads(several bool) { w.plane.Threads(several) }

var _ shmem.Mirror = (*world)(nil)

func (w *world) Barrier() {
	switch {
	case w.net != nil:
		w.hostBarrier()
	case w.Size() > 1:
		w.Hooks.Barrier()
	}
}

func (w *world) Wait(_ string, cond func() bool) { w.wait(cond) }

func (w *world) wait(cond func() bool) {
	if w.shared != nil {
		portals.Await(w.Session, w.node, cond)
		return
	}
	w.Await(w.node, cond)
}

func (w *world) Publish(turn int, mine []byte) {
	w.node.Publish(turn, mine)
	if w.net != nil {
		note := memory.Bytes(w.own()+uintptr(turn*node.Line), node.Line)
		note[0] = byte(copy(note[1:], mine))
	}
}

func (w *world) Published(rank, turn int) []byte {
	if w.IsHere(rank) {
		return w.node.Published(w.Local(rank), turn)
	}
	var note [node.Line]byte
	if err := w.transport.Get(shmem.DefaultCtx, rank, shmem.Addr{Seg: shmem.Heap, Off: w.net.world + uint64(turn*node.Line)}, note[:], false); err != nil {
		w.Fail(job.CauseAbort, 1, fmt.Sprintf("reading what rank %d has published: %v", rank, err)) // does not return
	}
	return note[1:][:min(int(note[0]), len(note)-1)]
}
