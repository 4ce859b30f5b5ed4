// Package local is the conduit of ranks in one process that can access each other's memory: a put is a copy, and messages wait in bounded queues. Simulated
// machines whose network is not modelled use it; the World passes time.
package local

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
)

// World is what the conduit needs of where the ranks run.
type World interface {
	// Pace is how time passes for a rank.
	Pace(rank int) pace.Waiter

	// Wake has a rank that waits look again.
	Wake(rank int)
}

// Depth is how many messages of each kind a rank can have sent to another that have not been handled.
const Depth = 64

// Job is ranks that reach each other.
type Job struct {
	world World
	ranks []*Core
}

// New makes a job.
func New(w World, ranks int) *Job {
	j := &Job{world: w}
	for r := range ranks {
		j.ranks = append(j.ranks, &Core{job: j, pace: w.Pace(r), rank: r, room: [2][]int{filled(ranks), filled(ranks)}})
	}
	return j
}

func filled(n int) []int {
	room := make([]int, n)
	for i := range room {
		room[i] = Depth
	}
	return room
}

// Core is one rank's end.
type Core struct {
	job   *Job
	pace  pace.Waiter
	rank  int
	inbox [2][]*conduit.Arrival // requests, replies
	room  [2][]int              // that this rank has at each other: messages it may send
}

// Core answers a rank's end.
func (j *Job) Core(rank int) *Core { return j.ranks[rank] }

func (c *Core) Rank() int { return c.rank }
func (c *Core) Size() int { return len(c.job.ranks) }

// Limits are those of the data plane.
func (c *Core) Limits() conduit.Limits { return conduit.SharedMemory() }

// Request is conduit.Core's.
func (c *Core) Request(to int, m *conduit.Message) bool { return c.send(0, to, m) }

// Reply is conduit.Core's.
func (c *Core) Reply(to *conduit.Arrival, m *conduit.Message) bool { return c.send(1, to.From, m) }

func (c *Core) send(box, to int, m *conduit.Message) bool {
	if c.room[box][to] == 0 {
		return false
	}
	c.room[box][to]--
	a := &conduit.Arrival{From: c.rank, Reply: box == 1, Kind: m.Kind, Handler: m.Handler, NArgs: len(m.Args), Bytes: m.Bytes}
	copy(a.Args[:], m.Args)
	switch m.Kind {
	case conduit.Medium:
		a.Buffer, a.Own = copied(m.Source, m.Bytes)
	case conduit.Long:
		a.Buffer = m.Dest
		memory.Copy(m.Dest, m.Source, m.Bytes)
	}
	at := c.job.ranks[to]
	at.inbox[box] = append(at.inbox[box], a)
	c.job.world.Wake(to)
	return true
}

// Next is conduit.Core's.
func (c *Core) Next(replies bool) *conduit.Arrival {
	for box := 1; box >= 0; box-- {
		if box == 0 && replies {
			break
		}
		if q := c.inbox[box]; len(q) > 0 {
			c.inbox[box] = q[1:]
			return q[0]
		}
	}
	return nil
}

// Done is conduit.Core's: the sender has room for another.
func (c *Core) Done(a *conduit.Arrival) {
	box := 0
	if a.Reply {
		box = 1
	}
	c.job.ranks[a.From].room[box][c.rank]++
	c.job.world.Wake(a.From)
}

// Wait is conduit.Core's.
func (c *Core) Wait(why string, cond func() bool) { c.pace.Wait(why, cond) }

// Idle is conduit.Core's.
func (c *Core) Idle() { c.pace.Idle(1) }

// Put is conduit.Putter's: complete at once.
func (c *Core) Put(to int, dest, source uintptr, bytes uint64, _ bool, _ *conduit.Op) bool {
	memory.Copy(dest, source, bytes)
	c.job.world.Wake(to)
	return true
}

// Get is conduit.Getter's.
func (c *Core) Get(_ int, dest, source uintptr, bytes uint64, _ *conduit.Op) bool {
	memory.Copy(dest, source, bytes)
	return true
}

// Set is conduit.Setter's.
func (c *Core) Set(to int, dest uintptr, value byte, bytes uint64, _ *conduit.Op) bool {
	memory.Fill(dest, value, bytes)
	c.job.world.Wake(to)
	return true
}

var (
	_ conduit.Core   = (*Core)(nil)
	_ conduit.Putter = (*Core)(nil)
	_ conduit.Getter = (*Core)(nil)
	_ conduit.Setter = (*Core)(nil)
)
