package live

import (
	"cmp"
	"fmt"

	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/node"
	"gasnetgo/portals/process"
	"gasnetgo/shmem"
)

// Names of SHMEM's allocations of the memory file.
const (
	heapSegment = "shmem.heap"        // every rank's symmetric heap
	heapCommon  = "shmem.heap.common" // where each rank sees its own at the same address
)

// shmemWorld is the live world as OpenSHMEM sees it.
type shmemWorld struct {
	*Session
	node    *node.Node // nil before the first Attach
	windows Windows
	heap    *node.Segment
	direct  bool // calls may take the C data plane

	portals   func() *process.Process // nil: the transport is the windows
	process   *process.Process        // its Portals, while attached
	transport shmem.Transport         // while attached
}

// NewPE makes this process's OpenSHMEM rank, with the environment's options. Values that cannot be understood make its Init fail. portals is asked for the
// process's Portals if that is to be the transport.
func (s *Session) NewPE(portals func() *process.Process) *shmem.PE {
	heap, err1 := s.Knobs.Size(knob.SymmetricSize)
	plane, err2 := s.Knobs.Enum(knob.Plane)
	transport, err3 := s.Knobs.Enum(knob.ShmemTransport)
	tuning, err4 := shmem.ReadTuning(s.Knobs)
	teams, err5 := shmem.ReadTeams(s.Knobs)
	s.hooks.Tune(tuning)
	w := &shmemWorld{Session: s, direct: plane == "c" && transport == "window"}
	if transport == "portals" {
		w.portals = portals
	}
	return shmem.New(w, shmem.Options{HeapBytes: heap, Refused: cmp.Or(err1, err2, err3, err4, err5, s.Knobs.Check()), Collectives: tuning, Teams: teams,
		Combine: s.hooks.Combine})
}

func (w *shmemWorld) Rank() int { return w.Job.Rank }
func (w *shmemWorld) Size() int { return w.Job.Size }

// Attach maps the heap and turns the program's globals into a segment. The second and later times all is there already.
func (w *shmemWorld) Attach(heapBytes, control uint64) (shmem.Segments, error) {
	n, err := w.Node()
	if err != nil {
		return shmem.Segments{}, err
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
	w.Job.Mark(job.Active)
	if err := w.connect(n, segments); err != nil {
		return shmem.Segments{}, err
	}
	pes := 0
	if w.direct {
		pes = w.Size()
	}
	w.hooks.Windows(w.windows, pes)
	return segments, nil
}

func (w *shmemWorld) mapHeap(n *node.Node, bytes, control uint64) error {
	s, err := n.Segment(heapSegment, bytes+control, 0)
	if err != nil {
		return err
	}
	at, err := n.Reserve(heapCommon, bytes+control)
	if err != nil {
		return err
	}
	if err := n.MapAgain(s, at); err != nil {
		return err
	}
	w.heap = s
	w.windows.Heap = Window{Base: at, Len: bytes, Rank0: s.Part(0), Step: s.Stride}
	return nil
}

func (w *shmemWorld) mapGlobals(n *node.Node) error {
	if on, err := w.Knobs.Bool(knob.DataSegment); !on || err != nil {
		return err
	}
	im, err := w.hooks.Image()
	if err != nil {
		w.Warn(fmt.Sprintf("global variables are not symmetric: %v", err))
		return nil
	}
	s, err := n.MapData(im)
	if err != nil {
		return err
	}
	w.windows.Data = Window{Base: im.DataBase(), Len: s.Bytes, Rank0: s.Part(0), Step: s.Stride}
	return nil
}

// Detach closes the data plane and gives the heap's memory back. Globals keep their contents: their segment stays as it is.
func (w *shmemWorld) Detach() {
	w.hooks.Windows(w.windows, 0)
	w.disconnect()
	_ = w.node.Discard(w.heap) // refusal only keeps the memory until the job ends
	w.Job.Mark(job.Idle)
}

func (w *shmemWorld) Transport() shmem.Transport { return w.transport }

// part is where rank pe's segment seg is mapped here.
func (w *shmemWorld) part(seg shmem.Seg, pe int) uintptr {
	at := w.windows.Heap
	if seg == shmem.Data {
		at = w.windows.Data
	}
	return at.Rank0 + uintptr(uint64(pe)*at.Step)
}

// MirrorTeam tells the data plane.
func (w *shmemWorld) MirrorTeam(id int, g shmem.Group) { w.hooks.Group(true, id+1, g) }

// MirrorContext tells the data plane.
func (w *shmemWorld) MirrorContext(number shmem.Ctx, g shmem.Group) {
	w.hooks.Group(false, int(number), g)
}

// MirrorThreads tells the data plane.
func (w *shmemWorld) MirrorThreads(several bool) { w.hooks.Threads(several) }

var _ shmem.Mirror = (*shmemWorld)(nil)

func (w *shmemWorld) Barrier() {
	if w.Size() > 1 {
		w.hooks.Barrier()
	}
}

func (w *shmemWorld) Wait(cond func() bool) {
	if w.process != nil {
		w.serve(cond)
		return
	}
	w.node.Wait(cond)
}

func (w *shmemWorld) Publish(turn int, mine []byte) { w.node.Publish(turn, mine) }

func (w *shmemWorld) Published(rank, turn int) []byte { return w.node.Published(rank, turn) }
