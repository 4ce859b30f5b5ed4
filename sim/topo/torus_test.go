package topo_test

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
	"gasnetgo/sim/topo"
)

const (
	ns              = sim.Nanosecond
	gigabyte        = sim.Rate(1_000_000_000)
	packet   uint64 = 64
)

// arrival is a train that has arrived.
type arrival struct {
	node         int32
	arg          uint64
	packet, tail sim.Time
}

// sink is nodes that hold so many bytes of payload each, and are through with a train a while after its tail.
type sink struct {
	*topo.Torus
	kernel   *sim.Kernel
	arrived  []arrival
	space    uint64 // 0: any
	held     map[int32]uint64
	takes    func(node int32) sim.Time
	rooms    int
	payloads map[uint64]uint64
	through  func(arg uint64)            // may be nil
	coming   map[uint64]sim.Time         // announced trains
	expected map[int32]map[uint64]uint64 // by node, those with payload: their numbers
}

func (s *sink) Accepts(node int32, payload uint64) bool {
	if s.fits(node, payload) {
		s.held[node] += payload
		return true
	}
	for _, arg := range slices.Sorted(maps.Keys(s.expected[node])) {
		s.Recall(s.expected[node][arg])
	}
	fits := s.fits(node, payload)
	if fits {
		s.held[node] += payload
	}
	return fits
}

func (s *sink) fits(node int32, payload uint64) bool {
	return s.space == 0 || s.held[node] == 0 || s.held[node]+payload <= s.space
}

func (s *sink) Expects(node int32, payload, arg, number uint64) bool {
	if !s.fits(node, payload) {
		return false
	}
	s.held[node] += payload
	if s.expected[node] == nil {
		s.expected[node] = map[uint64]uint64{}
	}
	s.expected[node][arg] = number
	return true
}

func (s *sink) Arrives(node int32, arg uint64, packet, tail sim.Time, _ uint64) {
	s.arrived = append(s.arrived, arrival{node, arg, packet, tail})
	payload := s.payloads[arg]
	s.kernel.At(tail+s.takes(node), act(func() {
		s.held[node] -= payload
		s.Retry(node)
		if s.through != nil {
			s.through(arg)
		}
	}), 0)
}

func (s *sink) Announce(node int32, arg uint64, packet, tail sim.Time, order uint64) {
	s.coming[arg] = packet
	s.kernel.AtFrom(packet, act(func() {
		if s.coming[arg] == packet {
			delete(s.coming, arg)
			delete(s.expected[node], arg)
			s.Arrives(node, arg, packet, tail, order)
		}
	}), 0, order)
}

func (s *sink) Withdraw(node int32, arg uint64) {
	delete(s.coming, arg)
	if _, ok := s.expected[node][arg]; ok {
		delete(s.expected[node], arg)
		s.held[node] -= s.payloads[arg]
	}
}

func (s *sink) Room(int32) { s.rooms++ }

// send is Send with a payload that is the whole train, but for single packets.
func (s *sink) send(first, last sim.Time, src, dst int32, bytes uint64, arg uint64) {
	payload := bytes
	if bytes <= packet {
		payload = 0
	}
	s.payloads[arg] = payload
	s.Send(first, last, src, dst, bytes, payload, arg)
}

// by returns what has arrived by its arg.
func (s *sink) by(arg uint64) arrival {
	for _, a := range s.arrived {
		if a.arg == arg {
			return a
		}
	}
	return arrival{node: -1}
}

type act func()

func (f act) Act(*sim.Kernel, uint64) { f() }

func network(t require.TestingT, c topo.Config) *sink {
	n, err := topo.New(c)
	require.NoError(t, err)
	n.Count()
	s := &sink{Torus: n, kernel: new(sim.Kernel), held: map[int32]uint64{}, payloads: map[uint64]uint64{}, takes: func(int32) sim.Time { return 0 }, coming: map[uint64]sim.Time{}, expected: map[int32]map[uint64]uint64{}}
	n.Connect(s.kernel, s)
	return s
}

func run(s *sink) {
	for s.kernel.Step() {
	}
}

func line(nodes int) topo.Config {
	return topo.Config{Shape: topo.Shape{X: nodes, Y: 1, Z: 1}, Bandwidth: gigabyte, Hop: 10 * ns, Packet: packet}
}

