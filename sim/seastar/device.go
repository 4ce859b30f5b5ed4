package seastar

import (
	"fmt"
	"iter"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/topo"
)

// Topology is the torus.
func (net *Network) Topology() string { return net.wires.Shape.String() }

// Place is a node's coordinates.
func (net *Network) Place(node int) string {
	at := net.wires.At(node)
	return fmt.Sprintf("(%d,%d,%d)", at[0], at[1], at[2])
}

// firstLink is the number of the part behind which the links of a node are.
const firstLink = int(parts)

// Parts are those of the SeaStar and its host, then the links.
func (net *Network) Parts() (names []string) {
	for p := range parts {
		names = append(names, p.String())
	}
	for d := range topo.Directions {
		names = append(names, "link "+topo.Port{Direction: d}.String())
	}
	return names
}

// Observe reports what parts do from now on; nil ends that.
func (net *Network) Observe(o fabric.PartObserver) {
	net.observer = o
	net.wires.Observe = nil
	if o != nil {
		net.wires.Observe = func(at topo.Port, begin, end sim.Time, bytes uint64) {
			o.Span(fabric.Span{Node: at.Node, Part: firstLink + at.Direction, What: "train", Begin: begin, End: end, Bytes: bytes})
		}
	}
}

// counters are the counters of a node, in the order of Counted.
var counters = [...]fabric.Counter{
	{Key: "sent", Title: "sent"}, // messages
	{Key: "received", Title: "received"},
	{Key: "interrupts", Title: "interrupts"},
	{Key: "coalesced", Title: "coalesced"}, // events that came with another one's interrupt
	{Key: "go_back_n", Title: "go-back-n"}, // messages that had to be sent again
	{Key: "firmware_ps", Title: "firmware", Time: true},
	{Key: "most_transmit_pendings", Title: "tx pendings"},
	{Key: "most_receive_pendings", Title: "rx pendings"},
	{Key: "most_streams", Title: "streams"},
	{Key: "most_sources", Title: "sources"},
}

// Counters describes the counters of a node.
func (net *Network) Counters() (list []fabric.Counter, note string) {
	return append(list, counters[:]...), "pendings, streams and sources: the most that were in use"
}

// Counted returns the counters of a node.
func (net *Network) Counted(node int) []uint64 {
	n := &net.nodes[node]
	s := &n.Stats
	return []uint64{
		s.Sent, s.Received, s.Interrupts, s.Events - min(s.Events, s.Interrupts), uint64(s.Refused), uint64(s.Firmware),
		uint64(s.MostTransmit), uint64(s.MostReceive), uint64(s.MostStreams), uint64(n.MostSources()),
	}
}

// CountLinks counts what links carry from now on.
func (net *Network) CountLinks() { net.wires.Count() }

// Links are all that there are.
func (net *Network) Links() iter.Seq[fabric.Link] {
	return func(yield func(fabric.Link) bool) {
		net.wires.Each(func(at topo.Port, l *topo.Link) bool {
			return yield(fabric.Link{
				Node: at.Node, Direction: at.String(), Packets: l.Bytes / net.wires.Packet, Bytes: l.Bytes, Busy: l.Busy, Waited: l.Waited, Retries: l.Retries,
			})
		})
	}
}

var _ fabric.Device = (*Network)(nil)
