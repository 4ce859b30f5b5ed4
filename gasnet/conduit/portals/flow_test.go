package portals

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// wire is what is under way in a model of the flow control: between two ranks in order, as Portals has it.
type wire struct {
	requests []sent // in the receiver's buffers, or on their way there
	replies  []sent
	revokes  []uint32 // epochs
	returns  []int    // credits
}

type sent struct {
	credits int
	header  uint8
}

// model is ranks that send requests to each other.
type model struct {
	ranks int
	flows []*flow
	wires [][]wire // by sender of requests, and receiver
	total int
	most  int // credits that one rank can have at another
}

func newModel(o Options, ranks, each, banked int) *model {
	m := &model{ranks: ranks, most: max(each, o.MostOfPeer)}
	for r := range ranks {
		f := newFlow(&o, ranks, r, each, banked)
		m.flows, m.wires = append(m.flows, f), append(m.wires, make([]wire, ranks))
		m.total = f.total
	}
	return m
}

// request sends one, if there are credits.
func (m *model) request(from, to, credits int) bool {
	f := m.flows[from]
	if !f.take(to, credits) {
		return false
	}
	w := &m.wires[from][to]
	w.requests = append(w.requests, sent{credits, f.request(to, credits)})
	return true
}

// handle answers the oldest request of a sender.
func (m *model) handle(from, to int) bool {
	w := &m.wires[from][to]
	if len(w.requests) == 0 {
		return false
	}
	f := m.flows[to]
	f.requested()
	answer, ask := f.reply(from, w.requests[0].header)
	for _, p := range ask {
		m.wires[p][to].revokes = append(m.wires[p][to].revokes, f.revocations(p))
	}
	w.replies = append(w.replies, sent{w.requests[0].credits, answer})
	w.requests = w.requests[1:]
	return true
}

// answer has a sender receive the oldest reply.
func (m *model) answer(from, to int) bool {
	w := &m.wires[from][to]
	if len(w.replies) == 0 {
		return false
	}
	m.flows[from].replied(to, w.replies[0].credits, w.replies[0].header)
	w.replies = w.replies[1:]
	return true
}

// revoke has a sender receive the question for credits.
func (m *model) revoke(from, to int) bool {
	w := &m.wires[from][to]
	if len(w.revokes) == 0 {
		return false
	}
	w.returns = append(w.returns, m.flows[from].revoke(to, w.revokes[0]))
	w.revokes = w.revokes[1:]
	return true
}

// back has a receiver get credits back.
func (m *model) back(from, to int) bool {
	w := &m.wires[from][to]
	if len(w.returns) == 0 {
		return false
	}
	m.flows[to].returned(from, w.returns[0])
	w.returns = w.returns[1:]
	return true
}

// check checks what must hold at any time.
func (m *model) check(t require.TestingT) {
	for to, f := range m.flows {
		all, buffered := f.bank, 0
		require.GreaterOrEqual(t, f.bank, 0)
		revoking := 0
		for from := range m.ranks {
			if from == to {
				continue
			}
			w, lent, have := &m.wires[from][to], int(f.peers[from].lent), &m.flows[from].peers[to]
			all += lent
			inFlight, used := 0, 0
			for _, r := range w.requests {
				used += r.credits
			}
			buffered += used
			for _, r := range w.replies {
				used += r.credits
				inFlight += int(r.header >> moreShift & moreMask)
			}
			for _, n := range w.returns {
				inFlight += n
			}
			require.Equal(t, lent, int(have.credits)+inFlight, "credits of rank %d at %d", from, to)
			require.Equal(t, used, int(have.used), "in use")
			require.LessOrEqual(t, have.used, have.credits, "in use and lent")
			require.GreaterOrEqual(t, int(have.credits), f.least, "each rank keeps enough for the largest message")
			require.LessOrEqual(t, lent, m.most, "of one peer")
			require.LessOrEqual(t, len(w.revokes)+len(w.returns), 1, "questions under way")
			revoking += len(w.revokes) + len(w.returns)
		}
		require.Equal(t, m.total, all, "credits of rank %d, lent and banked", to)
		require.LessOrEqual(t, buffered, m.total, "in the buffers of rank %d", to)
		require.Equal(t, revoking, f.revoking)
	}
}

