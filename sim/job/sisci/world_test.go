package sisci

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/sim"
	"gasnetgo/sim/job"
	"gasnetgo/sim/machine"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// arena is a process of ranks that are Go functions: their segments are Go's memory, and addresses without memory are numbers.
type arena struct {
	kept   [][]byte
	hidden map[uintptr]uint64
	next   uintptr
}

func (a *arena) Reserve(bytes, align uint64) (uintptr, error) {
	b := memory.Room(int(bytes + align))
	a.kept = append(a.kept, b)
	at := memory.Address(b)
	return at + uintptr(-uint64(at)&(align-1)), nil
}

func (a *arena) Hide(_ int, bytes uint64) (uintptr, error) {
	a.next += 1 << 40
	a.hidden[a.next] = bytes
	return a.next, nil
}

func (a *arena) Unhide(_ int, at uintptr) { delete(a.hidden, at) }

func (a *arena) Watch(int, uintptr, uint64) error { return nil }

func (a *arena) Unwatch(int, uintptr) {}

func (a *arena) Reach(int, uintptr, uint64) bool { return true }

func (a *arena) Fetch(_ int, at uintptr, into []byte) {
	copy(into, memory.Bytes(at, uint64(len(into))))
}

func (a *arena) Data(int) (uintptr, uint64) { return 0, 0 }

// ranks runs a body on ranks of the machine sci, with nodes of one time in another order if shuffle is not 0.
func ranks(t *testing.T, n int, shuffle uint64, body func(r *job.Rank, c *Client)) *arena {
	k := &sim.Kernel{}
	if shuffle != 0 {
		k.Shuffle(shuffle)
	}
	m, err := machine.Builtin("sci")
	require.NoError(t, err)
	b, err := m.Build(k, n, nil)
	require.NoError(t, err)
	a := &arena{hidden: map[uintptr]uint64{}}
	j := job.New(k, job.Config{Network: b.Network, Costs: b.Costs, Nodes: b.Nodes, Memory: a, APIs: []job.API{&Job{}}}, func(r *job.Rank) {
		c, err := NewClient(r)
		require.NoError(t, err)
		body(r, c)
	})
	require.NoError(t, j.World.Run())
	return a
}

// exported is a segment that others can connect with, filled with zeros.
func (c *Client) exported(t *testing.T, id uint32, bytes uint64) client.Local {
	l, err := c.Create(id, 0, bytes)
	require.NoError(t, err)
	memory.Fill(l.At, 0, bytes)
	require.NoError(t, c.Export(l))
	return l
}

// connected is a connection with a segment of a rank.
func (c *Client) connected(t *testing.T, rank int, id uint32) (remote sisci.Handle) {
	ticket, err := c.Connect(ID(rank), id)
	require.NoError(t, err)
	done := false
	c.WaitPolling("a connection", func() bool {
		remote, done, err = c.Connected(ticket)
		return done
	})
	require.NoError(t, err)
	return remote
}

func (c *Client) polls(l client.Local, at uint64) func() bool {
	return func() bool {
		c.world.rank.Port.ChargeLooks(1)
		if c.Load(l, at) == 0 {
			return false
		}
		c.world.rank.Port.ChargeTakes(1)
		return true
	}
}

// TestStore is the figure of the paper: a store of 80 bytes, until a poll at the other node has found the last one. Times of checks and transfers are never accidental, either.
func TestStore(t *testing.T) {
	var begun, seen, left, visible, moved sim.Time
	a := ranks(t, 2, 0, func(r *job.Rank, c *Client) {
		if r.ID() == 1 {
			l := c.exported(t, 7, 4096)
			r.Port.Barrier()
			c.WaitPolling("a store", c.polls(l, 79))
			seen = r.Now()
			for i := range uint64(80) {
				require.EqualValues(t, i+1, c.Load(l, i))
			}
			r.Port.Barrier()
			require.NoError(t, c.Close())
			return
		}
		r.Port.Barrier()
		remote := c.connected(t, 1, 7)
		m, err := c.Map(remote)
		require.NoError(t, err)
		data := make([]byte, 80)
		for i := range data {
			data[i] = byte(i + 1)
		}
		r.Port.Settle()
		begun = r.Now()
		c.Store(m, 0, data)
		left = r.Now()
		r.Spend(10 * sim.Microsecond)
		second := r.Now()
		c.Store(m, 128, data)
		status, err := c.Check(m)
		require.NoError(t, err)
		require.Equal(t, sisci.SequenceOK, status)
		visible = r.Now() - second
		q, err := c.Queue()
		require.NoError(t, err)
		own, err := c.Create(8, 0, 4096)
		require.NoError(t, err)
		r.Port.Settle()
		before := r.Now()
		require.NoError(t, c.Post(q, own, 0, remote, 1024, 1024))
		c.WaitPolling("a transfer", func() bool {
			done, err := c.Posted(q)
			require.NoError(t, err)
			return done
		})
		moved = r.Now() - before
		r.Port.Barrier()
		require.NoError(t, c.Close())
	})
	require.Equal(t, "3.099796us", (seen - begun).String())
	require.Equal(t, "901.518ns", (left - begun).String())
	require.Equal(t, "3.999351us", visible.String())
	require.Equal(t, "17.546119us", moved.String())
	require.Empty(t, a.hidden)
}
