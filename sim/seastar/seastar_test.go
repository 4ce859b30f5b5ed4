package seastar_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/nal/naltest"
	"gasnetgo/sim/seastar"
	"gasnetgo/sim/topo"
)

const (
	ns = sim.Nanosecond
	us = sim.Microsecond
)

// config is a SeaStar with round numbers.
func config() seastar.Config {
	return seastar.Config{
		Inline: 12, Packet: 64, FIFO: 4096, ReceiveFIFO: 65536, ReadLatency: 200 * ns, TransmitRate: 1e9, DepositRate: 1e9,
		Interrupt: 2 * us, InterruptReturn: 0.5, Streams: 256, Sources: 1024, TransmitPending: 600, ReceivePending: 600,
		Exhaustion: seastar.GoBackN, Backoff: 10 * us,
		Host: seastar.Host{Match: 500 * ns, Event: 300 * ns, Send: 900 * ns},
		Firmware: seastar.Firmware{
			Poll: 50 * ns, Transmit: 350 * ns, Sent: 200 * ns, Header: 450 * ns, Receive: 300 * ns, Received: 250 * ns,
			Release: 100 * ns, Source: 200 * ns, Match: 600 * ns,
		},
	}
}

var costs = fabric.Costs{Call: 200 * ns, Look: 100 * ns, Send: 900 * ns}

// machine is ranks on nodes of their own.
type machine struct {
	*naltest.World
	net *seastar.Network
}

func build(t require.TestingT, c seastar.Config, ranks int, e topo.Errors) machine {
	nodes := make([]int, ranks)
	for i := range nodes {
		nodes[i] = i
	}
	return place(t, c, nodes, e)
}

// place makes a machine with ranks where nodes says.
func place(t require.TestingT, c seastar.Config, nodes []int, e topo.Errors) machine {
	ranks := len(nodes)
	k := new(sim.Kernel)
	wires, err := topo.New(topo.Config{Shape: topo.Shape{X: 2, Y: 2, Z: (ranks + 3) / 4}, Bandwidth: 2.5e9, Hop: 50 * ns, Packet: 64, Buffer: c.FIFO/2 + 64, Inject: c.FIFO, Errors: e})
	require.NoError(t, err)
	net, err := seastar.New(k, c, wires, func(node int, why string) { panic(fmt.Sprintf("node %d: %s", node, why)) })
	require.NoError(t, err)
	return machine{naltest.New(k, fabricConfig(net, nodes)), net}
}

func fabricConfig(net *seastar.Network, nodes []int) fabric.Config {
	return fabric.Config{Network: net, Costs: costs, Nodes: nodes}
}

// idle checks that nothing is left of anything.
func (m machine) idle(t require.TestingT) {
	require.NoError(t, m.net.Idle())
	require.Zero(t, m.Fabric.Live())
}

const options = portals.MDOpPut | portals.MDOpGet | portals.MDManageRemote | portals.MDEventStartDisable

// An entry and a descriptor that go with their message take time of the handler that deals with it.
func TestUnlinkInTheHandler(t *testing.T) {
	for _, n := range []uint64{8, 1000} {
		var at [2]sim.Time
		for i, cost := range []sim.Time{0, 70 * ns} {
			c := config()
			c.Host.Unlink = cost
			m := build(t, c, 2, topo.Errors{})
			require.NoError(t, m.Run(func(r *naltest.Rank) {
				r.OpenNI()
				eq := r.EQ(16)
				if r.ID() == 0 {
					r.Spend(10 * us)
					r.Put(r.Bind(make([]byte, n), 0, eq), n, portals.NoAck, 1, 7)
					return
				}
				r.OfferOnce(7, make([]byte, n), options, eq)
				r.Expect(eq, portals.PutEnd)
				at[i] = r.Now()
			}))
			m.idle(t)
		}
		require.Equal(t, at[0]+2*70*ns, at[1], "%d bytes", n)
	}
}

// message is a put or get of a random test.
type message struct {
	get bool
	n   uint64
}

