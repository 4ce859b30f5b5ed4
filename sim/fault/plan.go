package fault

import (
	"fmt"

	"gasnetgo/sim"
	"gasnetgo/sim/detour"
	"gasnetgo/sim/fabric"
)

// Config describes the faults of a job.
type Config struct {
	Rules   []*Rule
	Kernel  *sim.Kernel
	Nodes   []int          // of the ranks
	Silence sim.Time       // after something is lost: how long nothing may arrive until the job ends; 0: two seconds
	Room    func(node int) // called when a node accepts messages again
	Fail    func(error)    // ends the job
}

const mostSilence = 2 * sim.Second

// Plan is what rules do to a job. It implements detour.Guide.
type Plan struct {
	Config
	rules    []*state
	happened []Happened // the first ones
	progress uint64     // messages that have not been lost
	guarded  bool       // something is lost that no library sends again
	seen     uint64     // progress at the last check
	checks   int        // made so far
	barrier  bool       // a message of the job's barrier is lost, which no rank can leave then

	vain map[pair]int // packets in a row that have not arrived, of libraries that send them again
}

// pair is two nodes, from one to the other.
type pair struct{ from, to int32 }

// mostVain is after how many of them the job ends, as LAPI gives up in the end.
const mostVain = 64

// state is a rule in a job.
type state struct {
	*Rule
	random uint64 // state of its random numbers
	times  int    // that it has done something
	room   bool   // the end of exhaustion has been scheduled
}

var _ detour.Guide = (*Plan)(nil)

// New makes the plan. Nodes that end do so on the kernel.
func New(c Config) (*Plan, error) {
	p := &Plan{Config: c, vain: map[pair]int{}}
	if p.Silence == 0 {
		p.Silence = mostSilence
	}
	nodes := 0
	for _, n := range c.Nodes {
		nodes = max(nodes, n+1)
	}
	for i, r := range c.Rules {
		for _, n := range []int{r.From, r.To, r.Node} {
			if n >= nodes {
				return nil, fmt.Errorf("fault %q: there is no node %d, only 0 to %d", r.Text, n, nodes-1)
			}
		}
		if r.Rank >= len(c.Nodes) {
			return nil, fmt.Errorf("fault %q: there is no rank %d, only 0 to %d", r.Text, r.Rank, len(c.Nodes)-1)
		}
		s := &state{Rule: r, random: sim.Mix(r.Seed ^ sim.Mix(uint64(i)))}
		p.rules = append(p.rules, s)
		if r.Kind == Die {
			c.Kernel.At(r.After, &death{p, s}, 0)
		}
	}
	return p, nil
}

// draws reports whether a rule does something this time, by its probability.
func (s *state) draws() bool {
	if s.Count > 0 && s.times >= s.Count {
		return false
	}
	if s.P == 1 {
		return true
	}
	s.random = sim.Mix(s.random)
	return float64(s.random>>11)/(1<<53) < s.P
}

// concerns reports whether a rule is about a message.
func (s *state) concerns(m detour.Sent) bool {
	at := func(want int, node int32) bool { return want < 0 || want == int(node) }
	return at(s.From, m.Src) && at(s.To, m.Dst) && (s.Node < 0 || at(s.Node, m.Src) || at(s.Node, m.Dst)) && (s.Name == "" || s.Name == m.Describe.Name)
}

// Route breaks a message.
func (p *Plan) Route(m detour.Sent) (r detour.Route) {
	now := p.Kernel.Now()
	d, packets := m.To.(fabric.Datagrams)
	repeats := packets && d.Repeats()
	for _, s := range p.rules {
		active, end := s.active(now)
		if !active || !s.concerns(m) {
			continue
		}
		switch s.Kind {
		case Drop:
			if s.draws() {
				r.Lost = true
				p.note(s, m, "did not arrive", !repeats)
			}
		case Double:
			if s.draws() {
				r.Twice = true
				p.note(s, m, doubled(repeats), false)
			}
		case Damage:
			if s.draws() {
				r.Damaged = true
				p.note(s, m, "arrived with a wrong CRC", false)
			}
		case Delay:
			if s.draws() {
				r.Deliver += s.By
				p.note(s, m, fmt.Sprintf("arrived %v late", s.By), false)
			}
		case Slow:
			r.Hold += s.Rate.Take(m.Bytes + headBytes)
			p.note(s, m, "took a slow link", false)
		case Lossy:
			for i := 0; i < mostTries && s.draws(); i++ {
				if repeats {
					r.Lost = true
				} else {
					r.Hold += s.By
				}
				p.note(s, m, "was lost on a link", false)
			}
		case Down, Stop:
			if end == sim.Never {
				r.Lost = true
				p.note(s, m, "did not arrive, since "+p.what(s), true)
			} else {
				r.Hold = max(r.Hold, end-now)
				p.note(s, m, "had to wait, since "+p.what(s), false)
			}
		}
	}
	r.Follow = len(p.rules) > 0
	if !r.Lost {
		p.progress++
	}
	if repeats {
		p.repeated(pair{m.Src, m.Dst}, r.Lost)
	}
	return r
}

