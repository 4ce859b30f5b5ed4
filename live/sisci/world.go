package sisci

import (
	"slices"
	"sync/atomic"

	"gasnetgo/internal/memory"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// world is one host of the live world as a node of SISCI sees it: the node's machine. The node's lock guards it.
type world struct {
	*live.Session
	*area
	begin  func() // starts the library's threads; nil: there is no program
	direct bool   // C may make copies to maps itself
	mail   *node.Mail
	out    *node.Outbox
	ids    []uint32 // of nodes, by rank
	ranks  map[uint32]int

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
	case w.Job.State(rank) >= job.Gone:
		return sisci.NotResponding
	}
	return sisci.OK
}

// Map is sisci.Memory's.
func (w *world) Map(m sisci.Mapping) (uintptr, sisci.Code) { return w.show(w.local(m.Node), m) }

// Copy copies between the addresses that all processes share.
func (w *world) Copy(c sisci.Copy) (sisci.Code, bool) {
	memory.Copy(w.at(c.To), w.at(c.From), c.Bytes)
	return sisci.OK, true
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

func (w *world) local(id uint32) node.LocalRank { return w.Local(w.ranks[id]) }

// Send writes a packet into a mailbox, or queues it.
func (w *world) Send(to uint32, p *sisci.Packet) bool {
	local := w.local(to)
	if atomic.LoadUint32(&w.head(local).Up) == 0 {
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
	if w.out.Waiting() {
		w.out.Flush()
		w.mail.Want(w.out.Waiting())
	}
	came = w.mail.Poll(func(from node.LocalRank, record []byte) {
		p, wrong := sisci.Decode(record)
		if wrong != nil {
			err = wrong
			return
		}
		p.Data = slices.Clone(p.Data)
		arrive(w.ids[w.node.Host().Rank(from)], p)
	})
	return came, err
}

// Changed wakes threads of this process.
func (w *world) Changed(work bool) { w.mail.Changed(work) }

// Fail ends the job.
func (w *world) Fail(err error) { w.Session.Fail(job.CauseAbort, 1, "SISCI: "+err.Error()) }
