package disorder

import (
	"fmt"

	"gasnetgo/sim"
	"gasnetgo/sim/detour"
	"gasnetgo/sim/fabric"
)

// Config describes the disorder of a job.
type Config struct {
	Seed  uint64
	Only  []string        // decisions that may change something, by their IDs; nil: all
	Nodes []int           // of the ranks
	Unit  sim.Time        // the least delay: about what a message takes on the machine
	Now   func() sim.Time // virtual time
	Log   func(Delay)     // receives each decision that changes something; may be nil
}

// Series are the seeds that are not random.
const (
	Machine     uint64 = iota // nothing changes
	Early                     // ranks pause after each call: what they have begun is complete before they go on
	Late                      // what has more bytes than a flag arrives late
	LatestFirst               // memory is read late, and what was begun first arrives last
	Random                    // the first seed of those that are
)

// Plan is a seed's decisions. It implements detour.Guide.
type Plan struct {
	Config
	only   map[string]bool
	seed   draw
	most   uint64   // magnitude of delays in this run
	calls  []uint64 // of ranks
	tests  []uint64
	delays uint64 // so far
}

var _ detour.Guide = (*Plan)(nil)

// The sizes of delays, as powers of two of the unit.
const (
	mostMagnitude = 12
	leastMost     = 3
	tired         = 1 << 14 // decisions after which delays are short: a job that goes on for long has had them at all magnitudes
	tiredMost     = 3
)

// New makes the plan of a seed.
func New(c Config) *Plan {
	p := &Plan{Config: c, seed: draw(sim.Mix(c.Seed)), calls: make([]uint64, len(c.Nodes)), tests: make([]uint64, len(c.Nodes))}
	if c.Only != nil {
		p.only = map[string]bool{}
		for _, id := range c.Only {
			p.only[id] = true
		}
	}
	p.most = leastMost + p.seed.on(forMost).below(mostMagnitude-leastMost+1)
	return p
}

// Ready never refuses.
func (p *Plan) Ready(int) bool { return true }

// Up to how many bytes a message is taken for a word (a flag, a counter, an atomic), and for a header of a library's own. More is data.
const (
	word   = 8
	header = 128
)

// Route delays a message.
func (p *Plan) Route(s detour.Sent) detour.Route {
	if p.Seed == Machine {
		return detour.Route{}
	}
	ranks := uint64(len(p.Nodes))
	rank, number := s.Number%ranks, s.Number/ranks
	id := messageID(rank, number, s.Answer)
	r := detour.Route{Follow: true}
	if !p.wanted(id) {
		return r
	}
	switch p.Seed {
	case Early:
	case Late:
		if s.Bytes > header && s.Describe.Class != fabric.Barrier {
			r.Deliver = p.Unit << mostMagnitude
		}
	case LatestFirst:
		const window = 64
		r.Deliver = p.Unit * window * sim.Time(window-number%window)
		if s.Bytes > 0 {
			r.Read = r.Deliver
		}
	default:
		p.route(&r, s, p.seed.on(rank).on(number).on(bit(s.Answer)))
	}
	if r != (detour.Route{Follow: true}) {
		p.log(func() Delay {
			return Delay{ID: id, What: p.describe(s, int(rank)), How: how(r), Rank: int(rank), Call: !s.Answer}
		})
	}
	return r
}

// route draws the route of a message: whether each delay is likely depends on the kind of message, how long it is on the message alone.
func (p *Plan) route(r *detour.Route, s detour.Sent, own draw) {
	kind := p.seed.on(forKind).word(s.Describe.Name).on(size(s.Bytes)).on(bit(s.Answer))
	if p.changes() {
		return
	}
	delay := func(purpose, most uint64) sim.Time {
		if !own.on(purpose).holds(kind.on(purpose).share(), 2) {
			return 0
		}
		return p.Unit * own.on(purpose).on(forSize).magnitude(min(most, p.mostNow()))
	}
	if s.Bytes > 0 {
		r.Read = delay(forRead, mostMagnitude)
	}
	r.Deliver = r.Read + delay(forDeliver, mostMagnitude)
	if kind.on(forHold).holds(1, 4) && own.on(forHold).holds(1, 8) {
		r.Hold = p.Unit * own.on(forHold).on(forSize).magnitude(p.mostNow())
	}
}

// mostNow is the largest magnitude at present.
func (p *Plan) mostNow() uint64 {
	if p.delays > tired {
		return tiredMost
	}
	return p.most
}

// changes reports whether the run is one of those in which messages travel as on the machine, and ranks pause at few places: see Pause.
func (p *Plan) changes() bool { return p.Seed >= Random && p.Seed%8 == 7 }

// size is a class of sizes.
func size(bytes uint64) uint64 {
	switch {
	case bytes == 0:
		return 0
	case bytes <= word:
		return 1
	case bytes <= header:
		return 2
	}
	return 3
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// describe names a message for people.
func (p *Plan) describe(s detour.Sent, rank int) string {
	to := s.Dst
	if s.Answer {
		return fmt.Sprintf("the %s of %d bytes to rank %d, from %s", s.Describe.Name, s.Bytes, rank, p.at(s.Src))
	}
	return fmt.Sprintf("the %s of %d bytes by rank %d to %s", s.Describe.Name, s.Bytes, rank, p.at(to))
}

// at names the ranks of a node.
func (p *Plan) at(node int32) string {
	first, n := -1, 0
	for r, at := range p.Nodes {
		if at == int(node) {
			if first < 0 {
				first = r
			}
			n++
		}
	}
	if n == 1 {
		return fmt.Sprintf("rank %d", first)
	}
	return fmt.Sprintf("node %d", node)
}

// how words a route.
func how(r detour.Route) string {
	text := ""
	for _, part := range []struct {
		d    sim.Time
		what string
	}{{r.Hold, "leaves"}, {r.Read, "is read from memory"}, {r.Deliver, "is in memory"}} {
		if part.d == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%s %v late", part.what, part.d)
	}
	return text
}