// Whatever is sent by whom, and however little the SeaStars have of everything: the bytes arrive, messages between two processes in order, and
// nothing is left over.
func TestTraffic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := config()
		c.Accelerated = rapid.Bool().Draw(t, "accelerated")
		few := rapid.SampledFrom([]int{1, 2, 3, 600})
		c.Firmware.Entry, c.Host.Entry = 100*ns, 20*ns
		c.Streams, c.Sources = few.Draw(t, "streams"), few.Draw(t, "sources")
		c.TransmitPending, c.ReceivePending = few.Draw(t, "transmit"), few.Draw(t, "receive")
		c.FIFO = rapid.SampledFrom([]uint64{128, 512, 4096}).Draw(t, "fifo")
		c.ReceiveFIFO = rapid.SampledFrom([]uint64{c.FIFO, 65536}).Draw(t, "receive fifo")
		c.DepositRate = rapid.SampledFrom([]sim.Rate{3e8, 1e9, 3e9}).Draw(t, "deposit")
		const ranks = 5
		var plan [ranks][]message
		for r := range plan {
			plan[r] = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) message {
				return message{rapid.Bool().Draw(t, "get"), uint64(rapid.SampledFrom([]int{0, 1, 12, 13, 64, 127, 1000, 5000}).Draw(t, "n"))}
			}), 0, 8).Draw(t, "plan")
		}
		m := build(t, c, ranks, topo.Errors{Rate: rapid.SampledFrom([]float64{0, 0.1}).Draw(t, "errors"), Retry: 100 * ns, Seed: 1})
		m.Kernel.SetPrefetch(rapid.Bool().Draw(t, "ahead"))
		received := [ranks][ranks][]uint64{}
		require.NoError(t, m.Run(func(r *naltest.Rank) {
			me := r.ID()
			r.OpenNI()
			here, there := r.EQ(1024), r.EQ(1024)
			memory := make([]byte, 5000)
			r.Offer(1, memory, options, there)
			fixed := bytes.Repeat([]byte{byte('a' + me)}, 5000)
			r.Offer(2, fixed, options, portals.EQNone)
			source := r.Bind(fixed, portals.MDEventStartDisable, here)
			into := make([]byte, 5000)
			sink := r.Bind(into, portals.MDEventStartDisable, here)
			r.Net.Barrier()
			open := 0
			for i, p := range plan[me] {
				to := (me + 1 + i%(ranks-1)) % ranks
				if p.get {
					clear(into)
					r.Get(sink, p.n, to, 2)
					for e := r.Event(here); e.Kind != portals.ReplyEnd; e = r.Event(here) {
						require.Zero(t, e.Fail)
						if e.Kind == portals.Ack {
							open--
						}
					}
					require.Equal(t, bytes.Repeat([]byte{byte('a' + to)}, int(p.n)), into[:p.n])
				} else {
					r.Put(source, p.n, portals.AckRequested, to, 1)
					open++
				}
			}
			for open > 0 {
				if r.Expect(here, portals.Ack).Fail == portals.NIOK {
					open--
				}
			}
			r.Net.Barrier()
			for {
				var e portals.Event
				if r.Host.NI.EQGet(there, &e) != portals.OK {
					break
				}
				from := slices.Index(r.Net.IDs(), e.Initiator)
				received[me][from] = append(received[me][from], e.MLength)
			}
		}))
		for from := range plan {
			want := [ranks][]uint64{}
			for i, p := range plan[from] {
				if !p.get {
					to := (from + 1 + i%(ranks-1)) % ranks
					want[to] = append(want[to], p.n)
				}
			}
			for to := range want {
				require.Equal(t, want[to], received[to][from], "%d to %d", from, to)
			}
		}
		m.idle(t)
	})
}

// flood has all ranks but the first send puts to it, and answers when the last one is there.
func flood(t testing.TB, m machine, n uint64, puts int) (end sim.Time) {
	require.NoError(t, m.Run(func(r *naltest.Rank) {
		r.OpenNI()
		eq := r.EQ(1 << 14)
		memory := make([]byte, max(n, 1))
		if r.ID() == 0 {
			r.Offer(1, memory, options, eq)
			for range puts * (len(m.Ranks) - 1) {
				require.Equal(t, portals.PutEnd, r.Event(eq).Kind)
			}
			end = r.Now()
			return
		}
		md := r.Bind(memory, portals.MDEventStartDisable, eq)
		for range puts {
			r.Put(md, n, portals.NoAck, 0, 1)
		}
		for range puts {
			require.Equal(t, portals.SendEnd, r.Event(eq).Kind)
		}
	}))
	m.idle(t)
	return end
}

// Ranks of one node share its SeaStar, and reach each other and themselves through it. What there is too little of is given to all of them.
func TestRanksShareANode(t *testing.T) {
	for _, accelerated := range []bool{false, true} {
		c := config()
		c.Accelerated, c.TransmitPending = accelerated, 1
		m := place(t, c, []int{0, 0, 0, 1, 1}, topo.Errors{})
		require.NoError(t, m.Run(func(r *naltest.Rank) {
			r.OpenNI()
			eq, sends := r.EQ(64), r.EQ(64)
			memory := make([]byte, 100)
			r.Offer(1, memory, options, eq)
			md := r.Bind(memory, portals.MDEventStartDisable, sends)
			r.Net.Barrier()
			for _, n := range []uint64{1, 100} {
				for to := range m.Ranks {
					r.Put(md, n, portals.AckRequested, to, 1)
				}
			}
			for range 2 * len(m.Ranks) {
				require.Equal(t, portals.PutEnd, r.Event(eq).Kind)
			}
			acks := 0
			for acks < 2*len(m.Ranks) {
				if r.Event(sends).Kind == portals.Ack {
					acks++
				}
			}
		}))
		m.idle(t)
	}
}

