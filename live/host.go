package live

import "gasnetgo/node"

// On one host, collectives of the node stand for those of the job, and peers' memory is mapped. In a job on several hosts only ranks of this host have a local rank:
// users of Session.Node ask IsHere before Local.

// host says which ranks of the job share this host's memory.
func (s *Session) host() node.Host { return node.Host{First: s.Job.LocalFirst, Size: s.Job.LocalSize} }

// Local converts a rank of the job, which is on this host.
func (s *Session) Local(rank int) node.LocalRank {
	l, _ := s.host().Local(rank)
	return l
}

// Bootstrap is how the ranks of a job exchange small data before they communicate. A node is the one of a job of one host, over the memory file.
type Bootstrap interface {
	// Barrier waits until every rank of the job has called it equally often. It blocks; the error names a rank that has left.
	Barrier() error

	// Exchange gives every rank of the job what each rank contributed, by rank: at most some 1,000 bytes each. Collective; blocks.
	Exchange(mine []byte) ([][]byte, error)
}

// IsHere reports whether a rank is on this host.
func (s *Session) IsHere(rank int) bool {
	_, here := s.host().Local(rank)
	return here
}

// Bootstrap is the job's: the node, or on several hosts the launchers.
func (s *Session) Bootstrap(n *node.Node) Bootstrap {
	if s.Job.SpansHosts() {
		return byLaunchers{s, n}
	}
	return n
}

// byLaunchers is the Bootstrap of a job on several hosts.
type byLaunchers struct {
	s *Session
	n *node.Node
}

func (b byLaunchers) Barrier() error {
	_, err := b.s.Job.Exchange(nil, b.n.Barrier)
	return err
}

func (b byLaunchers) Exchange(mine []byte) ([][]byte, error) {
	return b.s.Job.Exchange(mine, b.n.Barrier)
}
