package sp

import (
	"fmt"
	"iter"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Parts of a node.
const (
	partSend = iota
	partReceive
)

// Topology describes the switch.
func (n *Network) Topology() string {
	return fmt.Sprintf("SP switch, %d boards of %d nodes, %d routes", n.switchBoards(), boardNodes, routes)
}

// Place is a node's board, chip and port.
func (n *Network) Place(i int) string {
	return fmt.Sprintf("board %d, chip %d, port %d", i/boardNodes, i%boardNodes/chipNodes, i%chipNodes)
}

// Parts are those of the adapter.
func (n *Network) Parts() []string { return []string{"adapter sends", "adapter receives"} }

// Observe reports what parts do from now on; nil ends that.
func (n *Network) Observe(o fabric.PartObserver) { n.observer = o }

func (n *Network) span(node, part int, m *fabric.Message, begin, end sim.Time) {
	if n.observer != nil {
		n.observer.Span(fabric.Span{Node: node, Part: part, What: "packet", Begin: begin, End: end, Bytes: m.Bytes, Operation: m.Number})
	}
}

// Counters describes the counters of a node.
func (n *Network) Counters() ([]fabric.Counter, string) {
	return []fabric.Counter{
		{Key: "sent", Title: "sent"}, {Key: "received", Title: "received"}, {Key: "lost", Title: "lost"}, {Key: "sent_bytes", Title: "bytes sent"},
		{Key: "most_waiting", Title: "send FIFO"},
	}, "packets; send FIFO: the most that waited in it"
}

// Counted are those of a node.
func (n *Network) Counted(i int) []uint64 {
	s := &n.nodes[i].stats
	return []uint64{s.sent, s.received, s.lost, s.bytes, uint64(s.most)}
}

// CountLinks has nothing to do: links always count.
func (n *Network) CountLinks() {}

// Links are all that there are.
func (n *Network) Links() iter.Seq[fabric.Link] {
	return func(yield func(fabric.Link) bool) {
		for i := range n.links {
			l := &n.links[i]
			node, name := n.where(i)
			if !yield(fabric.Link{Node: node, Direction: name, Packets: l.packets, Bytes: l.bytes, Busy: l.busy, Waited: l.waited}) {
				return
			}
		}
	}
}

// where is the node that a link begins or ends at, the first of a board for those of boards, and its name.
func (n *Network) where(i int) (node int, name string) {
	if i < n.boards {
		return i / nodeLinks, [...]string{"to switch", "from switch"}[i%nodeLinks]
	}
	i -= n.boards
	board, i := i/(2*boardLinks), i%(2*boardLinks)
	kind, i := i/(boardChips*boardChips), i%(boardChips*boardChips)
	return board * boardNodes, fmt.Sprintf("%s %d.%d", [...]string{"up", "down", "out", "in"}[kind], i/boardChips, i%boardChips)
}