// repeated counts the packets of a pair that are lost in a row.
func (p *Plan) repeated(at pair, lost bool) {
	if !lost {
		delete(p.vain, at)
		return
	}
	if p.vain[at]++; p.vain[at] == mostVain {
		p.Fail(&Error{fmt.Sprintf("%d packets in a row from node %d to node %d have not arrived, and their sender gives up", mostVain, at.from, at.to)})
	}
}

const (
	headBytes = 64   // of a message on a slow link, besides its payload
	mostTries = 1000 // of a link that loses packets
)

func doubled(repeats bool) string {
	if repeats {
		return "arrived twice"
	}
	return "was sent twice, which the links' numbers correct"
}

// what is a rule about links or a node, for people.
func (p *Plan) what(s *state) string {
	switch {
	case s.Kind == Stop:
		return fmt.Sprintf("node %d has stopped", s.Node)
	case s.Node >= 0:
		return fmt.Sprintf("the links of node %d are down", s.Node)
	case s.From >= 0 && s.To >= 0:
		return fmt.Sprintf("the link from node %d to node %d is down", s.From, s.To)
	}
	return "links are down"
}

// Ready refuses messages of a node whose adapter has run out of something.
func (p *Plan) Ready(node int) bool {
	for _, s := range p.rules {
		if s.Kind != Exhaust || s.Node != node {
			continue
		}
		active, end := s.active(p.Kernel.Now())
		if !active {
			continue
		}
		if !s.room {
			s.room = true
			p.add(s, fmt.Sprintf("the adapter of node %d accepts no messages", node), end == sim.Never)
			if end != sim.Never {
				p.Kernel.At(end, &opens{p, node}, 0)
			}
		}
		return false
	}
	return true
}

// opens is the end of exhaustion.
type opens struct {
	plan *Plan
	node int
}

// Act lets the node's ranks send again.
func (o *opens) Act(*sim.Kernel, uint64) { o.plan.Room(o.node) }

// stopped is how long a rank of a node pauses that has stopped for good: longer than any job.
const stopped = 100_000 * sim.Second

// Pause is how long a rank pauses at the end of a call.
func (p *Plan) Pause(rank int) (d sim.Time) {
	now := p.Kernel.Now()
	for _, s := range p.rules {
		active, end := s.active(now)
		if !active {
			continue
		}
		switch {
		case s.Kind == Noise && (s.Rank < 0 || s.Rank == rank) && s.draws():
			d += s.By
			p.add(s, fmt.Sprintf("rank %d paused for %v", rank, s.By), false)
		case s.Kind == Stop && s.Node == p.Nodes[rank] && end == sim.Never:
			d = stopped
			p.add(s, fmt.Sprintf("node %d has stopped", s.Node), true)
		case s.Kind == Stop && s.Node == p.Nodes[rank]:
			d = max(d, end-now)
			p.add(s, fmt.Sprintf("node %d has stopped for %v", s.Node, s.For), false)
		}
	}
	return d
}

// death is the end of a node.
type death struct {
	plan *Plan
	rule *state
}

// Act ends the job, as the software does that supervises the nodes of such machines.
func (d *death) Act(*sim.Kernel, uint64) {
	d.plan.add(d.rule, fmt.Sprintf("node %d has died", d.rule.Node), true)
	d.plan.Fail(&Error{"the job has lost a node"})
}
