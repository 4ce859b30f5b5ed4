package gasnet

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"gasnetgo/internal/memory"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/node"
)

// The end of a GASNet job. A rank that calls gasnet_exit, or leaves main, publishes that and waits for the others: usually all arrive, and the job ends with
// the first status that is not 0. If some do not arrive, the job ends without them: at once if they wait in a barrier for ranks that have left, else after a
// time limit, which is longer after a status of 0, since the others may be computing, than after a failure. Those ranks are notified through their SIGQUIT
// handlers, as in GASNet, and then ended. If a handler calls gasnet_exit, its status counts if all before it were 0.
type ending struct {
	world   *world
	notes   exitNotes
	leaving atomic.Bool // this rank has called
}

// exitBlock are notes of ranks that share memory: it is at the beginning of rank 0's part.
type exitBlock struct {
	worst uint32 // exitCalled | first status that is not 0
	_     [60]byte
	came  uint32 // ranks that have called; futex
	_     [60]byte
}

const exitCalled = 1 << 31

// How long the program's handler of SIGQUIT may take: less than what a launcher gives ranks to go. It has more time where it may decide about the job's status.
const (
	quitTime   = 300 * time.Millisecond
	quitToVote = 2 * quitTime
)

func newEnding(w *world, n *node.Node) (*ending, error) {
	if w.net != nil {
		return &ending{world: w, notes: newExitNet(w.net.Port, func(rank, pid, status int) {
			if _, over := w.Job.Ended(); !over {
				nameExit(rank, pid, status)
			}
		})}, nil
	}
	s, err := n.Segment(gasnetEnd, node.Page, 0)
	if err != nil {
		return nil, err
	}
	return &ending{world: w, notes: sharedExit{memory.At[exitBlock](s.Part(0)), w.plane.Hopeless}}, nil
}

// sharedExit are notes in shared memory.
type sharedExit struct {
	*exitBlock
	stuck func() bool
}

func (e sharedExit) fail(status int) (first bool) {
	return atomic.CompareAndSwapUint32(&e.worst, 0, exitCalled|uint32(status))
}

func (e sharedExit) arrive(int) { atomic.AddUint32(&e.came, 1) }
func (e sharedExit) count() int { return int(atomic.LoadUint32(&e.came)) }
func (e sharedExit) first() (int, bool) {
	w := atomic.LoadUint32(&e.worst)
	return int(w &^ exitCalled), w != 0
}
func (e sharedExit) hopeless() bool { return e.stuck() }

// follow waits for the program's gasnet_exit, or for another rank to end the job.
func (e *ending) follow() {
	go func() { e.leave(e.world.plane.WaitExit()) }()
	e.world.BeforeLeaving(func() {
		if e.leaving.Load() {
			return
		}
		bound := quitTime
		if ending, _ := e.world.Job.Ended(); ending.Cause == job.CauseLeft && ending.Status == 0 {
			bound = quitToVote
		}
		if status := e.world.plane.Quit(bound); e.world.Job.Worsen(status) {
			e.name(status)
		}
	})
}

// name publishes the rank whose status the job has.
func (e *ending) name(status int) { nameExit(e.world.Rank(), os.Getpid(), status) }

func nameExit(rank, pid, status int) {
	live.PrintLine(fmt.Sprintf("rank %d (pid %d) exited with status %d; ending the job", rank, pid, status))
}

// leave ends this rank's part in the job. It does not return.
func (e *ending) leave(status int) {
	w := e.world
	e.leaving.Store(true)
	w.Hooks.Flush()
	w.statistics()
	if status != 0 {
		first := e.notes.fail(status)
		worse := w.Job.Worsen(status) // if the others have gone without us
		if _, over := w.Job.Ended(); worse || first && !over {
			e.name(status)
		}
	}
	e.notes.arrive(status)
	for begun := time.Now(); e.notes.count() < w.Size(); time.Sleep(time.Millisecond) {
		_, failed := e.notes.first()
		if time.Since(begun).Seconds() > w.wait.Seconds(w.Size(), failed) || e.notes.hopeless() {
			break
		}
	}
	w.Job.Mark(job.Idle)
	w.Session.Left(e.notes.count() >= w.Size(), func() int {
		status, _ := e.notes.first()
		return status
	})
}
