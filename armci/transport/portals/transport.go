package portals

import (
	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/armci/transport/window"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
	"gasnetgo/portals/process"
)

// World is what the transport needs of where its rank runs. It charges pace.Call for calls of Portals and pace.Copy: to the rank, or, where messages are received, to the interrupt that
// does that.
type World interface {
	pace.Pace

	// Polls notes that a thread of the program polls for messages without waiting.
	Polls()
}

// Config is a rank's part in a job.
type Config struct {
	Host  *process.Host // of an open interface; see process.Process.Acquire
	Link  process.Link
	Index uint32                       // the first of process.ARMCIIndices portal indices, the same on all ranks
	ID    func(rank int) ptl.ProcessID // of a rank's interface
	World World

	pages.Pages
	Ranks int

	// Part is the memory of a rank that others reach: its control memory and its arena, at the same distance everywhere.
	Part func(rank int) client.Segment

	// Slots makes zeroed memory of which untouched pages do not exist.
	Slots func(bytes uint64) []byte

	// Events is that of client.Config.
	Events uint64

	// Unordered says that a message may be in its target's memory before one that the same rank has sent there earlier. A rank then waits for acknowledgements
	// where ARMCI promises an order.
	Unordered bool

	// Alone leaves accumulates and runs to package armci: no rank serves requests about them.
	Alone bool
}

// Transport satisfies armci.Transport. Several threads may use it.
type Transport struct {
	Config
	client *client.Client
	own    window.Transport // for words of this rank
	ends   endpoints
	shape  slots

	// Host's lock guards the rest.
	peers      []peer
	locks      armci.LockQueue[waiter]
	operations map[armci.Op]*operation
	begun      armci.Op       // number of the latest operation
	stale      []client.Place // descriptors to be freed
	stuck      []int          // ranks to which messages wait for space for an operation
	unhook     func()
}

// peer is what this rank knows of another one, or of itself.
type peer struct {
	unfenced client.Count // puts and requests that are not complete
	adds     bool         // those are accumulates, which any others may overtake
	flagged  bool         // there have been puts since the latest fence that are not acknowledged
	free     []uint32     // slots that are not in use, the latest used last
	used     uint32       // slots that have ever been used: those behind have no memory yet

	outbox  []piece        // of messages, in their order, which have not been sent
	pieces  uint64         // number of the next one to be sent
	came    uint64         // and of the next one to arrive
	sending client.Count   // pieces with data that are not complete
	inbox   armci.Inbox    // messages that have arrived
	partly  *armci.Message // one of which not all has
}

var (
	_ armci.Transport = (*Transport)(nil)
	_ armci.Packer    = (*Transport)(nil)
	_ armci.Flagger   = (*Transport)(nil)
	_ armci.Locker    = (*Transport)(nil)
)

// New makes the transport of a rank. Peers may use it when all ranks have done so.
func New(c Config) (*Transport, error) {
	t := &Transport{Config: c, shape: slotsFor(c.Ranks), peers: make([]peer, c.Ranks), operations: map[armci.Op]*operation{}}
	t.client = client.New(client.Config{
		Name: "ARMCI", Host: c.Host, Link: c.Link, Index: c.Index, Events: c.Events, Wait: c.World.Wait, Polls: c.World.Polls,
	})
	t.shape.in, t.shape.out = c.Slots(t.shape.total()), c.Slots(t.shape.total())
	if err := t.client.Open(t.create); err != nil {
		return nil, err
	}
	t.Host.Lock()
	t.unhook = t.Host.AddHook(t.retry)
	t.Host.Unlock()
	return t, nil
}

// Close frees what New has created. No operation of any rank is in flight.
func (t *Transport) Close() {
	t.Host.Lock()
	t.unhook()
	t.Host.Unlock()
	t.client.Close()
}

// Progress receives messages without waiting.
func (t *Transport) Progress() {
	t.client.Progress()
	t.check()
}

// check sends what could not be sent, and ends the job if the client has failed.
func (t *Transport) check() {
	t.Host.Lock()
	t.retry()
	err := t.client.Err()
	t.Host.Unlock()
	t.must(err)
}

