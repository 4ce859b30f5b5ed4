package nal

import (
	"sync/atomic"

	"gasnetgo/node"
	"gasnetgo/portals"
)

// number is how a link counts its peers: the local ranks of this host come first, then the ranks of other hosts, in their order.
type number = node.LocalRank

// Routes maps process ids to the ranks of the job. Ids are computed from ranks, so that all are known before any rank is up; a rank that requests its own pid
// publishes it in its endpoint, and tells other hosts by a record.
type Routes struct {
	node  *node.Node
	place func(rank int) uint32 // number of a rank's host; nil: each rank is a node of its own, else ranks of a host are processes of one node
	peers []peer                // by number
	hosts *Far                  // to other hosts, once a link is open; nil on one host

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

// NewRoutes returns the routes of a job. Where place is given, it numbers hosts, whose ranks count as processes of one node; else each rank is a node of its own.
func NewRoutes(n *node.Node, place func(rank int) uint32) *Routes {
	r := &Routes{node: n, place: place, peers: make([]peer, n.Size())}
	for i := range r.peers {
		r.peers[i].id = r.Default(r.rankOf(number(i)))
		r.peers[i].stream = r.far(number(i))
	}
	return r
}

// far reports whether a peer is on another host.
func (r *Routes) far(p number) bool { return int(p) >= r.node.Host().Size }

func (r *Routes) rankOf(p number) int {
	host := r.node.Host()
	switch far := int(p) - host.Size; {
	case far < 0:
		return host.Rank(p)
	case far < host.First:
		return far
	default:
		return int(p)
	}
}

func (r *Routes) numberOf(rank int) number {
	host := r.node.Host()
	switch l, here := host.Local(rank); {
	case here:
		return l
	case rank < host.First:
		return number(host.Size + rank)
	default:
		return number(rank)
	}
}

// Default is the id of a rank of the job that does not ask for a pid.
func (r *Routes) Default(rank int) portals.ProcessID {
	if r.place != nil {
		return portals.ProcessID{NID: firstNID + r.place(rank), PID: firstPID + uint32(rank)}
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
func (r *Routes) ID(rank int) portals.ProcessID { return r.look(r.numberOf(rank)).id }

// Taken reports whether another rank goes by id.
func (r *Routes) Taken(id portals.ProcessID) bool {
	for p := range r.peers {
		if number(p) != r.node.Me() && r.look(number(p)).known && r.peers[p].id == id {
			return true
		}
	}
	return false
}

// look is the known state of a rank.
func (r *Routes) look(n number) *peer {
	p := &r.peers[n]
	if p.known || r.far(n) {
		return p
	}
	e := &r.node.Rank(n).Endpoint
	if atomic.LoadUint32(&e.State) != node.EndpointNew {
		p.id, p.uid, p.jid, p.known = portals.ProcessID{NID: e.NID, PID: e.PID}, e.UID, e.JID, true
	}
	return p
}

// rank is the peer with id: -1 for an id that some process of the node might have but none has, false for one that no process can have.
func (r *Routes) rank(id portals.ProcessID) (number, bool) {
	if id.PID == portals.PIDAny || id.NID < firstNID {
		return -1, false
	}
	if r.place == nil {
		rank := uint64(id.NID - firstNID)
		if rank >= uint64(len(r.peers)) {
			return -1, false
		}
		n := r.numberOf(int(rank))
		if p := r.look(n); p.id == id || !p.known {
			return n, true
		}
		return -1, true
	}
	if rank := uint64(id.PID) - firstPID; rank < uint64(len(r.peers)) {
		if n := r.numberOf(int(rank)); r.look(n).id == id {
			return n, true
		}
	}
	node := false
	for n := range r.peers {
		p := r.look(number(n))
		if p.id == id {
			return number(n), true
		}
		node = node || p.id.NID == id.NID
	}
	return -1, node
}

// fill completes a header that came from a rank.
func (r *Routes) fill(from number, h *portals.Header) {
	p := r.look(from)
	h.From, h.UID, h.JID = p.id, p.uid, p.jid
}

func (r *Routes) state(n number) uint32 {
	if r.far(n) {
		return r.hosts.peers[r.rankOf(n)].state.Load()
	}
	return atomic.LoadUint32(&r.node.Rank(n).Endpoint.State)
}

// gone reports whether a rank takes no messages any more.
func (r *Routes) gone(n number) bool {
	return r.state(n) == node.EndpointClosed || !r.far(n) && r.node.HasLeft(n)
}

func (r *Routes) mustStream(to number) bool { return r.peers[to].stream }

func (r *Routes) streamTo(to number) { r.peers[to].stream = true }
