package live

import (
	"encoding/binary"
	"sync/atomic"
	"time"

	"gasnetgo/job"
	"gasnetgo/ofi"
)

// endings tells hosts how the job has ended, where a foreign launcher has started it: that launcher would kill the ranks of other hosts, with what they have not
// written out, and often report the kill. It is job.Elsewhere. Each host's first rank answers for its host.
//
// The rank that has ended the job sends endAsk; a first rank ends the job on its host, answers endOver when the others there are over, and leaves when endSeen
// has come.
type endings struct {
	port   *ofi.Port
	end    func(e job.Ending) bool // ends the job on this host, and reports false if it has ended already
	others []int                   // the first ranks of the other hosts
	over   map[int]bool            // by rank: has answered; guarded by the port's lock
	asked  atomic.Int64            // 1 + the rank that has sent endAsk, which ended the job here; 0: none
	seen   atomic.Bool
}

const (
	endAsk  = iota // and cause, status in 4 bytes each, and the line
	endOver        // the host of the sender is over
	endSeen        // that has arrived
)

// seenTime is how long a first rank stays for endSeen.
const seenTime = 200 * time.Millisecond

// newEndings makes what tells hosts; firsts are the first ranks of all, and first is this host's.
func newEndings(p *ofi.Port, end func(e job.Ending) bool, firsts []int, first int) *endings {
	e := &endings{port: p, end: end, over: map[int]bool{}}
	for _, r := range firsts {
		if r != first {
			e.others = append(e.others, r)
		}
	}
	p.Attach(ofi.Ends, e)
	return e
}

// Receive is ofi.User's, as is Batch.
func (e *endings) Receive(from int, body []byte) {
	if len(body) == 0 {
		return
	}
	switch body[0] {
	case endAsk:
		if len(body) < 9 {
			return
		}
		word := func(at int) int { return int(binary.LittleEndian.Uint32(body[at:])) }
		ending := job.Ending{Cause: job.Cause(word(1)), Rank: from, Status: word(5), Line: string(body[9:])}
		waits := ending.Cause != job.CauseLeft || ending.Status != 0 // else the launcher kills no rank when the sender leaves
		if waits {
			e.asked.CompareAndSwap(0, int64(1+from)) // before the watcher sees the end
		}
		if e.end(ending) && waits {
			return
		}
		e.asked.CompareAndSwap(int64(1+from), 0) // a rank of this host may have ended the job at the same time: it waits for the sender's host
		e.port.Send(from, ofi.Ends, []byte{endOver}, nil)
	case endOver:
		e.over[from] = true
		e.port.Send(from, ofi.Ends, []byte{endSeen}, nil)
	case endSeen:
		e.seen.Store(true)
	}
}

func (*endings) Batch() {}

// End is job.Elsewhere's.
func (e *endings) End(ending job.Ending, bound time.Duration) bool {
	if e.Asked() {
		return true
	}
	ask := binary.LittleEndian.AppendUint32([]byte{endAsk}, uint32(ending.Cause))
	ask = append(binary.LittleEndian.AppendUint32(ask, uint32(ending.Status)), ending.Line...)
	return e.within(bound, func() {
		for _, r := range e.others {
			e.port.Send(r, ofi.Ends, ask, nil)
		}
	}, func() bool { return len(e.over) == len(e.others) && !e.port.Backlog() })
}

// Asked is job.Elsewhere's.
func (e *endings) Asked() bool { return e.asked.Load() != 0 }

// Over is job.Elsewhere's.
func (e *endings) Over() {
	if r := e.asked.Load(); r > 0 {
		e.within(seenTime, func() { e.port.Send(int(r-1), ofi.Ends, []byte{endOver}, nil) }, e.seen.Load)
	}
}

// within calls begin, with the port locked, and waits until cond holds, which it evaluates likewise. It reports false if that takes longer than bound: the caller may
// be a thread that has locked the port already, so this waits on another one.
func (e *endings) within(bound time.Duration, begin func(), cond func() bool) bool {
	done := make(chan struct{})
	end := time.Now().Add(bound)
	go func() {
		defer close(done)
		e.port.Lock()
		begin()
		e.port.Unlock()
		for holds := false; !holds && time.Now().Before(end); time.Sleep(time.Millisecond) {
			e.port.Lock()
			e.port.ProgressLocked()
			holds = cond()
			e.port.Unlock()
		}
	}()
	select {
	case <-done:
		return time.Now().Before(end)
	case <-time.After(bound):
		return false
	}
}
