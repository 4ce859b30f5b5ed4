package stats

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/nal/naltest"
)

// counted is a job of four ranks on an XT3: each puts 100 bytes to its neighbour, with an acknowledgement, and gets 5 back.
func counted(t *testing.T) *Report {
	const ranks = 4
	k := new(sim.Kernel)
	m, err := machine.Builtin("xt3")
	require.NoError(t, err)
	b, err := m.Build(k, ranks, nil)
	require.NoError(t, err)
	c := New(b.Nodes, b.Device())
	config := b.Config()
	config.Observers = []fabric.Observer{c}
	world := naltest.New(k, config)
	require.NoError(t, world.Run(func(r *naltest.Rank) {
		r.OpenNI()
		there, here := r.EQ(64), r.EQ(64)
		memory := make([]byte, 100)
		r.Offer(1, memory, portals.MDOpPut|portals.MDOpGet|portals.MDManageRemote, there)
		md := r.Bind(make([]byte, 100), 0, here)
		r.Net.Barrier()
		to := (r.ID() + 1) % ranks
		r.Put(md, 100, portals.AckRequested, to, 1)
		r.Expect(here, portals.Ack)
		r.Get(md, 5, to, 1)
		r.Expect(here, portals.ReplyEnd)
		r.Net.Barrier()
		c.Ended(r.ID(), r.Now())
	}))
	c.Called(0, "shmem_put", 10, 4)
	c.Called(0, "shmem_put", 20, 4)
	c.Called(1, "shmem_get", 100, 0)
	c.Asked(2, 8, 7)
	c.Computed(3, 9)
	c.Interrupted(3, 11)
	r := c.Report(k.Now(), k.Events(), b.Device())
	r.Program, r.Machine = "prog", "xt3"
	return r
}

func TestReport(t *testing.T) {
	r := counted(t)
	for i, v := range r.Ranks {
		require.EqualValues(t, 8, v.Sent, "put, get, ack, reply, two barriers of two rounds")
		require.EqualValues(t, 8, v.Received)
		require.EqualValues(t, 105, v.BytesSent)
		require.EqualValues(t, 105, v.BytesReceived)
		require.Positive(t, v.Ended)
		require.Equal(t, i, v.Rank)
	}
	require.EqualValues(t, 2, r.Ranks[0].Calls)
	require.Equal(t, sim.Time(22), r.Ranks[0].Library)
	require.Equal(t, sim.Time(8), r.Ranks[0].Waiting)
	require.Equal(t, sim.Time(7), r.Ranks[2].Waiting)
	require.Equal(t, sim.Time(9), r.Ranks[3].Computing)
	require.Equal(t, []Call{{"shmem_get", 1, 100, 0, 100}, {"shmem_put", 2, 30, 8, 20}}, r.Calls)
	require.Equal(t, []Size{{4, 7, 0, 4, 0}, {64, 127, 4, 0, 0}}, r.Operations)
	require.EqualValues(t, 8, r.Answers)
	require.EqualValues(t, 16, r.Barriers)
	require.Len(t, r.Nodes, 4)
	packets := uint64(0)
	for _, n := range r.Nodes {
		by := map[string]uint64{}
		for _, c := range n.Counters {
			by[c.Key] = c.Value
		}
		require.EqualValues(t, 8, by["sent"])
		require.EqualValues(t, 8, by["received"])
		require.Positive(t, by["interrupts"])
		require.Positive(t, by["most_receive_pendings"])
	}
	for _, l := range r.Links {
		packets += l.Packets
		require.Equal(t, 64*l.Packets, l.Bytes)
		require.Equal(t, l.Packets > 0, l.Busy > 0)
	}
	require.Regexp(t, `^\d+ x \d+ x \d+ torus in x, y, z$`, r.Topology)
	require.Equal(t, "(0,0,0)", r.Nodes[0].Place)
	// Headers of four kinds and two packets of payload; ranks 1 and 3 are two hops from the next one. Then barriers: to the next one, to the one behind it.
	require.EqualValues(t, 2*(2+1)*(4+2)+2*(2*(2+1)+4), packets)
}

func TestJSON(t *testing.T) {
	r := counted(t)
	var b bytes.Buffer
	require.NoError(t, r.JSON(&b))
	var back struct {
		Report
		Nodes []map[string]any `json:"nodes"`
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	for i, n := range r.Nodes {
		require.Len(t, back.Nodes[i], 2+len(n.Counters))
		require.Equal(t, n.Place, back.Nodes[i]["place"])
		for _, c := range n.Counters {
			require.EqualValues(t, c.Value, back.Nodes[i][c.Key], c.Key)
		}
	}
	back.Report.Nodes, back.note = r.Nodes, r.note
	require.Equal(t, r, &back.Report)
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	r := counted(t)
	for range 100 {
		r.Ranks = append(r.Ranks, Rank{Rank: len(r.Ranks)})
	}
	require.NoError(t, r.Text(&b))
	for _, line := range []string{"prog on 104 ranks of xt3: ", "Operations by size: 8, besides 8 answers and 16 messages of barriers", "64-127", "shmem_put", "and 72 more ranks (--stats=FILE.json has all)", "go-back-n"} {
		require.Contains(t, b.String(), line)
	}
}
