package nal

import (
	"sync/atomic"

	"gasnetgo/node"
	"gasnetgo/portals"
)

// Routes maps process ids to the ranks of this host, which are all that a link reaches. Ids are computed from ranks of the job, so that all are known before any
// rank is up; a rank that requests its own pid publishes it in its endpoint.
type Routes struct {
	node    *node.Node
	oneNode bool   // all ranks are processes of one node, else each rank is a node of its own
	peers   []peer // by local rank

	progress <-chan struct{} // closed when the last link's progress goroutine has ended
}

type peer struct {
	id       portals.ProcessID
	uid, jid uint32
	known    bool // the endpoint has been open: id, uid and jid are final
	stream   bool // the peer cannot copy from us
}

const (
	firstNID = 1 // of rank 0, or of all ranks: programs of the reference implementation take nid 0 for "not given"
	firstPID = 1 // of the first, or only, process of a node
)

// NewRoutes returns the routes of a job. oneNode: its ranks count as processes of one node, else each as a node of its own.
func NewRoutes(n *node.Node, oneNode bool) *Routes {
	r := &Routes{node: n, oneNode: oneNode, peers: make([]peer, n.Locals())}
	for l := range n.Locals() {
		r.peers[l].id = r.Default(n.Host().Rank(l))
	}
	return r
}

// Default is the id of a rank of the job that does not ask for a pid.
func (r *Routes) Default(rank int) portals.ProcessID {
	if r.oneNode {
		return portals.ProcessID{NID: firstNID, PID: firstPID + uint32(rank)}
	}
	return portals.ProcessID{NID: firstNID + uint32(rank), PID: firstPID}
}

// Mine is what this rank goes by, or would; final says that it has had an interface under it, so that peers know it by that for good.
func (r *Routes) Mine() (id portals.ProcessID, final bool) {
	p := r.look(r.node.Me())
	return p.id, p.known
}

// Register announces this rank's id.
func (r *Routes) Register(id portals.ProcessID, uid, jid uint32, state uint32) {
	e := &r.node.Rank(r.node.Me()).Endpoint
	e.NID, e.PID, e.UID, e.JID = id.NID, id.PID, uid, jid
	atomic.StoreUint32(&e.State, state)
}

// Close announces that this rank's interface is gone.
func (r *Routes) Close() {
	atomic.StoreUint32(&r.node.Rank(r.node.Me()).Endpoint.State, node.EndpointClosed)
}

// ID is what a rank of the job goes by as far as is known now.
func (r *Routes) ID(rank int) portals.ProcessID {
	if l, here := r.node.Host().Local(rank); here {
		return r.look(l).id
	}
	return r.Default(rank)
}

// Taken reports whether another rank of this host goes by id.
func (r *Routes) Taken(id portals.ProcessID) bool {
	for l := range r.node.Locals() {
		if l != r.node.Me() && r.look(l).known && r.peers[l].id == id {
			return true
		}
	}
	return false
}

// look is the known state of a rank.
func (r *Routes) look(l node.LocalRank) *peer {
	p := &r.peers[l]
	if p.known {
		return p
	}
	e := &r.node.Rank(l).Endpoint
	if atomic.LoadUint32(&e.State) != node.EndpointNew {
		p.id, p.uid, p.jid, p.known = portals.ProcessID{NID: e.NID, PID: e.PID}, e.UID, e.JID, true
	}
	return p
}

// rank is the local rank with id: -1 for an id that some process of the node might have but none has, false for one that no process can have.
func (r *Routes) rank(id portals.ProcessID) (node.LocalRank, bool) {
	host := r.node.Host()
	if !r.oneNode {
		l, here := host.Local(int(id.NID) - firstNID)
		if !here || id.PID == portals.PIDAny {
			return -1, false
		}
		if p := r.look(l); p.id == id || !p.known {
			return l, true
		}
		return -1, true
	}
	if id.NID != firstNID || id.PID == portals.PIDAny {
		return -1, false
	}
	if l, here := host.Local(int(id.PID) - firstPID); here && r.look(l).id == id {
		return l, true
	}
	for l := range r.node.Locals() {
		if r.look(l).id == id {
			return l, true
		}
	}
	return -1, true
}

// fill completes a header that came from a rank.
func (r *Routes) fill(from node.LocalRank, h *portals.Header) {
	p := r.look(from)
	h.From, h.UID, h.JID = p.id, p.uid, p.jid
}

func (r *Routes) state(l node.LocalRank) uint32 {
	return atomic.LoadUint32(&r.node.Rank(l).Endpoint.State)
}

// gone reports whether a rank takes no messages any more.
func (r *Routes) gone(l node.LocalRank) bool {
	return r.state(l) == node.EndpointClosed || r.node.HasLeft(l)
}

func (r *Routes) mustStream(to node.LocalRank) bool { return r.peers[to].stream }

func (r *Routes) streamTo(to node.LocalRank) { r.peers[to].stream = true }
