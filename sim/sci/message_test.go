package sci

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// end is an endpoint that notes when its messages come, and may answer them.
type end struct {
	c       *cluster
	answers int
	arrived []sim.Time
	order   []uint64
	woken   []sim.Time
}

func (e *end) Depart(*fabric.Message)                          {}
func (e *end) Leave(*fabric.Message) (r fabric.Rest)           { return r }
func (e *end) Wake(at sim.Time)                                { e.woken = append(e.woken, at) }
func (e *end) Describe(*fabric.Message) (d fabric.Description) { return d }

func (e *end) Arrived(m *fabric.Message) (uint64, *fabric.Message) {
	e.arrived = append(e.arrived, e.c.k.Now())
	return m.Bytes / 2, nil
}

func (e *end) Received(m *fabric.Message) *fabric.Message {
	e.order = append(e.order, m.Number)
	if e.answers == 0 {
		return nil
	}
	e.answers--
	return &fabric.Message{Src: m.Dst, Dst: m.Src, From: m.To, To: m.From, Number: m.Number + 100}
}

// TestMessage follows a message of 48 bytes, and an answer.
func TestMessage(t *testing.T) {
	c := build(t, simple())
	from, to := &end{c: c}, &end{c: c, answers: 1}
	c.Transmit(&fabric.Message{Src: 0, Dst: 1, From: from, To: to, Number: 7, Bytes: 48})
	c.run(t)
	// With its header it is one request of 64 bytes: see TestStore. The interrupt takes 4000.
	const interrupt = (1446 + 4000) * ns
	require.Equal(t, []sim.Time{interrupt}, to.arrived)
	require.Equal(t, []uint64{7}, to.order)
	// Matching 200, the end 300, 24 bytes copied; the answer 50. Then it is stored, 76.
	const answered = interrupt + (200+300+24+50)*ns
	require.Equal(t, []sim.Time{answered, answered + 76*ns}, to.woken)
	// Host 70, bridge 150; B-Link 96; three hops 150, 36, decoder 100; B-Link 96; bridge 150; PCI 46; memory 60.
	require.Equal(t, []sim.Time{answered + (76+220+96+286+96+256+4000)*ns}, from.arrived)
	require.Equal(t, []uint64{107}, from.order)
	require.Equal(t, 304*ns, from.woken[0], "its payload has been read")
}

// TestPieces: a message is there when all of it is. Here the bridge of the target has space for four requests, and the message takes five.
func TestPieces(t *testing.T) {
	c := build(t, simple())
	to := &end{c: c}
	c.Transmit(&fabric.Message{Src: 0, Dst: 1, From: &end{c: c}, To: to, Bytes: 100})
	c.run(t)
	// The first request is in the bridge at 1292, in memory at 1446; its response passes the bridge until 1596 and the B-Link until 1660, which makes space. Then the last one: B-Link 96, bridge 150, PCI 46,
	// memory 60.
	require.Equal(t, []sim.Time{(1660 + 96 + 256 + 4000) * ns}, to.arrived)
	require.EqualValues(t, 5, c.Counted(1)[1])
}

// TestReady: the driver's queue has an end, and says when there is space again.
func TestReady(t *testing.T) {
	c := build(t, simple())
	rooms := 0
	c.Attach(0, sim.NewCPU(c.k), func() {
		rooms++
		require.True(t, c.Ready(0))
	})
	to := &end{c: c}
	for i := range uint64(4) {
		require.True(t, c.Ready(0))
		c.Transmit(&fabric.Message{Src: 0, Dst: 3, From: &end{c: c}, To: to, Number: i})
	}
	require.False(t, c.Ready(0))
	c.run(t)
	require.Equal(t, 1, rooms)
	require.Equal(t, []uint64{0, 1, 2, 3}, to.order)
	require.EqualValues(t, 4, c.Counted(0)[7])
}
