package trace

import (
	"fmt"
	"strconv"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Tracer writes the events of a job's parts. Everything is called on the kernel's thread.
type Tracer struct {
	w     *Writer
	k     *sim.Kernel
	net   fabric.Device // nil: none with observable components
	parts []string      // of a node
	ranks []rank
	named [][]bool // tracks that have a name, by node and part
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

// Tracks of ranks have numbers of their own; those of parts are behind all of them.
const firstPart = 1 << 24

// New names the tracks of a job whose ranks are on these nodes, and observes the components of its network if that is a device: net may be nil.
func New(w *Writer, k *sim.Kernel, nodes []int, net fabric.Device) *Tracer {
	t := &Tracer{w: w, k: k, net: net, ranks: make([]rank, len(nodes))}
	if net != nil {
		t.parts = net.Parts()
	}
	for i, node := range nodes {
		t.group(node)
		t.ranks[i].track = Track{PID: 1 + node, TID: len(nodes) + 1 + i}
		w.Track(t.ranks[i].track, fmt.Sprintf("rank %d", i), i-len(nodes))
	}
	w.last = t.finish
	if net != nil {
		net.Observe(t)
	}
	return t
}

// group names the tracks of nodes up to this one.
func (t *Tracer) group(node int) {
	for n := len(t.named); n <= node; n++ {
		t.named = append(t.named, make([]bool, len(t.parts)))
		name := fmt.Sprintf("node %d", n)
		if t.net != nil {
			name += " " + t.net.Place(n)
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

// Sent begins the arrows of an operation, at the rank. The shown event ends now and lasts a nanosecond: a viewer draws arrows in the order of start times, and
// the first component may begin to work at once.
func (t *Tracer) Sent(m *fabric.Message, from, to int) {
	r, now, what := &t.ranks[from], t.k.Now(), m.From.Describe(m)
	begin := max(0, now-sim.Nanosecond)
	if n := len(r.calls); n > 0 {
		begin = max(begin, r.calls[n-1].begin)
	}
	t.show(r, span{begin: begin, end: now, name: what.Name + " to " + place(to), bytes: what.Bytes, flow: Flow{ID: m.Number, Out: true}})
}

// Answered is shown where the answer arrives.
func (t *Tracer) Answered(*fabric.Message, int, int) {}

// Received is shown when the rank can see it.
func (t *Tracer) Received(m *fabric.Message, to int) {
	r := &t.ranks[to]
	r.news = append(r.news, arrival{m.From.Describe(m).Name + " has come", m.Bytes, m.Number})
}

// Visible ends arrows at the rank. Where no parts show the way of an answer, its arrow continues from here.
func (t *Tracer) Visible(rank int, at sim.Time) {
	r := &t.ranks[rank]
	for _, a := range r.news {
		t.show(r, span{begin: at, end: at, name: a.name, bytes: a.bytes, flow: Flow{ID: a.id, In: true, Out: t.net == nil}})
	}
	r.news = r.news[:0]
}

func place(rank int) string {
	if rank < 0 {
		return "none"
	}
	return "rank " + strconv.Itoa(rank)
}

// Span is something that a part of a node does. Arrows follow the operation that it moves on.
func (t *Tracer) Span(s fabric.Span) {
	f := Flow{}
	if s.Operation != 0 {
		f = Flow{ID: s.Operation, In: true, Out: true}
	}
	t.w.Span(t.part(s.Node, s.Part), s.Begin, s.End, s.What, s.Bytes, f)
}

// part is a part's track, which gets its name, and a node that has no ranks its group, at its first event.
func (t *Tracer) part(node, part int) Track {
	track := Track{PID: 1 + node, TID: firstPart + node*len(t.parts) + part}
	t.group(node)
	if !t.named[node][part] {
		t.named[node][part] = true
		t.w.Track(track, t.parts[part], part)
	}
	return track
}

var (
	_ fabric.Observer     = (*Tracer)(nil)
	_ fabric.PartObserver = (*Tracer)(nil)
)