// One interrupt drains all events that there are.
func TestInterruptsAreShared(t *testing.T) {
	m := build(t, config(), 8, topo.Errors{})
	flood(t, m, 8, 50)
	s := m.net.Node(0).Stats
	require.EqualValues(t, 350, s.Received)
	require.EqualValues(t, 350, s.Events, "header and payload at once")
	require.Less(t, s.Interrupts, s.Events/3)
	require.Zero(t, s.Refused)
}

// A payload behind the header needs another event, and the sender one, too.
func TestInterruptsPerMessage(t *testing.T) {
	m := build(t, config(), 2, topo.Errors{})
	flood(t, m, 12, 1)
	require.EqualValues(t, 1, m.net.Node(0).Stats.Interrupts)
	require.EqualValues(t, 0, m.net.Node(1).Stats.Interrupts)
	m = build(t, config(), 2, topo.Errors{})
	flood(t, m, 13, 1)
	require.EqualValues(t, 2, m.net.Node(0).Stats.Interrupts)
	require.EqualValues(t, 1, m.net.Node(1).Stats.Interrupts)
	c := config()
	c.Accelerated = true
	m = build(t, c, 2, topo.Errors{})
	flood(t, m, 13, 1)
	require.Zero(t, m.net.Node(0).Stats.Interrupts+m.net.Node(1).Stats.Interrupts)
}

// Many senders get no more into a node than its RX DMA engine takes, and not much less.
func TestIncast(t *testing.T) {
	const n, puts = 64 << 10, 4
	m := build(t, config(), 8, topo.Errors{})
	end := flood(t, m, n, puts)
	least := sim.Rate(1e9).Take(7 * n * puts)
	require.Greater(t, end, least)
	require.Less(t, end, least*11/10)
}

func TestExhaustion(t *testing.T) {
	c := config()
	c.ReceivePending = 2
	m := build(t, c, 8, topo.Errors{})
	m.net.CountLinks()
	flood(t, m, 8, 10)
	refused := uint64(m.net.Node(0).Stats.Refused)
	require.NotZero(t, refused)
	packets := uint64(0)
	for l := range m.net.Links() {
		if l.Node == 0 {
			packets += l.Packets
		}
	}
	answers := m.net.Node(0).Stats.Sent
	require.Equal(t, refused+answers, packets, "a refusal is a packet")

	c.Exhaustion = seastar.Panic
	m = build(t, c, 8, topo.Errors{})
	require.PanicsWithValue(t, "node 0: panic: SeaStar: out of pendings", func() { flood(t, m, 8, 10) })
}

// The firmware serves the host's receive commands while headers of other messages arrive, so streams are given back before they run out.
func TestManySenders(t *testing.T) {
	m := build(t, config(), 400, topo.Errors{})
	end := flood(t, m, 1024, 1)
	least := 399 * (5*50 + 450 + 300 + 250 + 100) * ns
	require.Zero(t, m.net.Node(0).Stats.Refused)
	require.Less(t, end, 2*least)
}

// A node that refuses all messages of another for long is reported: time passes, but the program does not get any further.
func TestLivelock(t *testing.T) {
	c := config()
	c.Streams, c.RefusalLimit = 1, 25*us
	m := build(t, c, 8, topo.Errors{})
	require.PanicsWithValue(t, "node 0: livelock: no message from node 2 has got through for 1.0472144ms: out of receive streams; refusals of the first: 1; nic.refusal_limit is 25us", func() { flood(t, m, 1<<20, 1) })
}

// A message whose own CRC is wrong ends in an event that says so.
func TestDamagedMessage(t *testing.T) {
	m := build(t, config(), 2, topo.Errors{Missed: 1})
	require.NoError(t, m.Run(func(r *naltest.Rank) {
		r.OpenNI()
		eq := r.EQ(16)
		memory := make([]byte, 100)
		if r.ID() == 0 {
			r.Offer(1, memory, options, eq)
			require.Equal(t, portals.NIDamaged, r.Event(eq).Fail)
			return
		}
		r.Put(r.Bind(memory, portals.MDEventStartDisable, eq), 100, portals.AckRequested, 0, 1)
		require.Equal(t, portals.NIOK, r.Expect(eq, portals.SendEnd).Fail)
		require.Equal(t, portals.NIDamaged, r.Expect(eq, portals.Ack).Fail)
	}))
	m.idle(t)
}