func ring(nodes int, buffer uint64) topo.Config {
	c := line(nodes)
	c.Wrap[0], c.Buffer = true, buffer
	return c
}

func TestAnEmptyPath(t *testing.T) {
	s := network(t, line(5))
	s.send(0, 0, 0, 3, 64, 1)
	s.send(1000*ns, 1500*ns, 0, 3, 100, 2)
	s.send(5000*ns, 5000*ns, 2, 2, 64, 3)
	s.send(9000*ns, 9000*ns, 0, 1, 640, 4)
	run(s)
	require.Equal(t, arrival{3, 1, 94 * ns, 94 * ns}, s.by(1), "3 hops x 10 ns + 64 B / 1 GB/s, cut-through")
	require.Equal(t, arrival{3, 2, 1094 * ns, 1530 * ns}, s.by(2), "a sender that is slower than the links sets the pace")
	require.Equal(t, arrival{2, 3, 5064 * ns, 5064 * ns}, s.by(3), "no link to itself")
	require.Equal(t, arrival{1, 4, 9074 * ns, 9650 * ns}, s.by(4), "the first of ten packets, and the last")
}

func TestTrainsShareALink(t *testing.T) {
	s := network(t, line(3))
	s.send(0, 0, 0, 2, 640, 1)
	s.send(0, 0, 1, 2, 640, 2)
	s.send(0, 0, 2, 0, 640, 3)
	run(s)
	require.Equal(t, 650*ns, s.by(2).tail, "it is the first at the link from 1 to 2")
	require.Equal(t, 640*ns+640*ns+10*ns, s.by(1).tail, "behind the other, though sent as early")
	require.Equal(t, 660*ns, s.by(3).tail, "the other direction is another link")
	var waited sim.Time
	for _, l := range s.Each {
		waited += l.Waited
	}
	require.Equal(t, 630*ns, waited)
}

// A link serves what reaches it first, not what was sent first: nothing is reserved on the way.
func TestOrderOfArrival(t *testing.T) {
	s := network(t, line(30))
	s.send(0, 0, 0, 29, 640, 1)
	s.send(100*ns, 100*ns, 27, 29, 64, 2)
	run(s)
	require.Equal(t, 100*ns+20*ns+64*ns, s.by(2).tail)
	require.Equal(t, 290*ns+640*ns, s.by(1).tail)
}

// All nodes of a ring send to the node at some distance at once, with three trains each on their way. The links are what limits them, and are used nearly all
// the time.
func TestRingUnderLoad(t *testing.T) {
	for _, test := range []struct {
		nodes, shift, sharing int32 // flows that share a link
	}{{32, 8, 8}, {8, 3, 3}, {32, 16, 8}} {
		const trains, bytes = 100, 2048
		s := network(t, ring(int(test.nodes), 4*bytes))
		next := func(from int32, k uint64) {
			if k < trains {
				s.send(s.kernel.Now(), s.kernel.Now(), from, (from+test.shift)%test.nodes, bytes, uint64(from)*trains+k)
			}
		}
		s.through = func(arg uint64) { next(int32(arg/trains), arg%trains+3) }
		for from := range test.nodes {
			for k := range uint64(3) {
				next(from, k)
			}
		}
		run(s)
		require.Len(t, s.arrived, int(test.nodes)*trains)
		least := sim.Time(test.sharing) * trains * bytes * ns
		require.Greater(t, s.kernel.Now(), least*9/10)
		require.Less(t, s.kernel.Now(), least*11/10, "%d nodes, shift %d", test.nodes, test.shift)
	}
}

// A node that is slow to take its trains stops what shares links with them, and nothing else.
func TestHotSpot(t *testing.T) {
	const bytes, trains = 2048, 20
	bystander := func(slow sim.Time, from, to int32) sim.Time {
		c := line(5)
		c.Buffer = 2 * bytes
		s := network(t, c)
		s.space, s.takes = bytes, func(node int32) sim.Time {
			if node == 4 {
				return slow
			}
			return 0
		}
		for k := range trains {
			s.send(0, 0, 0, 4, bytes, uint64(k))
		}
		s.send(20_000*ns, 20_000*ns, from, to, bytes, 1000)
		run(s)
		return s.by(1000).tail - 20_000*ns
	}
	const alone = bytes*ns + 10*ns
	require.Equal(t, alone, bystander(100_000*ns, 2, 1), "against the stream")
	require.Less(t, bystander(0, 2, 3), 4*alone)
	require.Greater(t, bystander(100_000*ns, 2, 3), 100_000*ns, "behind trains that wait for the hot spot")
}

