package stats

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"

	"gasnetgo/sim"
	"gasnetgo/sim/seastar"
	"gasnetgo/sim/topo"
)

// Report is all that has been counted. Times are picoseconds.
type Report struct {
	Program    string   `json:"program"`
	Machine    string   `json:"machine"`
	Time       sim.Time `json:"time_ps"`  // when the job ended
	Events     uint64   `json:"events"`   // of the simulation
	Answers    uint64   `json:"answers"`  // acknowledgements and replies
	Barriers   uint64   `json:"barriers"` // messages of the job's barriers
	Operations []Size   `json:"operations"`
	Calls      []Call   `json:"calls"` // what took longest first
	Ranks      []Rank   `json:"ranks"`
	Nodes      []Node   `json:"nodes,omitempty"` // nodes and links of a network of SeaStars
	Links      []Link   `json:"links,omitempty"` // those that have carried something
}

// Size is the operations of From to To bytes, both included.
type Size struct {
	From   uint64 `json:"from"`
	To     uint64 `json:"to"`
	Put    uint64 `json:"put"`
	Get    uint64 `json:"get"`
	GetPut uint64 `json:"getput"`
}

// Node is a SeaStar and its host's part in driving it.
type Node struct {
	Node         int      `json:"node"`
	Sent         uint64   `json:"sent"` // messages
	Received     uint64   `json:"received"`
	Interrupts   uint64   `json:"interrupts"`
	Coalesced    uint64   `json:"coalesced"` // events that came with another one's interrupt
	Refused      uint64   `json:"go_back_n"` // messages that had to be sent again
	Firmware     sim.Time `json:"firmware_ps"`
	MostTransmit int      `json:"most_transmit_pendings"` // that were in use at the same time
	MostReceive  int      `json:"most_receive_pendings"`
	MostStreams  int      `json:"most_streams"`
	MostSources  int      `json:"most_sources"`
}

// Link is one direction of a wire, from a node.
type Link struct {
	Node      int      `json:"node"`
	Direction string   `json:"direction"`
	Packets   uint64   `json:"packets"`
	Bytes     uint64   `json:"bytes"` // whole packets
	Busy      sim.Time `json:"busy_ps"`
	Waited    sim.Time `json:"waited_ps"` // that packets stood in front of it
	Retries   uint64   `json:"retries"`   // packets that were sent again
}

// Report puts together what has been counted by now. net may be nil.
func (c *Collector) Report(now sim.Time, events uint64, net *seastar.Network) *Report {
	r := &Report{Time: now, Events: events, Answers: c.answers, Barriers: c.barriers, Ranks: c.ranks}
	for n, by := range c.sizes {
		if by == [len(kinds)]uint64{} {
			continue
		}
		s := Size{Put: by[0], Get: by[1], GetPut: by[2]}
		if n > 0 {
			s.From, s.To = 1<<(n-1), 1<<(n-1)|(1<<(n-1)-1)
		}
		r.Operations = append(r.Operations, s)
	}
	for _, f := range c.calls {
		r.Calls = append(r.Calls, *f)
	}
	slices.SortFunc(r.Calls, func(a, b Call) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Name, b.Name))
	})
	if net != nil {
		r.network(net)
	}
	return r
}

func (r *Report) network(net *seastar.Network) {
	seen := map[int]bool{}
	for _, rank := range r.Ranks {
		if seen[rank.Node] {
			continue
		}
		seen[rank.Node] = true
		n := net.Node(rank.Node)
		s := &n.Stats
		r.Nodes = append(r.Nodes, Node{
			Node: rank.Node, Sent: s.Sent, Received: s.Received, Interrupts: s.Interrupts, Coalesced: s.Events - min(s.Events, s.Interrupts), Refused: s.Refused,
			Firmware: s.Firmware, MostTransmit: int(s.MostTransmit), MostReceive: int(s.MostReceive), MostStreams: int(s.MostStreams), MostSources: n.MostSources(),
		})
	}
	packet := net.Wires().Packet
	net.Wires().Each(func(at topo.Port, l *topo.Link) bool {
		r.Links = append(r.Links, Link{
			Node: at.Node, Direction: at.String(), Packets: l.Bytes / packet, Bytes: l.Bytes, Busy: l.Busy, Waited: l.Waited, Retries: l.Retries,
		})
		return true
	})
}

// JSON writes the whole report.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(r)
}
