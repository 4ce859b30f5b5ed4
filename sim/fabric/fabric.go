package fabric

import "gasnetgo/sim"

// Rank is what the fabric asks of a rank. Those that block are for code on the rank's own coroutine.
type Rank interface {
	ID() int
	Node() int
	CPU() *sim.CPU

	// TrySpend begins to spend d, and reports whether it is over already. If not, the rank is resumed when it is.
	TrySpend(d sim.Time) (over bool)

	// BeginWait begins a wait: the rank is resumed when it has been woken and has spent look. The caller then passes to EndWait whether the condition holds;
	// EndWait returns that; if it does not hold, the wait continues.
	BeginWait(why string, look sim.Time)
	EndWait(happened bool) bool

	// Sleep blocks until the rank is resumed.
	Sleep()

	// WakeAt resumes a rank that waits.
	WakeAt(t sim.Time)
}

// Costs are the CPU time that a library takes in the calls of the program. The time in interrupt handlers and firmware belongs to the network.
type Costs struct {
	Call   sim.Time // a call that the library answers where the interface is: in the kernel, a trap is part of it
	Look   sim.Time // a poll for events
	Take   sim.Time // an event that a poll finds, besides Look
	Send   sim.Time // of a message, besides Call: checks, header, command to the network
	Make   sim.Time // of an object that messages are matched with, besides Call
	Unlink sim.Time // of one that goes
	Pin    sim.Time // of a page of memory that such an object describes, besides Make
	Idle   sim.Time // a poll without a result, or a yield, where that costs nothing else: a program that polls does not stand still in time
	Clock  sim.Time // reading a clock
	Copy   sim.Time // of a byte that a library copies
}

// Config describes a job on a network.
type Config struct {
	Network   Network
	Costs     Costs
	Nodes     []int // of the ranks, in order
	Observers []Observer
	Fail      func(error) // ends the job; may be nil

	Pause func(rank int) sim.Time // what a rank's program spends at the end of a call besides what the call costs; nil: nothing
}

// Fabric is a network with the ranks of a job on it.
type Fabric struct {
	Config
	Room   func(rank int) // called when the rank's node accepts messages again after Ready was false, before the rank is woken; may be nil
	kernel *sim.Kernel
	ports  []*Port
	aside  [][]Rank // threads of libraries, by rank
	on     []int32  // ranks by node: those of node i from begin[i] to begin[i+1]
	begin  []int32
	served [][]Endpoint // by channel and rank
}

// New returns a fabric that no rank has joined.
func New(k *sim.Kernel, c Config) *Fabric {
	n := len(c.Nodes)
	f := &Fabric{Config: c, kernel: k, ports: make([]*Port, n)}
	nodes := make([][]int32, 0, n)
	for r, node := range c.Nodes {
		for node >= len(nodes) {
			nodes = append(nodes, nil)
		}
		nodes[node] = append(nodes[node], int32(r))
	}
	for _, on := range nodes {
		f.begin = append(f.begin, int32(len(f.on)))
		f.on = append(f.on, on...)
	}
	f.begin = append(f.begin, int32(n))
	return f
}

// Kernel is the kernel that everything runs on.
func (f *Fabric) Kernel() *sim.Kernel { return f.kernel }

// Size is the number of ranks.
func (f *Fabric) Size() int { return len(f.ports) }

// On are the ranks of a node; none if there is no such node.
func (f *Fabric) On(node int) []int32 {
	if node < 0 || node >= len(f.begin)-1 {
		return nil
	}
	return f.on[f.begin[node]:f.begin[node+1]]
}

// Join makes the port of a rank.
func (f *Fabric) Join(r Rank) *Port {
	p := newPort(f, r)
	f.ports[p.id] = p
	if on := f.On(r.Node()); on[0] == p.id {
		f.Network.Attach(r.Node(), r.CPU(), func() { f.wake(on) })
	}
	return p
}

// Aside makes the port of a thread of a library, which is not a rank's own: its ledger is the thread's, and it takes no part in the barrier.
func (f *Fabric) Aside(thread Rank) *Port {
	if f.aside == nil {
		f.aside = make([][]Rank, len(f.ports))
	}
	f.aside[thread.ID()] = append(f.aside[thread.ID()], thread)
	return &Port{Ledger: Ledger{fabric: f, rank: thread}, id: int32(thread.ID())}
}

// wake has ranks look again at what they wait for, when their node accepts messages.
func (f *Fabric) wake(ranks []int32) {
	for _, r := range ranks {
		if f.Room != nil {
			f.Room(int(r))
		}
		if p := f.ports[r]; p != nil {
			p.rank.WakeAt(f.kernel.Now())
		}
		if f.aside != nil {
			for _, t := range f.aside[r] {
				t.WakeAt(f.kernel.Now())
			}
		}
	}
}

// Live is how many messages are under way.
func (f *Fabric) Live() int {
	live := uint32(0)
	for _, p := range f.ports {
		if p != nil {
			live += uint32(p.begun) - p.ended
		}
	}
	return int(int32(live))
}

// Messages is how many there have been so far, answers included.
func (f *Fabric) Messages() (n uint64) {
	for _, p := range f.ports {
		if p != nil {
			n += p.begun
		}
	}
	return n
}

// ObserveSent, like the three that follow, tells the observers.
func (f *Fabric) ObserveSent(m *Message, from, to int) {
	for _, o := range f.Observers {
		o.Sent(m, from, to)
	}
}

// ObserveAnswered: see ObserveSent.
func (f *Fabric) ObserveAnswered(m *Message, from, to int) {
	for _, o := range f.Observers {
		o.Answered(m, from, to)
	}
}

// ObserveReceived: see ObserveSent.
func (f *Fabric) ObserveReceived(m *Message, to int) {
	for _, o := range f.Observers {
		o.Received(m, to)
	}
}

// ObserveVisible: see ObserveSent.
func (f *Fabric) ObserveVisible(rank int, at sim.Time) {
	for _, o := range f.Observers {
		o.Visible(rank, at)
	}
}
