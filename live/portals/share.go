package portals

import (
	"errors"
	"sync/atomic"

	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// Share is an API's part in the interface that a process's program may use, too.
type Share struct {
	Host  *process.Host
	Link  process.Link
	Index uint32 // of the portal table that is the API's on all ranks

	ids []portals.ProcessID // by rank
}

// ID is what a rank goes by.
func (s *Share) ID(rank int) portals.ProcessID { return s.ids[rank] }

// Share gives an API its part, and tells all ranks of each other, which must have chosen Portals by variable. It is collective, and blocks.
func (i *Interface) Share(user process.User, boot live.Bootstrap, variable string) (*Share, error) {
	host, link, refused := i.Acquire(user)
	var mine struct {
		ID      portals.ProcessID
		Indices uint32
	}
	if refused == nil {
		host.Lock()
		mine.ID, mine.Indices = host.NI.ID(), uint32(host.NI.Granted().MaxPTIndex)+1
		host.Unlock()
	}
	if err := live.SameWay(boot, "portals", variable); err != nil {
		return nil, errors.Join(refused, err)
	}
	all, err := live.Exchange(boot, mine)
	if err := errors.Join(refused, err); err != nil {
		return nil, err
	}
	s := &Share{Host: host, Link: link}
	indices := mine.Indices
	for _, other := range all {
		s.ids = append(s.ids, other.ID)
		indices = min(indices, other.Indices)
	}
	s.Index = indices - user.FromEnd()
	return s, nil
}

// Await is Session.Await for a condition that takes messages of Portals: meanwhile senders ring this thread's doorbell only.
func Await(s *live.Session, n *node.Node, cond func() bool) {
	polled := &n.Rank(n.Me()).Service.Polled
	atomic.StoreUint64(polled, node.PolledAsleep)
	s.Await(n, cond)
	atomic.StoreUint64(polled, node.Ticks())
}

// Polls notes that a thread which does not wait polls for messages itself.
func Polls(n *node.Node) {
	polled := &n.Rank(n.Me()).Service.Polled
	if atomic.LoadUint64(polled) != node.PolledAsleep {
		atomic.StoreUint64(polled, node.Ticks())
	}
}
