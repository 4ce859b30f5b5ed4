package portals

import (
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/live/nal"
	"gasnetgo/node"
)

// Portals on several hosts: mailboxes of shared memory between ranks of this host, records over the network to all others.

// Connect connects this rank to all others of a job on several hosts, if nothing has done so. It is collective, and blocks. An API over Portals calls it before its program can
// call Portals on some ranks only.
func (i *Interface) Connect(s *live.Session, n *node.Node) error {
	i.world.mu.Lock()
	defer i.world.mu.Unlock()
	return i.world.connect(s, n)
}

// connect needs mu.
func (w *world) connect(s *live.Session, n *node.Node) error {
	if w.far != nil || !s.Job.SpansHosts() {
		return nil
	}
	net, err := s.Network(n)
	if err != nil {
		return err
	}
	w.session = s
	w.far = nal.NewFar(net.Port, n, func(rank int) bool { return s.Job.State(rank) >= job.Gone })
	return s.Bootstrap(n).Barrier() // no record may come before its receiver is ready
}
