package live

import "gasnetgo/node"

// Where the live world relies on one host: collectives of the node stand for those of the job, and peers' memory is mapped. Session.Node refuses a job that has
// ranks on other hosts, so that below it every rank has a local rank.

// host says which ranks of the job share this host's memory.
func (s *Session) host() node.Host { return node.Host{First: s.Job.LocalFirst, Size: s.Job.LocalSize} }

// local converts a rank of the job, which is on this host.
func (s *Session) local(rank int) node.LocalRank {
	l, _ := s.host().Local(rank)
	return l
}

// exchange gives every rank of the job what every rank contributed, by rank. Collective; blocks.
func exchange(n *node.Node, mine []byte) ([][]byte, error) { return n.Exchange(mine) }