// A node that sends faster than its links carry is told, and told when it may go on.
func TestFull(t *testing.T) {
	c := line(2)
	c.Inject = 1000
	s := network(t, c)
	require.False(t, s.Full(0))
	for k := range sim.Time(4) {
		s.send(k, k, 0, 1, 640, uint64(k))
	}
	require.False(t, s.Full(0), "they are not at the router yet")
	for s.kernel.Now() < 3 {
		s.kernel.Step()
	}
	require.True(t, s.Full(0))
	require.False(t, s.Full(1))
	run(s)
	require.Equal(t, 1, s.rooms)
	require.False(t, s.Full(0))
}

func TestRoutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 7)
		c := topo.Config{Shape: topo.Shape{X: side.Draw(t, "x"), Y: side.Draw(t, "y"), Z: side.Draw(t, "z")}, Hop: ns}
		for d := range c.Wrap {
			c.Wrap[d] = rapid.Bool().Draw(t, "wrap")
		}
		n := network(t, c)
		a, b := rapid.IntRange(0, n.Nodes()-1).Draw(t, "a"), rapid.IntRange(0, n.Nodes()-1).Draw(t, "b")
		n.send(0, 0, int32(a), int32(b), 0, 1)
		run(n)
		require.Equal(t, sim.Time(n.Hops(a, b))*ns, n.by(1).tail)
		require.Equal(t, n.Hops(a, b), n.Hops(b, a))
		require.LessOrEqual(t, n.Hops(a, b), n.Furthest())
		links := 0
		for _, l := range n.Each {
			links += int(l.Trains)
		}
		require.Equal(t, n.Hops(a, b), links, "each link once")
		want := 0
		pa, pb := n.At(a), n.At(b)
		for d, size := range [3]int{n.X, n.Y, n.Z} {
			straight := max(pa[d]-pb[d], pb[d]-pa[d])
			if n.Wrap[d] {
				straight = min(straight, size-straight)
			}
			want += straight
		}
		require.Equal(t, want, n.Hops(a, b))
	})
}

// Whatever is sent on whatever wires, with as little space as there may be: all of it arrives, in order between two nodes, not before it can, and links carry
// one train at a time.
func TestTraffic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 5)
		const longest = 2048
		c := topo.Config{
			Shape:     topo.Shape{X: side.Draw(t, "x"), Y: side.Draw(t, "y"), Z: side.Draw(t, "z")},
			Bandwidth: gigabyte, Hop: 10 * ns, Packet: packet,
			Buffer: rapid.SampledFrom([]uint64{longest, 2 * longest, 0}).Draw(t, "buffer"),
		}
		for d := range c.Wrap {
			c.Wrap[d] = rapid.Bool().Draw(t, "wrap")
		}
		if rapid.Bool().Draw(t, "errors") {
			c.Errors = topo.Errors{Rate: 0.1, Retry: 100 * ns, Seed: 1}
		}
		s := network(t, c)
		s.space = rapid.SampledFrom([]uint64{0, 1, longest}).Draw(t, "space")
		slow := sim.Time(rapid.IntRange(0, 5000).Draw(t, "takes")) * ns
		s.takes = func(int32) sim.Time { return slow }
		type use struct{ begin, end sim.Time }
		uses := map[topo.Port][]use{}
		s.Observe = func(at topo.Port, begin, end sim.Time, _ uint64) { uses[at] = append(uses[at], use{begin, end}) }
		type flow struct{ from, to int32 }
		sent, earliest := map[flow][]uint64{}, map[uint64]sim.Time{}
		now := sim.Time(0)
		for i := range uint64(rapid.IntRange(0, 200).Draw(t, "trains")) {
			now += sim.Time(rapid.IntRange(0, 200).Draw(t, "later")) * ns
			f := flow{int32(rapid.IntRange(0, c.Nodes()-1).Draw(t, "from")), int32(rapid.IntRange(0, c.Nodes()-1).Draw(t, "to"))}
			bytes := rapid.SampledFrom([]uint64{64, 65, 640, longest}).Draw(t, "bytes")
			sent[f] = append(sent[f], i)
			earliest[i] = now + s.Latency(int(f.from), int(f.to)) + gigabyte.Take((bytes+packet-1)/packet*packet)
			s.send(now, now, f.from, f.to, bytes, i)
		}
		run(s)
		got := map[flow][]uint64{}
		from := map[uint64]flow{}
		for f, list := range sent {
			for _, i := range list {
				from[i] = f
			}
		}
		slices.SortStableFunc(s.arrived, func(a, b arrival) int { return cmp.Compare(a.packet, b.packet) })
		for _, a := range s.arrived {
			f := from[a.arg]
			require.Equal(t, f.to, a.node)
			require.GreaterOrEqual(t, a.tail, earliest[a.arg])
			require.LessOrEqual(t, a.packet, a.tail)
			got[f] = append(got[f], a.arg)
		}
		require.Equal(t, sent, got)
		require.NoError(t, s.Idle())
		for _, list := range uses {
			slices.SortFunc(list, func(a, b use) int { return cmp.Compare(a.begin, b.begin) })
			for i := range list[1:] {
				require.LessOrEqual(t, list[i].end, list[i+1].begin, "a link has one train at a time")
			}
		}
	})
}

