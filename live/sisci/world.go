package sisci

import (
	"slices"
	"sync/atomic"

	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// world is the live world as a node of SISCI sees it: the node's machine. The node's lock guards it.
type world struct {
	*live.Session
	*area
	left   func(rank int) bool // its process has ended
	begin  func()              // starts the library's threads; nil: there is no program
	direct bool                // C may make copies to maps itself
	mail   *node.Mail
	out    *node.Outbox
	ids    []uint32 // of nodes, by rank
	ranks  map[uint32]int
	hosts  *hosts // nil on one host
	blanks blanks

	deaths deaths
	ending ending
}

var _ client.Machine = (*world)(nil)

// Begin is client.Machine's, as the others are. From SCIInitialize of the program on the end of this process does not end the job, unless another API says so: its peers notice.
func (w *world) Begin(program bool) {
	if program {
		w.Job.Detach()
		w.begin()
		w.deaths.watched = true
	}
	atomic.StoreUint32(&w.head(w.node.Me()).Up, 1)
}

// Stamp is the one that C compares.
func (w *world) Stamp() uint32 {
	if !w.direct {
		return 0
	}
	return w.stamp()
}

// Reach is sisci.Network's.
func (w *world) Reach(id uint32) sisci.Code {
	rank, ok := w.ranks[id]
	switch {
	case id == 0 || id > mostID:
		return sisci.IllegalNode
	case !ok:
		return sisci.NoSuchNode
	case w.gone(rank):
		return sisci.NotResponding
	}
	return sisci.OK
}

// Map is sisci.Memory's.
func (w *world) Map(m sisci.Mapping) (uintptr, sisci.Code) {
	if w.far(m.Node) {
		return w.blank(m)
	}
	return w.show(w.local(m.Node), m)
}

// Unmap is client.Machine's.
func (w *world) Unmap(at uintptr, bytes uint64) {
	w.blanks.mu.Lock()
	_, blank := w.blanks.all[at]
	delete(w.blanks.all, at)
	w.blanks.mu.Unlock()
	if blank {
		w.unmap(at, bytes)
		return
	}
	w.area.Unmap(at, bytes)
}

// Engine: threads make copies.
func (w *world) Engine() bool { return false }

func (w *world) at(p sisci.Place) uintptr {
	switch {
	case p.Key == 0:
		return uintptr(p.Offset)
	case p.Key&inPlace != 0:
		return uintptr(p.Key&^inPlace + p.Offset)
	}
	return w.parts.Part(w.local(p.Node)) + uintptr(p.Key+p.Offset)
}

// local is the number of a node of this host.
func (w *world) local(id uint32) node.LocalRank { return w.Local(w.ranks[id]) }

// up reports whether a library answers at a node of this host.
func (a *area) up(l node.LocalRank) bool { return atomic.LoadUint32(&a.head(l).Up) != 0 }

// Send writes a packet into a mailbox, or queues it, or sends it to another host.
func (w *world) Send(to uint32, p *sisci.Packet) bool {
	if w.far(to) {
		if rank := w.ranks[to]; !w.deaths.of[rank] {
			w.hosts.send(rank, p)
		}
		return true // a library that is not there so far refuses connections itself
	}
	local := w.local(to)
	if !w.up(local) {
		return false
	}
	if w.deaths.of[w.ranks[to]] {
		return true
	}
	w.out.Send(local, sisci.HeadBytes+len(p.Data), p.Append)
	if w.out.Waiting() {
		w.mail.Want(true)
	}
	return true
}

// Poll passes on a packet.
func (w *world) Poll(arrive func(from uint32, p *sisci.Packet)) (came bool, err error) {
	if w.hosts != nil {
		if err := w.hosts.poll(); err != nil {
			return false, err
		}
	}
	if w.out.Waiting() {
		w.out.Flush()
	}
	w.mail.Want(w.out.Waiting() || w.hosts != nil && w.hosts.waiting())
	came = w.mail.Poll(func(local node.LocalRank, record []byte) {
		from, packet := w.opened(local, record)
		p, wrong := sisci.Decode(packet)
		switch {
		case wrong != nil:
			err = wrong
		case !w.deaths.over[from]:
			p.Data = slices.Clone(p.Data)
			arrive(w.ids[from], p)
		}
	})
	return came, err
}

// Changed wakes threads of this process.
func (w *world) Changed(work bool) { w.mail.Changed(work) }

// Leave is client.Machine's.
func (w *world) Leave() {
	if w.hosts != nil {
		w.hosts.drain(leaveTime)
	}
}

// Fail ends the job.
func (w *world) Fail(err error) { w.Session.Fail(job.CauseAbort, 1, "SISCI: "+err.Error()) }
