package naltest

import (
	"gasnetgo/portals"
	"gasnetgo/sim"
)

// Pattern is how NetPIPE's Portals module lets messages follow each other (Brightwell and others, Implementation and Performance of Portals 3.3 on the Cray
// XT3, section 5.2; Snell, Mikler, Gustafson: NetPIPE).
type Pattern int

// Patterns. The descriptor on the match entry is made before the clock starts.
const (
	PutPing   Pattern = iota // there and back; the time is one way's
	PutStream                // one way, one after the other; a put returns when its memory is free
	PutBoth                  // both ways at a time; bytes count twice
	GetPing                  // each gets from the other in turn; the target continues when it sees the get
	GetStream                // one side gets, one after the other: a get blocks
	GetBoth                  // both get at a time
)

// NetPIPE is the time that a message of n bytes takes between ranks 0 and 1 of a world, on average over rounds.
func NetPIPE(w *World, p Pattern, n uint64, rounds int) (sim.Time, error) {
	var took sim.Time
	err := w.Run(func(r *Rank) {
		if r.ID() > 1 {
			return
		}
		s := newSide(r, n)
		r.Net.Barrier()
		s.exchange(p, n, 4) // caches of the model: source structures
		r.Net.Barrier()
		r.Spend(100 * sim.Microsecond) // nothing is under way any more
		r.Net.Barrier()
		start := r.Now()
		s.exchange(p, n, rounds)
		if r.ID() == 0 {
			took = (r.Now() - start) / sim.Time(rounds)
			if p == PutPing || p == GetPing {
				took /= 2
			}
		}
	})
	return took, err
}

// side is one of the two ranks.
type side struct {
	*Rank
	arrivals, sends portals.Handle
	source          portals.Handle
	peer            int
	memory          [2][]byte
}

const bits = 1

func newSide(r *Rank, n uint64) *side {
	s := &side{Rank: r, peer: 1 - r.ID()}
	s.memory = [2][]byte{make([]byte, max(n, 1)), make([]byte, max(n, 1))}
	r.OpenNI()
	s.arrivals, s.sends = r.EQ(4096), r.EQ(4096)
	r.Offer(bits, s.memory[0], portals.MDOpPut|portals.MDOpGet|portals.MDManageRemote|portals.MDEventStartDisable, s.arrivals)
	s.source = r.Bind(s.memory[1], portals.MDEventStartDisable, s.sends)
	return s
}

func (s *side) put(n uint64) { s.Put(s.source, n, portals.NoAck, s.peer, bits) }

// get is a blocking get.
func (s *side) get(n uint64) {
	s.Get(s.source, n, s.peer, bits)
	s.Expect(s.sends, portals.ReplyEnd)
}

func (s *side) exchange(p Pattern, n uint64, rounds int) {
	first := s.ID() == 0
	for range rounds {
		switch {
		case p == PutPing && first:
			s.put(n)
			s.Expect(s.arrivals, portals.PutEnd)
		case p == PutPing:
			s.Expect(s.arrivals, portals.PutEnd)
			s.put(n)
		case p == PutStream && first:
			s.put(n)
			s.Expect(s.sends, portals.SendEnd)
		case p == PutStream:
			s.Expect(s.arrivals, portals.PutEnd)
		case p == PutBoth:
			s.put(n)
			s.Expect(s.arrivals, portals.PutEnd)
		case p == GetPing && first:
			s.get(n)
			s.Expect(s.arrivals, portals.GetEnd)
		case p == GetPing:
			s.Expect(s.arrivals, portals.GetEnd)
			s.get(n)
		case p == GetStream && !first:
		default:
			s.get(n)
		}
	}
	switch { // the last one has arrived
	case p == PutStream && first:
		s.Expect(s.arrivals, portals.PutEnd)
	case p == PutStream:
		s.put(0)
	}
}
