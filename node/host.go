package node

// LocalRank numbers the ranks of one host: 0 up to Host.Size. It indexes everything in the memory file: rank blocks, mailboxes, parts of segments. The rank of a
// process in the job is a plain int.
type LocalRank int

// Host says which ranks of a job share this host's memory: Size consecutive ones, from First on.
type Host struct{ First, Size int }

// Local converts a rank of the job; false if that rank is on another host.
func (h Host) Local(rank int) (LocalRank, bool) {
	l := rank - h.First
	return LocalRank(l), l >= 0 && l < h.Size
}

// Rank is the rank in the job of a local rank.
func (h Host) Rank(l LocalRank) int { return h.First + int(l) }

// Host says which ranks of the job share this memory.
func (n *Node) Host() Host { return n.opts.Host }

// MyRank is this process's rank in the job.
func (n *Node) MyRank() int { return n.opts.Rank }

// Size is the number of ranks of the job.
func (n *Node) Size() int { return n.opts.Size }

// Me is this process's local rank.
func (n *Node) Me() LocalRank { return n.me }

// Locals is the number of ranks on this host: range over it to visit all local ranks.
func (n *Node) Locals() LocalRank { return LocalRank(n.opts.Host.Size) }
