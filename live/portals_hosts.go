package live

import (
	"gasnetgo/job"
	"gasnetgo/live/nal"
	"gasnetgo/node"
)

// Portals on several hosts: mailboxes of shared memory between ranks of this host, records over the network to all others.

// portalsHosts connects this rank to all others of the job, the first time. It is collective.
func (s *Session) portalsHosts(n *node.Node) error {
	if s.far != nil {
		return nil
	}
	host, err := s.network(n)
	if err != nil {
		return err
	}
	s.far = nal.NewFar(host.port, n, func(rank int) bool { return s.Job.State(rank) >= job.Gone })
	return s.bootstrap(n).Barrier() // no record may come before its receiver is ready
}

// place numbers the host of a rank.
func (s *Session) place(rank int) uint32 {
	if s.net == nil {
		return 0
	}
	return s.net.place(rank)
}
