package stats

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Report is all that has been counted. Times are picoseconds.
type Report struct {
	Program    string   `json:"program"`
	Command    []string `json:"command,omitempty"` // the program's arguments, its name first
	Machine    string   `json:"machine"`
	Time       sim.Time `json:"time_ps"`  // when the job ended
	Events     uint64   `json:"events"`   // of the simulation
	Answers    uint64   `json:"answers"`  // acknowledgements and replies
	Barriers   uint64   `json:"barriers"` // messages of the job's barriers
	Operations []Size   `json:"operations"`
	Calls      []Call   `json:"calls"` // what took longest first
	Ranks      []Rank   `json:"ranks"`
	Topology   string   `json:"topology,omitempty"` // nodes and links of a network that is a device
	Nodes      []Node   `json:"nodes,omitempty"`
	Links      []Link   `json:"links,omitempty"` // all, those that have carried nothing included

	Parameters []Parameter `json:"parameters,omitempty"` // of the machine

	note string // about the nodes' counters
}

// Parameter is a parameter of the machine as a file has it, and where its value comes from.
type Parameter struct {
	Key    string `json:"key"` // section.name
	Value  string `json:"value"`
	Source string `json:"source"`
}

// Size is the operations of From to To bytes, both included.
type Size struct {
	From   uint64 `json:"from_bytes"`
	To     uint64 `json:"to_bytes"`
	Put    uint64 `json:"put"`
	Get    uint64 `json:"get"`
	GetPut uint64 `json:"get_put"`
}

// Node is what a device has counted for a node. In JSON its counters are fields of their own.
type Node struct {
	Node     int
	Place    string // coordinates
	Counters []Counter
}

// Counter is a number with its name.
type Counter struct {
	fabric.Counter
	Value uint64
}

// MarshalJSON writes the counters under their keys, in their order.
func (n Node) MarshalJSON() ([]byte, error) {
	text := strconv.AppendInt([]byte(`{"node":`), int64(n.Node), 10)
	text = strconv.AppendQuote(append(text, `,"place":`...), n.Place)
	for _, c := range n.Counters {
		text = append(strconv.AppendQuote(append(text, ','), c.Key), ':')
		text = strconv.AppendUint(text, c.Value, 10)
	}
	return append(text, '}'), nil
}

// Link is one direction of a wire, from a node.
type Link struct {
	Node      int      `json:"node"`
	Direction string   `json:"direction"`
	Packets   uint64   `json:"packets"`
	Bytes     uint64   `json:"bytes"` // whole packets
	Busy      sim.Time `json:"busy_ps"`
	Waited    sim.Time `json:"waited_ps"` // that trains of packets stood in front of it: the sum over trains
	Retries   uint64   `json:"retries"`   // packets that were sent again
}

// Report assembles the counts so far. net may be nil.
func (c *Collector) Report(now sim.Time, events uint64, net fabric.Device) *Report {
	r := &Report{Time: now, Events: events, Answers: c.answers, Barriers: c.barriers, Ranks: c.ranks}
	for n, s := range c.sizes {
		if s == (Size{}) {
			continue
		}
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

func (r *Report) network(net fabric.Device) {
	seen := map[int]bool{}
	counters, note := net.Counters()
	r.note = note
	r.Topology = net.Topology()
	for _, rank := range r.Ranks {
		if seen[rank.Node] {
			continue
		}
		seen[rank.Node] = true
		n := Node{Node: rank.Node, Place: net.Place(rank.Node)}
		for i, v := range net.Counted(rank.Node) {
			n.Counters = append(n.Counters, Counter{counters[i], v})
		}
		r.Nodes = append(r.Nodes, n)
	}
	for l := range net.Links() {
		r.Links = append(r.Links, Link(l))
	}
}

// JSON writes the whole report.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(r)
}
