package sci

import (
	"fmt"
	"sync"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
	"gasnetgo/internal/pace"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// Config is a rank's part in a job.
type Config struct {
	Port    Port
	World   World
	Nodes   []uint32 // SCI ids by rank, from the job's configuration: see package nodes
	Options Options
}

// Segment is a rank's segment, at that rank's address.
type Segment struct {
	Base  uintptr
	Bytes uint64
}

// Core is one rank's end of the conduit.
type Core struct {
	config Config
	port   Port
	me     int

	mu       sync.Locker    // guards the rest; held while stores take time
	commands []client.Local // by sender: local segment pointers
	flags    client.Local
	peers    []peer
	exchange exchange
	segments []Segment // by rank, once the rank is attached
	payload  client.Local
	engine   engine

	came    [2]queue // the work queue: requests, replies
	unused  *arrival
	barren  int    // polls without a message, since the ready flags were read
	changed uint64 // things that a call without space may wait for and that have happened, ever
	stalled stall
}

// peer is what this rank knows of a rank, which may be itself.
type peer struct {
	command client.Map // of the segment that this rank sends to: remote segment pointers
	flags   client.Map
	sent    [pairs]bool // message location status: the request of a slot has been sent, and has not been replied to
	unsure  [slots]bool // what has been stored in a slot may not be visible yet

	summed, verified [slots]uint64 // command messages with a checksum in a slot: sent to the rank; received from it
	payload          imported
}

// stall is a call that has found no space since the last Idle.
type stall struct {
	yes     bool
	reply   bool   // it was a reply, whose caller receives only replies meanwhile
	changed uint64 // of Core, at that time
}

var _ conduit.Core = (*Core)(nil)

// New makes a rank's end and exports its command segments. It does not block. Connect makes the connections.
func New(c Config) (*Core, error) {
	if err := c.Options.check(c.Port.DMAAlign()); err != nil {
		return nil, err
	}
	n := len(c.Nodes)
	if n < 1 || n > MostRanks {
		return nil, fault.New("ranks", n, "not in 1..%d", MostRanks)
	}
	core := &Core{config: c, port: c.Port, me: -1, mu: pace.LockOf(c.World), peers: make([]peer, n)}
	id, err := c.Port.NodeID()
	if err != nil {
		return nil, err
	}
	for rank, node := range c.Nodes {
		if node == id {
			core.me = rank
		}
	}
	if core.me < 0 {
		return nil, fmt.Errorf("this node has the SCI id %d, which the job's configuration does not have", id)
	}
	return core, core.export()
}

// Rank, Size and Limits are conduit.Core's.
func (c *Core) Rank() int { return c.me }
func (c *Core) Size() int { return len(c.peers) }

// Limits: a Medium fits into a slot, a Long into the segment from which DMA sends.
func (c *Core) Limits() conduit.Limits { return c.config.Options.Limits() }

// Limits are those of a core with these options.
func (o Options) Limits() conduit.Limits {
	return conduit.Limits{Medium: MaxMedium, LongRequest: o.Staging, LongReply: o.Staging}
}

// Wait is conduit.Core's.
func (c *Core) Wait(why string, cond func() bool) { c.config.World.Wait(why, cond) }

// Idle is conduit.Core's. After a call that has found no space it blocks until that may have changed.
func (c *Core) Idle() {
	c.mu.Lock()
	s := c.stalled
	c.stalled = stall{}
	c.mu.Unlock()
	if !s.yes {
		c.config.World.Idle(1)
		return
	}
	c.config.World.Wait("space for a message", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.progress()
		c.poll()
		return c.changed != s.changed || !c.came[1].empty() || !s.reply && !c.came[0].empty()
	})
}

// leave ends a call, which has the lock.
func (c *Core) leave() {
	c.mu.Unlock()
	c.config.World.Settle()
}

// charge charges work. Needs the lock, as do all that follow.
func (c *Core) charge(w Work, n uint64) { c.config.World.Charge(w, n) }

// stall notes that there is no space, and returns false.
func (c *Core) stall(reply bool) bool {
	c.stalled = stall{true, reply, c.changed}
	return false
}

// await blocks until cond holds, which is called with the lock. It runs no handler, and the lock is free while the rank waits. A simulated rank that is stopped meanwhile leaves by a
// panic.
func (c *Core) await(why string, cond func() bool) {
	if c.progress(); cond() {
		return
	}
	c.leave()
	defer c.mu.Lock()
	c.config.World.Wait(why, func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.progress()
		return cond()
	})
}

// progress deals with all that has happened but messages.
func (c *Core) progress() {
	c.try(c.port.Serve())
	c.importing()
	c.transferred()
}

// fail ends the job. In worlds where that returns the core is of no use any more.
func (c *Core) fail(err error) {
	c.mu.Unlock()
	defer c.mu.Lock()
	c.config.World.Fail(err)
}

// try fails with an error, if it is one.
func (c *Core) try(err error) bool {
	if err != nil {
		c.fail(err)
	}
	return err == nil
}

// name is a rank for error messages.
func (c *Core) name(rank int) string {
	return fmt.Sprintf("rank %d (node %d)", rank, c.config.Nodes[rank])
}

// check returns true when what has been stored through a map is visible, and false if some of it must be stored again. It waits while the link is down.
func (c *Core) check(to int, m client.Map) bool {
	var status sisci.SequenceStatus
	verify := func() bool {
		var err error
		status, err = c.port.Check(m)
		if err == nil && status == sisci.SequenceNotRetriable {
			err = fmt.Errorf("%s has ended the connection", c.name(to))
		}
		return !c.try(err) || status != sisci.SequencePending
	}
	if !verify() {
		c.await("the link to "+c.name(to), verify)
	}
	return status != sisci.SequenceRetriable
}
