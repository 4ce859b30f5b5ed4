package live

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"gasnetgo/internal/memory"
	"gasnetgo/job"
	"gasnetgo/node"
)

// The end of a GASNet job. A rank that calls gasnet_exit, or leaves main, publishes that and waits for the others: usually all arrive, and the job ends with
// the first status that is not 0. If some do not arrive, the job ends without them: at once if they wait in a barrier for ranks that have left, else after a
// time limit, which is longer after a status of 0, since the others may be computing, than after a failure. Those ranks are notified through their SIGQUIT
// handlers, as in GASNet, and then ended. If a handler calls gasnet_exit, its status counts if all before it were 0.
type gasnetExit struct {
	world   *gasnetWorld
	block   *exitBlock
	leaving atomic.Bool // this rank has called
}

// exitBlock is at the beginning of rank 0's part.
type exitBlock struct {
	first uint32 // exitCalled | first status that is not 0
	_     [60]byte
	count uint32 // ranks that have called; futex
	_     [60]byte
}

const exitCalled = 1 << 31

// How long the program's handler of SIGQUIT may take: less than what a launcher gives ranks to go. It has more time where it may decide about the job's status.
const (
	quitTime   = 300 * time.Millisecond
	quitToVote = 2 * quitTime
)

func newGASNetExit(w *gasnetWorld, n *node.Node) (*gasnetExit, error) {
	s, err := n.Segment(gasnetEnd, node.Page, 0)
	if err != nil {
		return nil, err
	}
	return &gasnetExit{world: w, block: memory.At[exitBlock](s.Part(0))}, nil
}

// follow waits for the program's gasnet_exit, or for another rank to end the job.
func (e *gasnetExit) follow() {
	go func() { e.leave(e.world.plane.WaitExit()) }()
	e.world.beforeLeaving(func() {
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
func (e *gasnetExit) name(status int) {
	PrintLine(fmt.Sprintf("rank %d (pid %d) exited with status %d; ending the job", e.world.Rank(), os.Getpid(), status))
}

// leave ends this rank's part in the job. It does not return.
func (e *gasnetExit) leave(status int) {
	w := e.world
	e.leaving.Store(true)
	w.hooks.Flush()
	w.statistics()
	if status != 0 {
		first := atomic.CompareAndSwapUint32(&e.block.first, 0, exitCalled|uint32(status))
		worse := w.Job.Worsen(status) // if the others have gone without us
		if _, over := w.Job.Ended(); worse || first && !over {
			e.name(status)
		}
	}
	atomic.AddUint32(&e.block.count, 1)
	for begun := time.Now(); int(atomic.LoadUint32(&e.block.count)) < w.Size(); time.Sleep(time.Millisecond) {
		limit := w.wait.Seconds(w.Size(), atomic.LoadUint32(&e.block.first) != 0)
		if time.Since(begun).Seconds() > limit || w.plane.Hopeless() {
			break
		}
	}
	w.Job.Mark(job.Idle)
	w.Session.Left(func() int { return int(atomic.LoadUint32(&e.block.first) &^ exitCalled) })
}
