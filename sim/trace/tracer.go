package trace

import (
	"fmt"
	"strconv"

	"gasnetgo/sim"
	"gasnetgo/sim/nal"
	"gasnetgo/sim/seastar"
	"gasnetgo/sim/topo"
)

// Tracer writes the events of a job's parts. Everything is called on the kernel's thread.
type Tracer struct {
	w     *Writer
	k     *sim.Kernel
	net   *seastar.Network // nil: none whose parts can be shown
	ranks []rank
	parts [][parts]bool // tracks that have a name, by node
}

// rank is a rank's track.
type rank struct {
	track Track
	calls []call    // that are not over, the innermost last
	news  []arrival // received, not visible
}

type arrival struct {
	name  string
	bytes uint64
	id    uint64
}

// Parts of a node that have a track: those of the SeaStar, then its links.
const (
	firstLink = int(seastar.PartDeposit) + 1
	links     = 6
	parts     = firstLink + links
)

// Tracks of ranks have numbers of their own; those of parts are behind all of them.
const firstPart = 1 << 24

// New names the tracks of a job whose ranks are on these nodes, and has its network tell what its parts do, if it is one of SeaStars.
func New(w *Writer, k *sim.Kernel, nodes []int, net *seastar.Network) *Tracer {
	t := &Tracer{w: w, k: k, net: net, ranks: make([]rank, len(nodes))}
	for i, node := range nodes {
		t.group(node)
		t.ranks[i].track = Track{PID: 1 + node, TID: len(nodes) + 1 + i}
		w.Track(t.ranks[i].track, fmt.Sprintf("rank %d", i), i-len(nodes))
	}
	w.last = t.finish
	if net != nil {
		net.Observe(t)
		net.Wires().Observe = t.link
	}
	return t
}

// group names the tracks of nodes up to this one.
func (t *Tracer) group(node int) {
	for n := len(t.parts); n <= node; n++ {
		t.parts = append(t.parts, [parts]bool{})
		name := fmt.Sprintf("node %d", n)
		if t.net != nil {
			at := t.net.Wires().At(n)
			name += fmt.Sprintf(" (%d,%d,%d)", at[0], at[1], at[2])
		}
		t.w.Group(1+n, name, n)
	}
}

// Waited is what a rank has waited for, inside of a call.
func (t *Tracer) Waited(rank int, why string, begin, end sim.Time) {
	t.show(&t.ranks[rank], span{begin: begin, end: end, name: "wait: " + why})
}

// Computed is what a rank's program has taken between calls.
func (t *Tracer) Computed(rank int, begin, end sim.Time) {
	t.show(&t.ranks[rank], span{begin: begin, end: end, name: "compute"})
}

// Sent begins the arrows of an operation, at the rank. What is shown ends now and has a nanosecond: a viewer draws arrows in the order of beginnings, and
// the first part may begin to work at once.
func (t *Tracer) Sent(m *nal.Message, from, to int) {
	r, now := &t.ranks[from], t.k.Now()
	begin := max(0, now-sim.Nanosecond)
	if n := len(r.calls); n > 0 {
		begin = max(begin, r.calls[n-1].begin)
	}
	t.show(r, span{begin: begin, end: now, name: m.What() + " to " + place(to), bytes: m.Header.Length, flow: Flow{ID: m.Number, Out: true}})
}

// Answered is shown where the answer arrives.
func (t *Tracer) Answered(*nal.Message, int, int) {}

// Received is shown when the rank can see it.
func (t *Tracer) Received(m *nal.Message, to int) {
	r := &t.ranks[to]
	r.news = append(r.news, arrival{m.What() + " has come", m.Bytes, m.Number})
}

// Visible ends arrows at the rank. Where no parts show the way of an answer, its arrow goes on from here.
func (t *Tracer) Visible(rank int, at sim.Time) {
	r := &t.ranks[rank]
	for _, a := range r.news {
		t.show(r, span{begin: at, end: at, name: a.name, bytes: a.bytes, flow: Flow{ID: a.id, In: true, Out: t.net == nil}})
	}
	r.news = r.news[:0]
}

func place(rank int) string {
	if rank < 0 {
		return "nobody"
	}
	return "rank " + strconv.Itoa(rank)
}

// Span is something that a part of a node does. Arrows leave out what ends at the sender: they follow the message.
func (t *Tracer) Span(node int, part seastar.Part, what string, begin, end sim.Time, message uint64) {
	onward := message != 0
	switch {
	case part == seastar.PartTransmit && what != "header",
		part == seastar.PartFirmware && what == "transmit done",
		part == seastar.PartHost && what == "sent":
		onward = false
	}
	f := Flow{}
	if onward {
		f = Flow{ID: message, In: true, Out: true}
	}
	t.w.Span(t.part(node, int(part)), begin, end, what, 0, f)
}

func (t *Tracer) link(at topo.Port, begin, end sim.Time, bytes uint64) {
	t.w.Span(t.part(at.Node, firstLink+at.Direction), begin, end, "train", bytes, Flow{})
}

// part is a part's track, which gets its name, and a node that has no ranks its group, at its first event.
func (t *Tracer) part(node, part int) Track {
	track := Track{PID: 1 + node, TID: firstPart + node*parts + part}
	t.group(node)
	if !t.parts[node][part] {
		t.parts[node][part] = true
		name := ""
		if part < firstLink {
			name = seastar.Part(part).String()
		} else {
			name = "link " + topo.Port{Node: node, Direction: part - firstLink}.String()
		}
		t.w.Track(track, name, part)
	}
	return track
}

var (
	_ nal.Observer     = (*Tracer)(nil)
	_ seastar.Observer = (*Tracer)(nil)
)