// The same run takes the same time, to the picosecond, and does the same in between, whether memory is fetched ahead of time or not.
func TestSameRun(t *testing.T) {
	var ends [2]sim.Time
	var stats [2]seastar.Stats
	var events [2]uint64
	for i := range ends {
		m := build(t, config(), 8, topo.Errors{Rate: 0.01, Retry: 100 * ns, Seed: 7})
		m.Kernel.SetPrefetch(i == 1)
		ends[i] = flood(t, m, 3000, 20)
		stats[i], events[i] = m.net.Node(0).Stats, m.Kernel.Events()
	}
	require.Equal(t, ends[0], ends[1])
	require.Equal(t, stats[0], stats[1])
	require.Equal(t, events[0], events[1])
}

// The way of a message that nothing stands in the way of, step by step.
func TestOnePut(t *testing.T) {
	m := build(t, config(), 2, topo.Errors{})
	var sent, there sim.Time
	require.NoError(t, m.Run(func(r *naltest.Rank) {
		r.OpenNI()
		eq := r.EQ(16)
		memory := make([]byte, 8)
		if r.ID() == 0 {
			r.Offer(1, memory, options, eq)
			r.Event(eq)
			there = r.Now()
			return
		}
		md := r.Bind(memory, 0, portals.EQNone)
		r.Spend(100 * us)
		sent = r.Now()
		r.Put(md, 8, portals.NoAck, 0, 1)
	}))
	want := 200*ns + 900*ns + // trap and library: header, command
		50*ns + 350*ns + // firmware: loop, transmit command
		200*ns + // TX DMA: the header out of host memory
		25600*sim.Picosecond + 50*ns + // 64 B / 2.5 GB/s, one hop
		50*ns + 450*ns + 200*ns + // firmware: loop, header packet, a source that is new
		1000*ns + // into the interrupt
		500*ns + 300*ns + // Portals: matching, END event
		1000*ns + // out of it
		100*ns // a look at the queue
	require.Equal(t, want, there-sent)
	m.idle(t)
}

func TestConfigIsChecked(t *testing.T) {
	wires, err := topo.New(topo.Config{Shape: topo.Shape{X: 1, Y: 1, Z: 1}})
	require.NoError(t, err)
	for _, spoil := range []func(c *seastar.Config){
		func(c *seastar.Config) { c.FIFO = 64 }, func(c *seastar.Config) { c.TransmitRate = 0 }, func(c *seastar.Config) { c.InterruptReturn = 2 },
		func(c *seastar.Config) { c.Streams = 0 }, func(c *seastar.Config) { c.Exhaustion = "hope" },
	} {
		c := config()
		spoil(&c)
		_, err := seastar.New(new(sim.Kernel), c, wires, nil)
		require.ErrorIs(t, err, seastar.ErrConfig)
	}
}

// spans counts an observer's notifications, and checks that no part does two things at a time.
type spans struct {
	t     *testing.T
	parts []string
	count map[string]int
	until map[[2]int]sim.Time
	seen  map[uint64]int
}

func (s *spans) Span(v fabric.Span) {
	s.count[s.parts[v.Part]+": "+v.What]++
	s.seen[v.Operation]++
	at := [2]int{v.Node, v.Part}
	require.GreaterOrEqual(s.t, v.Begin, s.until[at], "%v", v)
	require.GreaterOrEqual(s.t, v.End, v.Begin)
	s.until[at] = v.End
}

func TestObserver(t *testing.T) {
	m := build(t, config(), 8, topo.Errors{})
	s := &spans{t, m.net.Parts(), map[string]int{}, map[[2]int]sim.Time{}, map[uint64]int{}}
	m.net.Observe(s)
	flood(t, m, 5000, 4)
	require.Equal(t, 28, s.count["firmware: header packet"])
	require.Equal(t, 28, s.count["TX DMA: header"])
	require.Equal(t, 28*3, s.count["TX DMA: payload"], "trains of 2 KiB")
	require.Equal(t, 28*3, s.count["RX DMA: payload"])
	require.Equal(t, 28, s.count["interrupt handler: received"])
	require.Len(t, s.seen, 29, "28 messages, and what belongs to none")
	links := 0
	for what, n := range s.count {
		if strings.HasPrefix(what, "link ") {
			links += n
		}
	}
	require.Positive(t, links)
	require.EqualValues(t, 28, m.net.Sizes()[13])
}