// The hops that a train makes in one event take the times of hops that are events of their own, whatever else is on the wires, and links carry the same.
func TestFoldedHops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 6)
		const longest = 2048
		c := topo.Config{
			Shape:     topo.Shape{X: side.Draw(t, "x"), Y: side.Draw(t, "y"), Z: side.Draw(t, "z")},
			Bandwidth: 987_654_321, Hop: rapid.SampledFrom([]sim.Time{10_007, 50_021, 150_011}).Draw(t, "hop"), Packet: packet,
			Buffer: rapid.SampledFrom([]uint64{longest, 2 * longest, 0}).Draw(t, "buffer"),
		}
		for d := range c.Wrap {
			c.Wrap[d] = rapid.Bool().Draw(t, "wrap")
		}
		step, takes := sim.Time(1), sim.Time(300_017)
		if rapid.Bool().Draw(t, "even") { // many trains are somewhere at the same time
			c.Bandwidth, c.Hop = gigabyte, rapid.SampledFrom([]sim.Time{2 * ns, 32 * ns, 64 * ns, 128 * ns}).Draw(t, "even hop")
			step, takes = 32*ns, 320*ns
		}
		c.Slab = rapid.Int32Range(0, int32(c.Nodes())).Draw(t, "slab")
		type message struct {
			at       sim.Time
			from, to int32
			bytes    uint64
		}
		node := rapid.IntRange(0, c.Nodes()-1)
		var messages []message
		spread := rapid.SampledFrom([]int{1, 1000, 100_000, 1_000_000}).Draw(t, "spread")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		at := map[int32]sim.Time{}
		for range rapid.IntRange(0, 30).Draw(t, "trains") {
			m := message{from: int32(node.Draw(t, "from")), to: int32(node.Draw(t, "to")), bytes: rapid.SampledFrom([]uint64{64, 64, 640, longest}).Draw(t, "bytes")}
			at[m.from] += step + sim.Time(random.IntN(spread))/step*step
			m.at = at[m.from]
			messages = append(messages, m)
		}
		space := rapid.SampledFrom([]uint64{0, longest, longest + 640}).Draw(t, "space")
		events := [2]uint64{}
		deliver := func(folds bool) (map[uint64]arrival, map[topo.Port]topo.Link) {
			s := network(t, c)
			if !folds {
				s.Unfold()
			}
			s.space, s.takes = space, func(int32) sim.Time { return takes }
			for i, m := range messages {
				s.kernel.At(m.at, act(func() { s.send(m.at+100_003/step*step, m.at+100_003/step*step, m.from, m.to, m.bytes, uint64(i)) }), 0)
			}
			run(s)
			require.NoError(t, s.Idle())
			all, links := map[uint64]arrival{}, map[topo.Port]topo.Link{}
			for _, a := range s.arrived {
				if messages[a.arg].bytes == packet {
					a.tail = a.packet
				}
				all[a.arg] = a
			}
			for p, l := range s.Each {
				links[p] = *l
			}
			if folds {
				events[0] = s.kernel.Events()
			} else {
				events[1] = s.kernel.Events()
			}
			return all, links
		}
		folded, links := deliver(true)
		each, same := deliver(false)
		require.Len(t, folded, len(messages))
		if !maps.Equal(each, folded) {
			for i, m := range messages {
				if each[uint64(i)] == folded[uint64(i)] {
					continue
				}
				t.Logf("%d: %+v: %v %v", i, m, each[uint64(i)], folded[uint64(i)])
			}
			t.FailNow()
		}
		for p, l := range same {
			require.Equal(t, l, links[p], "%v of %d", p, p.Node)
		}
	})
}