// retry sends pieces of messages for which there was no space. It is a hook, too: receivers wait for them while this rank's program may not call.
func (t *Transport) retry() {
	stuck := t.stuck
	t.stuck = nil
	for _, rank := range stuck {
		t.pump(rank, &t.peers[rank])
	}
}

// must ends the job if there is an error. Needs the lock to be free.
func (t *Transport) must(err error) {
	if err != nil {
		t.World.Fail(err)
	}
}

// Ring has nothing to do: what is stored in memory of a rank wakes it.
func (t *Transport) Ring(int) {}

// Fence waits until all puts and requests to a rank are complete. Those with a flag are not acknowledged: the answer to a request behind them says that they are
// there.
func (t *Transport) Fence(to int) {
	t.Host.Lock()
	p := &t.peers[to]
	behind := p.flagged
	p.flagged = false
	t.Host.Unlock()
	if behind {
		t.ask(to, kindFence, 0, 0)
	}
	t.Host.Lock()
	err := t.client.Await("ARMCI_Fence", func() bool { return p.unfenced == 0 })
	t.Host.Unlock()
	t.must(err)
}

// follow waits until an operation may follow those that are under way to a rank. Needs the lock.
func (t *Transport) follow(p *peer, adds bool) error {
	if t.Unordered && p.unfenced > 0 && !(adds && p.adds) {
		if err := t.client.Await("order of transfers of ARMCI", func() bool { return p.unfenced == 0 }); err != nil {
			return err
		}
	}
	p.adds = adds
	return nil
}

// slots are memory for requests with a payload: some for each peer. A request leaves a slot of out and arrives in that of in with the same number, at the other
// rank; an answer with a payload goes the other way.
type slots struct {
	ranks   int
	each    uint64 // slots of a peer
	bytes   uint64 // of one
	in, out []byte
}

const (
	slotsEach   = 4        // enough to have one under way, one being served, and two whose answers are under way
	mostSlot    = 8 << 10  // in that time as much arrives as two carry
	leastSlot   = 1 << 10  //
	mostOfSlots = 64 << 20 // bytes for all peers of a large job
	directRun   = 2 << 10  // a run of so many bytes goes as a put or get of its own: that takes less than to copy it twice
	slotAlign   = 64
)

func slotsFor(ranks int) slots {
	bytes := uint64(mostSlot)
	for bytes > leastSlot && bytes*slotsEach*uint64(ranks) > mostOfSlots {
		bytes /= 2
	}
	return slots{ranks: ranks, each: slotsEach, bytes: bytes}
}

func (s *slots) total() uint64 { return uint64(s.ranks) * s.each * s.bytes }

// offset is where a slot of a peer is.
func (s *slots) offset(peer int, slot uint32) uint64 {
	return (uint64(peer)*s.each + uint64(slot)) * s.bytes
}

// at is the peer and the slot of an offset.
func (s *slots) at(offset uint64) (peer int, slot uint32) {
	n := offset / s.bytes
	return int(n / s.each), uint32(n % s.each)
}

// takeSlot waits for a slot of a peer. Needs the lock.
func (t *Transport) takeSlot(p *peer) (uint32, error) {
	if err := t.client.Await("room for a request of ARMCI", func() bool { return t.hasSlot(p) }); err != nil {
		return 0, err
	}
	return t.slot(p), nil
}

func (t *Transport) hasSlot(p *peer) bool { return len(p.free) > 0 || uint64(p.used) < t.shape.each }

// slot takes one, of which there is one.
func (t *Transport) slot(p *peer) uint32 {
	if n := len(p.free); n > 0 {
		s := p.free[n-1]
		p.free = p.free[:n-1]
		return s
	}
	p.used++
	return p.used - 1
}

// outMemory is a slot where requests of this rank start.
func (t *Transport) outMemory(to int, slot uint32) []byte {
	return t.shape.out[t.shape.offset(to, slot):][:t.shape.bytes]
}

// copyHere copies memory of this rank.
func (t *Transport) copyHere(dest, source uintptr, bytes uint64) {
	memory.Copy(dest, source, bytes)
	t.World.Charge(pace.Copy, bytes)
}
