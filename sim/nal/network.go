package nal

import (
	"cmp"

	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
)

// Network is one rank's part of a job. It implements process.Network.
type Network struct {
	job    *Job
	rank   Rank
	id     int
	link   *Link // nil while no interface is open
	owed   sim.Time
	outbox messages // made by the rank, which has yet to spend what that costs

	barrier  *barrier
	handlers messages // made by handlers of the library
	early    messages // for the first interface, which is not open yet
	opened   bool     // there has been one

	_ [16]byte // two lines of a cache
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

// defaultQueues bounds the event queues of a program that does not say how many it wants.
const (
	defaultQueues = 256
	mostQueues    = 1 << 16
)

// Open brings the interface up and sends what has waited for it.
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
	l := &Link{net: n, job: j, rank: n.rank, host: host, id: int32(n.id), words: make([]uint64, queues)}
	var views []portals.QueueView
	if j.Show != nil {
		views = make([]portals.QueueView, queues)
		j.Show(n.id, views)
	}
	host.NI = portals.New(portals.Config{ID: id, UID: j.UID, JID: portals.JIDNone, Dialect: j.Dialect, Limits: want, Queues: l.words, Alone: true, Views: views, Ops: &j.ops})
	n.link, n.opened = l, true
	l.near()
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

// Call notes that the rank has made a call that the library answers: any but those that look at event queues.
func (n *Network) Call() { n.owed += n.job.Costs.Call }

// Look notes that the rank has looked at event queues.
func (n *Network) Look() { n.owed += n.job.Costs.Look }

// Looked notes that the rank has looked at event queues so many times, and found an event each time.
func (n *Network) Looked(times int) { n.owed += sim.Time(times) * n.job.Costs.Look }

// Looks is what a look at event queues costs.
func (n *Network) Looks() sim.Time { return n.job.Costs.Look }

// Owed is what the rank has to spend for what it has called.
func (n *Network) Owed() sim.Time { return n.owed }

// Settle has the rank spend what it owes and then sends what it has made meanwhile. The world calls it on the rank's coroutine after every call
// of the program, with no lock held.
func (n *Network) Settle() {
	if owed := n.Take(); owed > 0 {
		n.rank.Spend(owed)
	}
	n.Flush()
}

// Take is the first half of Settle for who spends in another way: what the rank owes, and owes no more.
func (n *Network) Take() sim.Time {
	if l := n.link; l != nil {
		made, gone := l.objects()
		n.owed += sim.Time(made)*n.job.Costs.Make + sim.Time(gone)*n.job.Costs.Unlink
	}
	owed := n.owed
	n.owed = 0
	return owed
}

// Flush is the second half: it sends what the rank has made.
func (n *Network) Flush() {
	if n.outbox.first != nil {
		n.job.flush(&n.outbox)
	}
}

// Link is the interface's link, nil while none is open.
func (n *Network) Link() *Link { return n.link }

// Of is the rank whose network this is.
func (n *Network) Of() Rank { return n.rank }
