package nal

import (
	"gasnetgo/portals"
	"gasnetgo/sim"
)

// Rank is what the network asks of a rank of the world. Spend and WaitLooking are called on the rank's own coroutine only, WakeAt on the kernel's thread.
type Rank interface {
	ID() int
	Node() int
	CPU() *sim.CPU
	Spend(d sim.Time)
	WaitLooking(why string, look sim.Time, cond func() bool) (looked bool)
	WakeAt(t sim.Time)
}

// Costs are what the library takes of a rank's CPU in the calls of the program. What it takes in interrupt handlers and firmware is the fabric's business.
type Costs struct {
	Call   sim.Time // a call that the library answers where the interface is: in the kernel, a trap is part of it
	Look   sim.Time // a look at an event queue, taking an event or not
	Send   sim.Time // of a put, get or getput besides Call: checks, header, command to the network
	Make   sim.Time // of a match entry or descriptor, besides Call
	Unlink sim.Time // of one that goes, by hand or by itself
}

// Config describes a job.
type Config struct {
	Fabric  Fabric
	Costs   Costs
	Nodes   []int                       // of the ranks, in order
	UID     uint32                      // of all ranks
	Dialect portals.Dialect             // of all ranks
	Explain func(rank int, line string) // why a call was refused; may be nil

	// Show, if not nil, is told the views of a rank's event queues when its interface opens, and nil when it closes. Who takes an event by them owes a
	// look: Looked.
	Show func(rank int, views []portals.QueueView)

	Observers []Observer // of messages
}

// Observer is told of messages: for those who want to see inside.
type Observer interface {
	// Sent: a rank's program, or a handler of its library, has sent a message. to is -1 if nobody goes by the id that it is for.
	Sent(m *Message, from, to int)

	// Answered: a rank's library answers a message of another rank with m.
	Answered(m *Message, from, to int)

	// Received: the last byte of a message is in a rank's memory, or it is dropped there.
	Received(m *Message, to int)

	// Visible: a rank can see what it has received, from a time on that is not past.
	Visible(rank int, at sim.Time)
}

// Job is the ranks of a program and how they find each other. Process ids follow from places: nid is the node + 1, pid 1 is its first rank.
type Job struct {
	Config
	k     *sim.Kernel
	ranks []*Network
	links []*Link             // of the ranks; nil while no interface is open
	ids   []portals.ProcessID // of the ranks, now
	on    []int32             // ranks by node: those of node i from begin[i] to begin[i+1]
	begin []int32
	plain bool // node i has rank i and no other
	pool  pool
	ops   portals.Ops
	sent  uint64 // operations so far
}

// Programs of the reference implementation take nid 0 for "not given".
const (
	firstNID = 1
	firstPID = 1
)

// NewJob makes a job whose ranks have not come up.
func NewJob(k *sim.Kernel, c Config) *Job {
	n := len(c.Nodes)
	j := &Job{Config: c, k: k, ranks: make([]*Network, n), links: make([]*Link, n), ids: make([]portals.ProcessID, n)}
	nodes := make([][]int32, 0, n)
	for r, node := range c.Nodes {
		for node >= len(nodes) {
			nodes = append(nodes, nil)
		}
		j.ids[r] = portals.ProcessID{NID: firstNID + uint32(node), PID: firstPID + uint32(len(nodes[node]))}
		nodes[node] = append(nodes[node], int32(r))
	}
	for _, on := range nodes {
		j.begin = append(j.begin, int32(len(j.on)))
		j.on = append(j.on, on...)
	}
	j.begin = append(j.begin, int32(n))
	j.plain = len(nodes) == n
	for r, node := range c.Nodes {
		j.plain = j.plain && node == r
	}
	return j
}

// at are the ranks of a node.
func (j *Job) at(node int) []int32 { return j.on[j.begin[node]:j.begin[node+1]] }

// Network makes the network of a rank.
func (j *Job) Network(r Rank) *Network {
	n := &Network{job: j, rank: r, id: r.ID(), barrier: newBarrier(len(j.ranks))}
	j.ranks[n.id] = n
	if node := r.Node(); int(j.at(node)[0]) == n.id {
		j.Fabric.Attach(node, r.CPU(), func() { j.wake(j.at(node)) })
	}
	return n
}

// wake has ranks look again at what they wait for.
func (j *Job) wake(ranks []int32) {
	for _, r := range ranks {
		if n := j.ranks[r]; n != nil {
			n.rank.WakeAt(j.k.Now())
		}
	}
}

// find is the rank that goes by id: -1 if none does though one could, false if the id is of no node.
func (j *Job) find(id portals.ProcessID) (int, bool) {
	node := int(id.NID) - firstNID
	if j.plain && uint(node) < uint(len(j.ids)) && j.ids[node] == id {
		return node, true
	}
	if node < 0 || node >= len(j.begin)-1 || id.PID == portals.PIDAny {
		return -1, false
	}
	on := j.at(node)
	if i := int(id.PID) - firstPID; i >= 0 && i < len(on) && j.ids[on[i]] == id {
		return int(on[i]), true
	}
	for _, r := range on {
		if j.ids[r] == id {
			return int(r), true
		}
	}
	return -1, len(on) > 0
}

// transmit sends a message to whoever goes by the id in its header, as soon as that rank's interface is open.
func (j *Job) transmit(m *Message) {
	r, _ := j.find(m.Header.To)
	switch {
	case r < 0 || j.links[r] == nil && (j.ranks[r] == nil || j.ranks[r].opened): // nobody there: as on a network, the message is lost
		if len(j.Observers) > 0 {
			j.observeSent(m, m.From.(*Link).net.id, -1)
		}
		m.received = true
		m.From.Left(m)
		m.From.Sent(m)
	case j.links[r] == nil:
		j.ranks[r].early.put(m)
	default:
		m.Dst, m.To = j.Nodes[r], j.links[r]
		if len(j.Observers) > 0 {
			j.observeSent(m, m.From.(*Link).net.id, r)
		}
		j.Fabric.Transmit(m)
	}
}

// number numbers a message that begins an operation.
func (j *Job) number(m *Message) {
	j.sent++
	m.Number = j.sent
}

func (j *Job) observeSent(m *Message, from, to int) {
	for _, o := range j.Observers {
		o.Sent(m, from, to)
	}
}

func (j *Job) observeReceived(m *Message, to int) {
	for _, o := range j.Observers {
		o.Received(m, to)
	}
}

func (j *Job) observeVisible(rank int, at sim.Time) {
	for _, o := range j.Observers {
		o.Visible(rank, at)
	}
}

// flush sends the messages of a list. Those that come meanwhile stay in it.
func (j *Job) flush(list *messages) {
	m := list.first
	*list = messages{}
	for m != nil {
		next := m.next
		m.next = nil
		j.transmit(m)
		m = next
	}
}

// done takes a message back when both ends are through with it.
func (j *Job) done(m *Message) {
	if m.sent && m.received {
		j.pool.free(m)
	}
}

// Live is how many messages are under way.
func (j *Job) Live() int { return j.pool.live }

// Messages is how many there have been so far, answers included.
func (j *Job) Messages() uint64 { return j.pool.made }
