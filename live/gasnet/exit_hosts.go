package gasnet

import (
	"encoding/binary"
	"os"
	"sync/atomic"

	"gasnetgo/ofi"
)

// exitNotes is what a rank knows of the ranks that have called gasnet_exit.
type exitNotes interface {
	// fail says that this rank is about to, with a status that is not 0, and returns whether it is the first one, whose status is the job's: it prints that.
	fail(status int) bool

	// arrive says that this rank has.
	arrive(status int)

	// count is how many ranks have; first is the first status that is not 0, or 0; failed, whether there is one.
	count() int
	first() (status int, failed bool)

	// hopeless reports whether all others wait for ranks that have called.
	hopeless() bool
}

// exitNet are notes between hosts. Each rank tells rank 0, which prints the first failure, and tells all of that and of the last arrival.
type exitNet struct {
	port  *ofi.Port
	name  func(rank, pid, status int)
	came  atomic.Uint32
	worst atomic.Uint32 // exitCalled | first status that is not 0
}

// newExitNet makes notes; name prints a failure, at rank 0. It must not block.
func newExitNet(p *ofi.Port, name func(rank, pid, status int)) *exitNet {
	e := &exitNet{port: p, name: name}
	p.Attach(ofi.Exit, e)
	return e
}

func (e *exitNet) fail(int) bool { return false } // rank 0 decides

func (e *exitNet) arrive(status int) {
	e.port.Lock()
	defer e.port.Unlock()
	if e.port.Rank == 0 {
		e.note(0, os.Getpid(), status)
		return
	}
	news := binary.LittleEndian.AppendUint32(nil, uint32(status))
	e.port.Send(0, ofi.Exit, binary.LittleEndian.AppendUint32(news, uint32(os.Getpid())), nil)
}

// note counts a rank at rank 0, and tells the others what they need. It needs the port's lock.
func (e *exitNet) note(rank, pid, status int) {
	first := status != 0 && e.worst.CompareAndSwap(0, exitCalled|uint32(status))
	if first {
		e.name(rank, pid, status)
	}
	if n := e.came.Add(1); !first && int(n) < e.port.Size {
		return
	}
	news := binary.LittleEndian.AppendUint32(nil, e.came.Load())
	news = binary.LittleEndian.AppendUint32(news, e.worst.Load())
	for r := 1; r < e.port.Size; r++ {
		e.port.Send(r, ofi.Exit, news, nil)
	}
}

// Receive reads what another rank says.
func (e *exitNet) Receive(from int, body []byte) {
	if len(body) != 8 {
		return
	}
	a, b := binary.LittleEndian.Uint32(body), binary.LittleEndian.Uint32(body[4:])
	switch {
	case e.port.Rank == 0:
		e.note(from, int(b), int(a))
	case from == 0:
		e.came.Store(a)
		e.worst.Store(b)
	}
}

// Batch has nothing to do.
func (e *exitNet) Batch() {}

func (e *exitNet) count() int { return int(e.came.Load()) }
func (e *exitNet) first() (int, bool) {
	w := e.worst.Load()
	return int(w &^ exitCalled), w != 0
}
func (e *exitNet) hopeless() bool { return false } // then the time limit ends the job
