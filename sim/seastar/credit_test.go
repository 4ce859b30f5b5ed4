package seastar_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/nal/naltest"
	"gasnetgo/sim/seastar"
	"gasnetgo/sim/topo"
)

// A put of many trains, with the credits for them: nothing goes back on the wires, and the sender's firmware deals with one command and one end.
func TestCreditsAreFree(t *testing.T) {
	const n = 100 << 10
	c := config()
	m := build(t, c, 2, topo.Errors{})
	m.net.CountLinks()
	flood(t, m, n, 1)
	packets := [2]uint64{}
	for l := range m.net.Links() {
		if l.Node < 2 {
			packets[l.Node] += l.Packets
		}
	}
	require.Equal(t, [2]uint64{0, 1 + n/64}, packets)
	f := c.Firmware
	require.Equal(t, 2*f.Poll+f.Transmit+f.Sent, m.net.Node(1).Stats.Firmware)
}

// A message flows at the rate of its slowest part however far it goes, since the window of trains covers the way of a credit.
func TestCreditsCoverTheWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := config()
		c.FIFO = rapid.SampledFrom([]uint64{128, 512, 4096}).Draw(t, "fifo")
		c.DepositRate = rapid.SampledFrom([]sim.Rate{3e8, 1e9, 3e9}).Draw(t, "deposit")
		far := rapid.IntRange(1, 40).Draw(t, "hops")
		n := uint64(rapid.IntRange(1, 1<<16).Draw(t, "bytes"))
		k := new(sim.Kernel)
		wires, err := topo.New(topo.Config{Shape: topo.Shape{X: far + 1, Y: 1, Z: 1}, Bandwidth: 2.5e9, Hop: 50 * ns, Packet: 64, Buffer: c.FIFO/2 + 64, Inject: c.FIFO})
		require.NoError(t, err)
		net, err := seastar.New(k, c, wires, nil)
		require.NoError(t, err)
		nodes := make([]int, far+1)
		for i := range nodes {
			nodes[i] = i
		}
		m := machine{naltest.New(k, fabricConfig(net, nodes)), net}
		var took sim.Time
		require.NoError(t, m.Run(func(r *naltest.Rank) {
			r.OpenNI()
			eq, memory := r.EQ(16), make([]byte, n)
			switch r.ID() {
			case 0:
				r.Offer(1, memory, options, eq)
				require.Equal(t, portals.PutEnd, r.Event(eq).Kind)
				took = r.Now()
			case far:
				md := r.Bind(memory, portals.MDEventStartDisable, eq)
				r.Spend(100*us - r.Now())
				r.Put(md, n, portals.NoAck, 0, 1)
				require.Equal(t, portals.SendEnd, r.Event(eq).Kind)
			}
		}))
		m.idle(t)
		slowest := min(c.DepositRate, c.TransmitRate)
		require.Less(t, took-100*us, 12*us+sim.Time(far)*50*ns+slowest.Take(n)*105/100)
	})
}
