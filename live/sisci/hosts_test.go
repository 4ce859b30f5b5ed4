package sisci

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/live/livetest"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
	"gasnetgo/sisci/process"
)

// cluster is nodes on two hosts, two on each, in one process.
type cluster struct {
	t      *testing.T
	ports  []*ofi.Port
	worlds []*world
	nodes  []*client.Node
	dead   [4]atomic.Bool
}

func newCluster(t *testing.T) *cluster {
	c := &cluster{t: t}
	engines := ofitest.InMemory()(4)
	jobs := livetest.New(t, engines, 2, 2)
	c.ports = jobs.Ports
	ids, err := readIDs("", 4)
	require.NoError(t, err)
	var regions []ofi.Region
	for i, n := range jobs.Nodes {
		a, err := newArea(n, 1<<20, true)
		require.NoError(t, err)
		mail, err := n.OpenMail(box, 64<<10)
		require.NoError(t, err)
		s := &live.Session{Job: &job.Job{Rank: i, Size: 4, LocalFirst: i / 2 * 2, LocalSize: 2}}
		c.worlds = append(c.worlds, newWorld(s, a, mail, ids, func(rank int) bool { return c.dead[rank].Load() }))
		region, err := engines[i].Expose(a.parts.Part(n.Me()), a.parts.Bytes, uint64(100+i))
		require.NoError(t, err)
		regions = append(regions, region)
	}
	for i, w := range c.worlds {
		w.connect(c.ports[i], regions)
		c.nodes = append(c.nodes, client.NewNode(client.Config{Node: ids[i], Machine: w, Limits: process.Limits(), Adapter: adapter()}))
	}
	return c
}

// client is a process of a node.
func (c *cluster) client(rank int) *client.Driver {
	d, err := c.nodes[rank].Client(c.worlds[rank])
	require.NoError(c.t, err)
	c.worlds[rank].deaths.watched = true
	return d
}

// until serves all nodes' packets, again and again, until cond holds. If it never does, the test's timeout ends the loop.
func (c *cluster) until(cond func() bool) {
	for !cond() {
		for rank, n := range c.nodes {
			if !c.dead[rank].Load() {
				require.NoError(c.t, n.Serve())
			}
		}
	}
}

func (c *cluster) connect(d *client.Driver, node, id uint32) (remote sisci.Handle, err error) {
	ticket, err := d.Connect(node, id)
	require.NoError(c.t, err)
	done := false
	c.until(func() bool {
		remote, done, err = d.Connected(ticket)
		return done
	})
	return remote, err
}

// TestHosts: connections, copies and DMA between hosts and within one. Maps of the own host are memory, those of others are not.
func TestHosts(t *testing.T) {
	c := newCluster(t)
	a, b := c.client(0), c.client(3)
	_, err := c.connect(a, 16, 7)
	require.EqualError(t, err, "SCIConnectSegment: "+sisci.NoSuchSegment.Text())
	_, err = c.connect(a, 12, 7)
	require.EqualError(t, err, "SCIConnectSegment: "+sisci.NoSuchSegment.Text(), "no library runs there")
	target, err := b.Create(7, 0, 10000)
	require.NoError(t, err)
	require.NoError(t, b.Export(target))

	remote, err := c.connect(a, 16, 7)
	require.NoError(t, err)
	m, err := a.Map(remote)
	require.NoError(t, err)
	require.False(t, c.worlds[0].Direct(m.At))
	require.True(t, c.worlds[3].Direct(target.At))
	require.Contains(t, c.worlds[0].fault(uint64(m.At)+5), "a map of segment 7 of node 16 (rank 3), at offset 5, which is on another host")
	require.Empty(t, c.worlds[0].fault(uint64(target.At)))
	source := livetest.Memory(t, 10000)
	for i := range source {
		source[i] = byte(i * 7)
	}
	require.NoError(t, a.Copy(m, 3, memory.Address(source), 9000))
	status, err := a.Check(m)
	require.NoError(t, err)
	require.Equal(t, sisci.SequenceOK, status)
	require.Equal(t, source[:9000], memory.Bytes(target.At+3, 9000))

	own, err := a.Create(9, 0, 10000)
	require.NoError(t, err)
	copy(memory.Bytes(own.At, 10000), source)
	queue, err := a.Queue()
	require.NoError(t, err)
	require.NoError(t, a.Post(queue, own, 100, remote, 50, 500))
	c.until(func() bool {
		done, err := a.Posted(queue)
		require.NoError(t, err)
		return done
	})
	require.Equal(t, source[100:600], memory.Bytes(target.At+50, 500))
	require.NoError(t, a.Close())
	require.Empty(t, c.worlds[0].blanks.all)
}

