package nal

import (
	"cmp"

	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Network is one rank's part of a job. It implements process.Network.
type Network struct {
	job    *Job
	port   *fabric.Port
	id     int
	link   *Link // nil while no interface is open
	opened bool  // there has been one

	early fabric.List // for the first interface, which is not open yet
}

// Join has nothing to do: the job is there.
func (n *Network) Join() error { return nil }

// Rank is the rank.
func (n *Network) Rank() int { return n.id }

// Size is the number of ranks.
func (n *Network) Size() int { return len(n.job.ids) }

// IDs are the ids of all ranks. The program may keep the address: the job keeps the table where it is.
func (n *Network) IDs() []portals.ProcessID { return n.job.ids }

// Register has nothing to add for an id that an interface goes by already, which is all that programs register.
func (n *Network) Register(portals.ProcessID) {}

// Barrier is the job's.
func (n *Network) Barrier() { n.port.Barrier() }

// defaultQueues bounds the event queues of a program that does not say how many it wants.
const (
	defaultQueues = 256
	mostQueues    = 1 << 16
	viewedQueues  = 32 // that the program's own calls take events of; others are read through the library, in the same virtual time
)

// Open opens the interface and sends the messages that waited for it.
func (n *Network) Open(host *process.Host, pid uint32, want portals.Limits) (process.Link, portals.Code) {
	j := n.job
	id := j.ids[n.id]
	if pid != portals.PIDAny {
		if n.opened && pid != id.PID { // peers may have the first one
			return nil, portals.PIDInvalid
		}
		id.PID = pid
	}
	if r, _ := j.find(id); r >= 0 && r != n.id {
		return nil, portals.PIDInvalid
	}
	j.ids[n.id] = id
	queues := min(cmp.Or(max(want.MaxEQs, 0), defaultQueues), mostQueues)
	rank := n.port.Rank()
	l := &Link{net: n, job: j, port: n.port, rank: rank, host: host, id: int32(n.id), node: int32(rank.Node()), words: make([]uint64, queues)}
	var views []portals.QueueView
	if j.Show != nil {
		views = make([]portals.QueueView, min(queues, viewedQueues))
		j.Show(n.id, views)
	}
	c := portals.Config{ID: id, UID: j.UID, JID: portals.JIDNone, Dialect: j.Dialect, Limits: want, Queues: l.words, Alone: true, Views: views, Ops: &j.pool(l.node).ops}
	if j.fabric.Costs.Pin > 0 {
		c.Page = pageSize
	}
	host.NI = portals.New(c)
	n.link, n.opened = l, true
	n.port.Meter(l)
	l.enterPlan()
	j.links[n.id] = l
	j.flush(&n.early)
	return l, portals.OK
}

// Explain passes on why a call was refused.
func (n *Network) Explain(line string) {
	if n.job.Explain != nil {
		n.job.Explain(n.id, line)
	}
}

// Link is the interface's link, nil while none is open.
func (n *Network) Link() *Link { return n.link }

// Lots of messages that handlers of the library make.
const (
	quick fabric.Lot = 1 + iota // beside what the rank does
	paid                        // in an interrupt, with what the handlers charge
)

// late is a Network as the actor for when a handler has made a message.
type late Network

// Act has it sent.
func (n *late) Act(*sim.Kernel, uint64) { (*Network)(n).made(quick, 1) }

// served is a Network as the actor at the end of an interrupt for handlers: it has so many messages sent. free is the same without an interrupt.
type (
	served Network
	free   Network
)

// Act has them sent.
func (n *served) Act(_ *sim.Kernel, messages uint64) {
	(*Network)(n).made(paid, int(messages))
	n.port.Rank().CPU().Leave(0)
}

// Act has them sent.
func (n *free) Act(_ *sim.Kernel, messages uint64) { (*Network)(n).made(paid, int(messages)) }

// made has messages of handlers sent. The rank may wait for the event that one has left, or one of its own behind them, whose memory is free at once.
func (n *Network) made(lot fabric.Lot, messages int) {
	l, before := n.link, uint64(0)
	if l != nil {
		before = l.host.NI.Events()
	}
	n.port.Made(lot, messages)
	if l != nil && !l.closed && l.host.NI.Events() != before {
		l.Wake(l.kernel().Now())
	}
}
