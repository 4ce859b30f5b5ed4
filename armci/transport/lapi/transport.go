package lapi

import (
	"sync"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/armci/transport/window"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/lapi/client"
)

// Caller is a thread that makes calls. Its methods are called without the transport's lock.
type Caller interface {
	// Enter begins a call of the thread; Settle ends it: what it has cost passes, and its packets leave.
	Enter()
	Settle()
}

// World is what the transport needs of where its rank runs; its Settle and Wait are those of the program's thread. Methods are called without the transport's lock, except Charge, with
// pace.Copy, pace.Handler and pace.Completion.
type World interface {
	pace.Pace
	Enter() // Caller's, of the program's thread

	// Polls says that the calling thread looks for packets from now on, or no more.
	Polls(on bool)

	// Arrived reports whether a packet is there.
	Arrived() bool
}

// Link is a client.Link of a rank.
type Link interface {
	client.Link

	// Changed wakes threads that wait for the context; work is always false.
	Changed(work bool)
}

// Config is a rank's part in a job.
type Config struct {
	Link  Link
	World World

	pages.Pages
	Ranks int

	// Part is the memory of this rank that others reach.
	Part uintptr
	Len  uint64

	// Direct is from how many bytes on the runs of a transfer travel as puts and gets; 0: half a megabyte.
	Direct uint64
}

const direct = 512 << 10

// Transport satisfies armci.Transport. Several threads may use it.
type Transport struct {
	Config
	own window.Transport // for words of this rank

	mu      sync.Mutex // guards the rest
	m       *client.Driver
	peers   []peer
	numbers client.Numbers     // what counters and completion handlers do
	results map[uintptr]uint64 // of words, by number
	parts   map[armci.Op]int   // of operations whose local memory is in use
	begun   armci.Op
	locks   armci.LockQueue[waiter]
	changes uint64 // beside the driver's
}

// peer is what this rank knows of another one.
type peer struct {
	unfinished int  // operations that are not complete
	adds       bool // those are accumulates
	sent, next uint64
	late       map[uint64]armci.Message // that others have overtaken
	inbox      armci.Inbox
}

var (
	_ armci.Transport = (*Transport)(nil)
	_ armci.Packer    = (*Transport)(nil)
	_ armci.Locker    = (*Transport)(nil)
)

// New makes the transport of a rank.
func New(c Config) *Transport {
	if c.Direct == 0 {
		c.Direct = direct
	}
	t := &Transport{Config: c, peers: make([]peer, c.Ranks), results: map[uintptr]uint64{}, parts: map[armci.Op]int{}}
	t.m = client.New(client.Config{Task: c.Me, Tasks: c.Ranks, Link: c.Link, Handler: (*effects)(t)})
	return t
}

// do has the machine do something, and lets the time pass.
func (t *Transport) do(f func()) { t.doBy(t.World, f) }

// doBy is do for the call of a thread.
func (t *Transport) doBy(by Caller, f func()) {
	by.Enter()
	t.mu.Lock()
	before := t.count()
	f()
	t.m.Perform()
	if t.count() != before {
		t.Link.Changed(false)
	}
	t.mu.Unlock()
	by.Settle()
}

// within makes a call of ARMCI, which looks for packets meanwhile: ARMCI on the SP had interrupts off in its calls, and sends of LAPI take packets.
func (t *Transport) within(f func()) {
	t.World.Polls(true)
	f()
	t.catch()
	t.World.Polls(false)
}

// catch serves the packets that have come during a call.
func (t *Transport) catch() {
	for t.World.Arrived() && t.Serve() {
	}
}

// Serve deals with a packet, and reports whether there was one.
func (t *Transport) Serve() (some bool) { return t.ServeBy(t.World) }

// ServeBy is Serve on another thread than the program's.
func (t *Transport) ServeBy(by Caller) (some bool) {
	var err error
	t.doBy(by, func() { some, err = t.m.Poll() })
	if err != nil {
		t.World.Fail(err)
	}
	return some
}

// Progress serves all packets that are there.
func (t *Transport) Progress() {
	for t.Serve() {
	}
}

// Await serves packets until cond holds, which is evaluated without the lock.
func (t *Transport) Await(why string, cond func() bool) {
	if cond() {
		return
	}
	t.World.Polls(true)
	for {
		seen := t.changed()
		if cond() {
			break
		}
		if !t.Serve() && !cond() {
			t.World.Wait(why, func() bool { return t.World.Arrived() || t.changed() != seen })
		}
	}
	t.World.Polls(false)
}

func (t *Transport) changed() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.count()
}

// count grows with all that a thread may wait for. Needs the lock.
func (t *Transport) count() uint64 { return t.changes + t.m.Carried }

// locked evaluates something with the lock.
func (t *Transport) locked(cond func() bool) func() bool {
	return func() bool {
		t.mu.Lock()
		defer t.mu.Unlock()
		return cond()
	}
}

// begin begins an operation. Its parts use local memory; what part returns ends one of them. Need the lock.
func (t *Transport) begin() armci.Op {
	t.begun++
	t.parts[t.begun] = 0
	return t.begun
}

func (t *Transport) part(op armci.Op) func() {
	t.parts[op]++
	return func() {
		if t.parts[op]--; t.parts[op] == 0 {
			delete(t.parts, op)
		}
	}
}

// complete counts an operation to a rank. Needs the lock.
func (t *Transport) complete(p *peer) func() {
	p.unfinished++
	return func() { p.unfinished-- }
}

// Done reports whether local memory may be used again.
func (t *Transport) Done(op armci.Op) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, busy := t.parts[op]
	return !busy
}

// Fence waits until all that this rank has begun to a rank is complete.
func (t *Transport) Fence(to int) {
	t.Await("ARMCI_Fence", t.locked(func() bool { return t.peers[to].unfinished == 0 }))
}

// follow waits until an operation may follow those that are under way to a rank.
func (t *Transport) follow(to int, adds bool) {
	p := &t.peers[to]
	t.Await("order of transfers of ARMCI", t.locked(func() bool { return p.unfinished == 0 || adds && p.adds }))
	t.mu.Lock()
	p.adds = adds
	t.mu.Unlock()
}

// Ring has nothing to do: what is stored in memory of a rank wakes it.
func (t *Transport) Ring(int) {}

// Repeater is for the timers of a link that loses packets.
func (t *Transport) Repeater() client.Repeater { return client.Repeater{Lock: &t.mu, Driver: t.m} }

// copyHere copies memory of this rank.
func (t *Transport) copyHere(dest, source uintptr, bytes uint64) {
	t.do(func() {
		memory.Copy(dest, source, bytes)
		t.World.Charge(pace.Copy, bytes)
	})
}
