package stats

import (
	"math/bits"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Collector counts while a job runs. Everything is called on the kernel's thread.
type Collector struct {
	ranks             []Rank
	calls             map[string]*Call
	sizes             [65]Size // operations by the number of bits in their length
	answers, barriers uint64
}

// Rank is what a rank has done. Times are picoseconds.
type Rank struct {
	Rank          int      `json:"rank"`
	Node          int      `json:"node"`
	Calls         uint64   `json:"calls"`
	Sent          uint64   `json:"sent"` // messages: operations that it began, and its answers to those of others
	Received      uint64   `json:"received"`
	BytesSent     uint64   `json:"sent_bytes"` // of payload
	BytesReceived uint64   `json:"received_bytes"`
	Computing     sim.Time `json:"computing_ps"`   // between calls
	Library       sim.Time `json:"library_ps"`     // in calls, without what they wait; looks at clocks
	Waiting       sim.Time `json:"waiting_ps"`     // in calls, and asleep
	Interrupted   sim.Time `json:"interrupted_ps"` // taken by interrupt handlers, whatever the rank did meanwhile
	Ended         sim.Time `json:"ended_ps"`       // when its program was over
}

// Call is one function of the library, over all ranks.
type Call struct {
	Name    string   `json:"name"`
	Calls   uint64   `json:"calls"`
	Time    sim.Time `json:"time_ps"`    // waiting included
	Waiting sim.Time `json:"waiting_ps"` // part of Time
	Longest sim.Time `json:"longest_ps"`
}

// New counts for ranks on these nodes, and has the links of net counted, which may be nil.
func New(nodes []int, net fabric.Device) *Collector {
	if net != nil {
		net.CountLinks()
	}
	c := &Collector{ranks: make([]Rank, len(nodes)), calls: map[string]*Call{}}
	for i, node := range nodes {
		c.ranks[i].Rank, c.ranks[i].Node = i, node
	}
	return c
}

// Called counts a library call that has taken some time, waited of it waiting.
func (c *Collector) Called(rank int, name string, took, waited sim.Time) {
	r := &c.ranks[rank]
	r.Calls++
	r.Library += took - waited
	r.Waiting += waited
	f := c.calls[name]
	if f == nil {
		f = &Call{Name: name}
		c.calls[name] = f
	}
	f.Calls++
	f.Time += took
	f.Waiting += waited
	f.Longest = max(f.Longest, took)
}

// Asked counts time that a rank's program has spent in the C library, asleep for some of it.
func (c *Collector) Asked(rank int, took, asleep sim.Time) {
	r := &c.ranks[rank]
	r.Library += took - asleep
	r.Waiting += asleep
}

// Computed counts time between calls.
func (c *Collector) Computed(rank int, d sim.Time) { c.ranks[rank].Computing += d }

// Ended is the end of a rank's program.
func (c *Collector) Ended(rank int, at sim.Time) { c.ranks[rank].Ended = at }

// Interrupted is how long a rank's CPU has been interrupted in all.
func (c *Collector) Interrupted(rank int, d sim.Time) { c.ranks[rank].Interrupted = d }

// Sent counts an operation.
func (c *Collector) Sent(m *fabric.Message, from, _ int) {
	r := &c.ranks[from]
	r.Sent++
	r.BytesSent += m.Bytes
	what := m.From.Describe(m)
	size := &c.sizes[bits.Len64(what.Bytes)]
	switch what.Class {
	case fabric.Barrier:
		c.barriers++
	case fabric.Put:
		size.Put++
	case fabric.Get:
		size.Get++
	case fabric.Swap:
		size.GetPut++
	}
}

// Answered counts an answer.
func (c *Collector) Answered(m *fabric.Message, from, _ int) {
	c.answers++
	r := &c.ranks[from]
	r.Sent++
	r.BytesSent += m.Bytes
}

// Received counts a message at its target.
func (c *Collector) Received(m *fabric.Message, to int) {
	r := &c.ranks[to]
	r.Received++
	r.BytesReceived += m.Bytes
}

// Visible has nothing to count.
func (c *Collector) Visible(int, sim.Time) {}

var _ fabric.Observer = (*Collector)(nil)
