package node

import (
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Ring wakes local rank l if it sleeps or is about to. Call it after the store that l may be waiting for.
func (n *Node) Ring(l LocalRank) {
	b := n.Rank(l)
	// Go's atomics are sequentially consistent, so no sleeper can miss both the store before this and the flag.
	if atomic.LoadUint32(&b.Sleeping) == 0 || atomic.SwapUint32(&b.Sleeping, 0) == 0 {
		return
	}
	atomic.StoreUint32(&b.Bell.Rung, 0)
	atomic.AddUint32(&b.Bell.V, 1)
	futexWake(&b.Bell.V)
}

const (
	clockLooks = 64                     // looks between two looks at the clock
	patience   = time.Millisecond       // of looking before a wait sleeps, when every rank has a core: several times what waking across cores takes
	yields     = 64                     // before the first nap, when ranks outnumber cores
	firstNap   = 50 * time.Microsecond  // about what waking across cores costs
	lastNap    = 500 * time.Microsecond // writers of the C plane use no fence, and no membarrier is issued here

	asleepOnData = 3 // GA_ASLEEP_ON_DATA of capi/plane/wait.h: cond may be about anything
)

// Wait blocks the thread until cond holds. cond is looked at again whenever a peer rings and at least every half millisecond. It is the wait of the Go side;
// a program's own waits are C (capi/plane/wait.h), with no Go frame on the stack.
func (n *Node) Wait(cond func() bool) { n.WaitAndDoze(cond, func() {}) }

// WaitAndDoze is Wait; doze is called before each sleep.
func (n *Node) WaitAndDoze(cond func() bool, doze func()) {
	if n.Look(cond) {
		return
	}
	me := n.Rank(n.me)
	for nap := firstNap; ; nap = min(2*nap, lastNap) {
		bell := atomic.LoadUint32(&me.Bell.V)
		atomic.StoreUint32(&me.Sleeping, asleepOnData)
		if cond() {
			return
		}
		doze()
		if futexWait(&me.Bell.V, bell, nap) && n.Look(cond) {
			return
		}
	}
}

// Look is what a wait does before it sleeps: it looks at cond for a while, and returns whether it holds now.
func (n *Node) Look(cond func() bool) bool {
	if n.Oversubscribed() {
		for range yields {
			if cond() {
				return true
			}
			unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
		}
		return false
	}
	begin := time.Now()
	for looks := 1; ; looks++ {
		if cond() {
			return true
		}
		if looks%clockLooks == 0 && time.Since(begin) > patience {
			return false
		}
	}
}
