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
	clockLooks      = 64               // looks between two looks at the clock
	spinTime        = time.Millisecond // of looking before a wait sleeps, when every rank has a core: several times what waking across cores takes
	networkLooks    = 16
	networkSpinTime = time.Millisecond // of a network, whose round trips take 2 to 50 us: a sleep in each would double them

	yields   = 64                     // before the first nap, when ranks outnumber cores
	firstNap = 50 * time.Microsecond  // about what waking across cores costs
	lastNap  = 500 * time.Microsecond // writers of the C plane use no fence, and no membarrier is issued here
	mostNap  = 4 * time.Millisecond   // the longest of a rank that shares its core with others

	asleepOnData = 3 // GA_ASLEEP_ON_DATA of capi/plane/wait.h: cond may be about anything
)

// Wait blocks the thread until cond holds. cond is looked at again whenever a peer rings and at least every half millisecond, or for each rank of its core, up to 4 ms. It is the wait of the Go side;
// a program's own waits are C (capi/plane/wait.h), with no Go frame on the stack.
func (n *Node) Wait(cond func() bool) { n.wait(cond, n.look, func() {}) }

// WaitAndDoze is Wait for a condition that polls a network; doze is called before each sleep.
func (n *Node) WaitAndDoze(cond func() bool, doze func()) { n.wait(cond, n.LookBriefly, doze) }

func (n *Node) wait(cond func() bool, look func(cond func() bool) bool, doze func()) {
	if look(cond) {
		return
	}
	me := n.Rank(n.me)
	longest := longestNap(n.opts.Host.Size, int(n.block().Cores))
	for nap := firstNap; ; nap = min(2*nap, longest) {
		bell := atomic.LoadUint32(&me.Bell.V)
		atomic.StoreUint32(&me.Sleeping, asleepOnData)
		if cond() {
			return
		}
		doze()
		if futexWait(&me.Bell.V, bell, nap) && look(cond) {
			return
		}
	}
}

// longestNap is the longest sleep of a rank whose doorbell does not ring. The ranks of one core together wake up about as often as one rank that has a core: 128 ranks on two
// cores that all wake up every half millisecond leave these cores no time for the ranks that they wait for.
func longestNap(ranks, cores int) time.Duration {
	cores = max(cores, 1)
	return min(lastNap*time.Duration(max((ranks+cores-1)/cores, 1)), mostNap)
}

// LookBriefly looks at a condition that polls a network, before a wait sleeps on it, and returns whether it holds now. It yields only where ranks outnumber cores: on a core
// of its own a rank would yield to Go's scheduler watch (ADR 7), which takes as long as a round trip of the network.
func (n *Node) LookBriefly(cond func() bool) bool {
	if n.Oversubscribed() {
		return n.lookPolitely(cond)
	}
	begin := time.Now()
	for looks := 1; ; looks++ {
		if cond() {
			return true
		}
		if looks%networkLooks == 0 && time.Since(begin) > networkSpinTime {
			return false
		}
	}
}

func yield() { unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0) }

// Idle passes a moment after a look that has found nothing: where ranks outnumber cores it gives the core away.
func (n *Node) Idle() {
	if n.Oversubscribed() {
		yield()
	}
}

func (n *Node) lookPolitely(cond func() bool) bool {
	for range yields {
		if cond() {
			return true
		}
		yield()
	}
	return false
}

// look is what a wait does before it sleeps: it looks at cond for a while, and returns whether it holds now.
func (n *Node) look(cond func() bool) bool {
	if n.Oversubscribed() {
		return n.lookPolitely(cond)
	}
	begin := time.Now()
	for looks := 1; ; looks++ {
		if cond() {
			return true
		}
		if looks%clockLooks == 0 && time.Since(begin) > spinTime {
			return false
		}
	}
}