// A train on an idle path takes no event but the arrival, and gives back the links that another one reaches first.
func TestUnfolded(t *testing.T) {
	for _, bytes := range []uint64{64, 640} {
		s := network(t, line(30))
		s.send(0, 0, 0, 29, bytes, 1)
		run(s)
		require.EqualValues(t, 2, s.kernel.Events(), "the arrival, and the sink's own")
		start := s.kernel.Now()
		s.send(start, start, 0, 29, bytes, 2)
		s.send(start+10*ns, start+10*ns, 20, 29, 640, 3) // at the link from 20, 190 ns earlier
		run(s)
		require.Equal(t, start+100*ns+640*ns, s.by(3).tail)
		require.Equal(t, start+10*ns+640*ns+90*ns+64*ns, s.by(2).packet, "behind the other")
	}
}

func TestLinkErrorsAreRetried(t *testing.T) {
	c := line(2)
	c.Errors = topo.Errors{Rate: 0.01, Retry: 100 * ns, Missed: 0.001, Seed: 1}
	n := network(t, c)
	wrong := 0
	for i := range uint64(1000) {
		n.send(0, 0, 0, 1, 640, i)
		if n.Damaged(1, 640) {
			wrong++
		}
	}
	run(n)
	var again uint64
	for _, l := range n.Each {
		again += l.Retries
	}
	require.InDelta(t, 100, again, 40, "of 10000 packets")
	require.InDelta(t, 11, wrong, 10, "of 11000")
	require.Equal(t, sim.Time(1000)*(640*ns)+10*ns+sim.Time(again)*164*ns, n.by(999).tail)
	require.Error(t, topo.Shape{X: 0, Y: 1, Z: 1}.Check())
}

// Which packets of a link are damaged, and which messages to a node, does not depend on what other links and nodes carry. Links have errors of their own.
func TestErrorsOfOneLink(t *testing.T) {
	retries := func(others bool) (list [2]uint64, missed []int) {
		c := line(4)
		c.Errors = topo.Errors{Rate: 0.05, Retry: 100 * ns, Missed: 0.05, Seed: 3}
		n := network(t, c)
		for i := range uint64(200) {
			n.send(0, 0, 0, 1, 640, i)
			if n.Damaged(1, 640) {
				missed = append(missed, int(i))
			}
			if others {
				n.send(0, 0, 2, 3, 640, 1000+i)
				n.Damaged(3, 640)
			}
		}
		run(n)
		for at, l := range n.Each {
			if at.Direction == 0 && at.Node%2 == 0 {
				list[at.Node/2] = l.Retries
			}
		}
		return list, missed
	}
	alone, missed := retries(false)
	both, again := retries(true)
	require.NotZero(t, alone[0])
	require.Equal(t, alone[0], both[0])
	require.NotEqual(t, both[0], both[1])
	require.NotEmpty(t, missed)
	require.Equal(t, missed, again)
}

func BenchmarkSend(b *testing.B) {
	n := network(b, topo.Config{Shape: topo.Shape{X: 8, Y: 8, Z: 8, Wrap: [3]bool{true, true, true}}, Bandwidth: gigabyte, Hop: ns, Packet: 64})
	at := sim.Time(0)
	for i := int32(0); b.Loop(); i++ {
		at += 100 * ns
		n.Send(at, at, i%512, i*7%512, 64, 0, 0)
		n.arrived = n.arrived[:0]
		for n.kernel.Step() {
		}
	}
}
