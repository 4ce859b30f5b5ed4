package sci

import (
	"fmt"
	"iter"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Parts of a node.
const (
	partPCI = iota
	partBLink
	partDMA
)

// stats are an adapter's.
type stats struct {
	requests, served, refused, turned, starved, stored, loaded, messages uint64
}

// Topology describes the rings.
func (n *Network) Topology() string { return fmt.Sprintf("%d x %d torus of SCI rings", n.X, n.Y) }

// Place is where a node is.
func (n *Network) Place(i int) string {
	at := &n.adapters[i].place
	return fmt.Sprintf("(%d,%d)", at[inX], at[inY])
}

// Parts are those of the adapter, and the bus of the node.
func (n *Network) Parts() []string { return []string{"PCI bus", "B-Link", "DMA engine"} }

// Observe reports what parts do from now on; nil ends that.
func (n *Network) Observe(o fabric.PartObserver) { n.observer = o }

func (a *Adapter) span(part int, what string, begin, end sim.Time, bytes uint64) {
	if o := a.net.observer; o != nil {
		o.Span(fabric.Span{Node: int(a.id), Part: part, What: what, Begin: begin, End: end, Bytes: bytes})
	}
}

// Counters describes the counters of a node.
func (n *Network) Counters() ([]fabric.Counter, string) {
	return []fabric.Counter{
			{Key: "requests", Title: "requests"}, {Key: "served", Title: "served"}, {Key: "refused", Title: "refused"}, {Key: "turned", Title: "turned"},
			{Key: "starved", Title: "no stream"}, {Key: "stored_bytes", Title: "stored"}, {Key: "loaded_bytes", Title: "loaded"}, {Key: "messages", Title: "messages"},
		}, "requests: sent; served: of other nodes; refused: with a busy echo, requests and responses; turned: from one ring into another; no stream: waits for one; stored, loaded: bytes, by processors; " +
			"messages: of the driver, sent"
}

// Counted are those of a node.
func (n *Network) Counted(i int) []uint64 {
	s := &n.adapters[i].stats
	return []uint64{s.requests, s.served, s.refused, s.turned, s.starved, s.stored, s.loaded, s.messages}
}

// CountLinks has nothing to do: links always count.
func (n *Network) CountLinks() {}

// Links are all that there are.
func (n *Network) Links() iter.Seq[fabric.Link] {
	return func(yield func(fabric.Link) bool) {
		for i := range n.adapters {
			for d, name := range [...]string{"x", "y"} {
				c := &n.adapters[i].rings[d]
				if len(c.ring) < 2 {
					continue
				}
				s := &c.stats
				if !yield(fabric.Link{Node: i, Direction: name, Packets: s.packets, Bytes: s.bytes, Busy: s.busy, Waited: s.waited, Retries: s.repeats}) {
					return
				}
			}
		}
	}
}