// TestHostsDeath: what a process of another host has sent before its end comes before its loss, and what is with it ends.
func TestHostsDeath(t *testing.T) {
	c := newCluster(t)
	a, b := c.client(0), c.client(2)
	target, err := b.Create(7, 0, 100)
	require.NoError(t, err)
	require.NoError(t, b.Export(target))
	remote, err := c.connect(a, 12, 7)
	require.NoError(t, err)
	m, err := a.Map(remote)
	require.NoError(t, err)
	c.dead[2].Store(true)
	require.Equal(t, sisci.NotResponding, c.worlds[0].Reach(12))
	source := livetest.Memory(t, 100)
	c.until(func() bool {
		status, err := a.Check(m)
		require.NoError(t, err)
		return status == sisci.SequenceNotRetriable
	})
	require.EqualError(t, a.Copy(m, 0, memory.Address(source), 100), "SCIMemCpy: "+sisci.TransferFailed.Text())
	late := (&sisci.Packet{Kind: sisci.KindConnect, Number: 1}).Append([]byte{messageEnd, 0, 0, 0})
	c.ports[2].Lock()
	c.ports[2].Send(0, ofi.SISCI, late, nil)
	c.ports[2].Unlock()
	before := c.nodes[0].Unfinished()
	require.NoError(t, a.Export(mustCreate(t, a, 1)))
	c.ports[0].Wait(func() bool { return c.nodes[0].Serve() == nil && !c.worlds[0].hosts.waiting() })
	require.Equal(t, before, c.nodes[0].Unfinished(), "its last packets are dropped")
	require.NoError(t, a.Close())
}

func mustCreate(t *testing.T, d *client.Driver, id uint32) client.Local {
	l, err := d.Create(id, 0, 64)
	require.NoError(t, err)
	return l
}

// TestHostsLeave: a process that ends waits until its packets are with its peers, but not for those that have ended.
func TestHostsLeave(t *testing.T) {
	c := newCluster(t)
	c.client(0)
	c.dead[2].Store(true)
	c.worlds[0].Leave()
	require.Equal(t, []bool{false, false, false, true}, c.worlds[0].hosts.here, "those of this host are not asked")
	require.Equal(t, sisci.NotResponding, c.worlds[3].Reach(4), "though no launcher has said so")
}

// TestHostsDamage: a node reports a message that no node sends.
func TestHostsDamage(t *testing.T) {
	long := make([]byte, ofi.MaxBody)
	long[0] = messagePart
	for name, bodies := range map[string][][]byte{
		"nothing":                  {{}},
		"less than a head":         {{0, 0}},
		"a kind that there is not": {{9, 0, 0, 0}},
		"a packet of nothing":      {{messageEnd, 0, 0, 0}},
		"no packet":                {{messageEnd, 0, 0, 0, 5}},
		"a packet without an end":  {long, long, long, long},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCluster(t)
			c.ports[0].Lock()
			for _, b := range bodies {
				c.ports[0].Send(2, ofi.SISCI, b, nil)
			}
			c.ports[0].Unlock()
			var err error
			c.ports[2].Wait(func() bool {
				c.ports[0].Progress()
				err = c.nodes[2].Serve()
				return err != nil
			})
			require.ErrorContains(t, err, "a damaged or impossible message from rank 0: ")
		})
	}
}