// Credits are neither made nor lost, a receiver is never sent more than it has room for, and whatever has happened before, each rank can still send the largest message
// to each other when those before have been answered.
func TestFlow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Defaults(true, true)
		ranks := rapid.IntRange(2, 5).Draw(t, "ranks")
		each, banked := rapid.IntRange(leastCredits, 12).Draw(t, "each"), rapid.IntRange(0, 60).Draw(t, "banked")
		o.Epoch, o.MostOfPeer = rapid.IntRange(1, 20).Draw(t, "epoch"), rapid.IntRange(leastCredits, 40).Draw(t, "most of a peer")
		o.Dynamic = rapid.IntRange(0, 4).Draw(t, "static") > 0
		m := newModel(o, ranks, each, banked)
		rank := func(t *rapid.T) (int, int) {
			a := rapid.IntRange(0, ranks-1).Draw(t, "from")
			return a, (a + rapid.IntRange(1, ranks-1).Draw(t, "to")) % ranks
		}
		two := func(f func(from, to int) bool) func(*rapid.T) {
			return func(t *rapid.T) { f(rank(t)) }
		}
		t.Repeat(map[string]func(*rapid.T){
			"request": func(t *rapid.T) {
				from, to := rank(t)
				n := rapid.IntRange(1, leastCredits).Draw(t, "credits")
				for range rapid.IntRange(1, 20).Draw(t, "times") {
					m.request(from, to, n)
				}
			},
			"handle": two(m.handle), "answer": two(m.answer), "revoke": two(m.revoke), "back": two(m.back),
			"handle all": func(t *rapid.T) {
				for from, to := rank(t); m.handle(from, to); {
				}
			},
			"": func(t *rapid.T) { m.check(t) },
		})
		m.rest()
		m.check(t)
		for from := range ranks {
			for to := range ranks {
				if from != to {
					require.True(t, m.request(from, to, leastCredits), "from %d to %d", from, to)
				}
			}
		}
	})
}

// rest lets everything arrive.
func (m *model) rest() {
	for busy := true; busy; {
		busy = false
		for from := range m.ranks {
			for to := range m.ranks {
				busy = m.handle(from, to) || m.answer(from, to) || m.revoke(from, to) || m.back(from, to) || busy
			}
		}
	}
}

// traffic sends bursts of requests from one rank to another: a burst begins when all before it has been answered. It returns how many requests had to wait.
func (m *model) traffic(from, to, bursts, burst int) uint64 {
	before := m.flows[from].stalls
	for range bursts {
		for range burst {
			for !m.request(from, to, 1) {
				m.handle(from, to)
				m.answer(from, to)
			}
		}
		m.rest()
	}
	return m.flows[from].stalls - before
}

// Loans follow the traffic: a rank that sends much waits less and less, and when others send instead, credits move to them.
func TestLoans(t *testing.T) {
	o := Defaults(true, true)
	o.Epoch = 256
	const ranks, each, banked, burst, bursts = 9, 8, 64, 60, 40
	m, static := newModel(o, ranks, each, banked), o
	static.Dynamic = false
	alike := newModel(static, ranks, each+banked/(ranks-1), 0).traffic(1, 0, bursts, burst)
	require.Equal(t, uint64(bursts*(burst-each-banked/(ranks-1))), alike)
	var waits []uint64
	for _, from := range []int{1, 1, 2, 2, 3, 3} {
		waits = append(waits, m.traffic(from, 0, bursts, burst))
		m.check(t)
	}
	t.Log(waits, alike)
	for i, w := range waits {
		require.Less(t, w, alike/2, "traffic %d: %v against %d", i, waits, alike)
	}
	require.Zero(t, waits[1]+waits[3]+waits[5], "who sends on waits no more: %v", waits)
	require.Less(t, int(m.flows[0].peers[1].lent), burst/2, "the first one has given back")
}
