package nal

import (
	"gasnetgo/portals"
	"gasnetgo/sim/fabric"
)

// Config describes the Portals of a job's ranks.
type Config struct {
	UID     uint32                      // of all ranks
	Dialect portals.Dialect             // of all ranks
	Explain func(rank int, line string) // why a call was refused; may be nil

	// Show, if not nil, receives the views of a rank's event queues when its interface opens, and nil when it closes. A reader that dequeues an event through a
	// view must charge a poll: ChargeLooks.
	Show func(rank int, views []portals.QueueView)

	// Slab is how many nodes share what is used again; 0: all. See topo.Config.
	Slab int32
}

// Job is the ranks of a program and how they find each other. Process ids follow from places: nid is the node + 1, pid 1 is its first rank.
type Job struct {
	Config
	fabric *fabric.Fabric
	ranks  []*Network
	links  []*Link             // of the ranks; nil while no interface is open
	ids    []portals.ProcessID // of the ranks, now
	plain  bool                // node i has rank i and no other
	pools  []pool              // one for each slab
}

// Programs of the reference implementation take nid 0 for "not given".
const (
	firstNID = 1
	firstPID = 1
)

// NewJob returns a job without open interfaces.
func NewJob(f *fabric.Fabric, c Config) *Job {
	n := f.Size()
	j := &Job{Config: c, fabric: f, ranks: make([]*Network, n), links: make([]*Link, n), ids: make([]portals.ProcessID, n), plain: true}
	last := int32(0)
	for r, node := range f.Nodes {
		last = max(last, int32(node))
		j.plain = j.plain && node == r
		on := f.On(node)
		if int(on[0]) != r {
			continue
		}
		for i, r := range on {
			j.ids[r] = portals.ProcessID{NID: firstNID + uint32(node), PID: firstPID + uint32(i)}
		}
	}
	j.pools = make([]pool, j.slab(last)+1)
	f.Room = j.room
	return j
}

// room has the parts of the library at a rank send what they could not: the rank may not call them for long.
func (j *Job) room(rank int) {
	if l := j.links[rank]; l != nil && l.host.Hooks() > 0 && l.enter() {
		l.leave()
	}
}

func (j *Job) slab(node int32) int32 {
	if j.Slab == 0 {
		return 0
	}
	return node / j.Slab
}

func (j *Job) pool(node int32) *pool { return &j.pools[j.slab(node)] }

// Network makes the network of a rank.
func (j *Job) Network(p *fabric.Port) *Network {
	n := &Network{job: j, port: p, id: p.Rank().ID()}
	j.ranks[n.id] = n
	return n
}

// find is the rank that goes by id: -1 if none does though one could, false if the id is of no node.
func (j *Job) find(id portals.ProcessID) (int, bool) {
	node := int(id.NID) - firstNID
	if j.plain && uint(node) < uint(len(j.ids)) && j.ids[node] == id {
		return node, true
	}
	if id.PID == portals.PIDAny {
		return -1, false
	}
	on := j.fabric.On(node)
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

// transmit sends a message to the rank that has the id in its header, as soon as that rank's interface is open.
func (j *Job) transmit(m *Message) {
	r, _ := j.find(m.Header.To)
	switch {
	case r < 0 || j.links[r] == nil && (j.ranks[r] == nil || j.ranks[r].opened): // no such process: as on a network, the message is lost
		if len(j.fabric.Observers) > 0 {
			j.fabric.ObserveSent(&m.Message, int(m.From.(*Link).id), -1)
		}
		l := m.From.(*Link)
		m.Leave()
		l.over(m)
	case j.links[r] == nil:
		j.ranks[r].early.Push(&m.Message)
	default:
		m.Dst, m.To = int32(j.fabric.Nodes[r]), j.links[r]
		if len(j.fabric.Observers) > 0 {
			j.fabric.ObserveSent(&m.Message, int(m.From.(*Link).id), r)
		}
		j.fabric.Network.Transmit(&m.Message)
	}
}

// flush sends the messages of a list. Those that come meanwhile stay in it.
func (j *Job) flush(list *fabric.List) {
	all := list.Detach()
	for m := all.Pop(); m != nil; m = all.Pop() {
		j.transmit(of(m))
	}
}

// over takes back a message that has been received, or that has no receiver.
func (l *Link) over(m *Message) {
	l.job.pool(l.node).free(m)
	l.port.End()
}
