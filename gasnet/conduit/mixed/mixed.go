// Package mixed is GASNet's conduit on several hosts: shared memory to the ranks of this host, a network to all others.
package mixed

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
)

// Network is a conduit that moves memory, too.
type Network interface {
	conduit.Core
	conduit.Putter
	conduit.Getter
}

// Config is what a conduit works with. All is needed.
type Config struct {
	Local   conduit.Core // to ranks whose memory this rank sees
	Network Network

	// Here says which ranks Local reaches. Notify wakes one of those, which may wait, to check its memory again.
	Here   func(rank int) bool
	Notify func(rank int)

	// Wait blocks the rank until cond holds, and has cond looked at when either conduit has something.
	Wait func(why string, cond func() bool)
}

// Core is one rank's end.
type Core struct {
	Config
	networkFirst bool // where Next looks first
}

var (
	_ conduit.Core   = (*Core)(nil)
	_ conduit.Putter = (*Core)(nil)
	_ conduit.Getter = (*Core)(nil)
)

// New makes a rank's end.
func New(c Config) *Core { return &Core{Config: c} }

func (c *Core) Rank() int { return c.Network.Rank() }
func (c *Core) Size() int { return c.Network.Size() }

func (c *Core) to(rank int) conduit.Core {
	if c.Here(rank) {
		return c.Local
	}
	return c.Network
}

// Limits are what both can carry.
func (c *Core) Limits() conduit.Limits {
	n, f := c.Local.Limits(), c.Network.Limits()
	return conduit.Limits{Medium: min(n.Medium, f.Medium), LongRequest: min(n.LongRequest, f.LongRequest), LongReply: min(n.LongReply, f.LongReply)}
}

// Request, Reply and Done are conduit.Core's.
func (c *Core) Request(to int, m *conduit.Message) bool            { return c.to(to).Request(to, m) }
func (c *Core) Reply(to *conduit.Arrival, m *conduit.Message) bool { return c.to(to.From).Reply(to, m) }
func (c *Core) Done(a *conduit.Arrival)                            { c.to(a.From).Done(a) }

// Next is conduit.Core's: the conduits take turns, and each is polled, because that is where its operations end.
func (c *Core) Next(replies bool) *conduit.Arrival {
	c.networkFirst = !c.networkFirst
	if c.networkFirst {
		if a := c.Network.Next(replies); a != nil {
			return a
		}
		return c.Local.Next(replies)
	}
	if a := c.Local.Next(replies); a != nil {
		return a
	}
	return c.Network.Next(replies)
}

// Wait and Idle are conduit.Core's.
func (c *Core) Wait(why string, cond func() bool) { c.Config.Wait(why, cond) }
func (c *Core) Idle()                             { c.Network.Idle() }

// Put is conduit.Putter's: to a rank of this host a copy, complete at once.
func (c *Core) Put(to int, dest, source uintptr, bytes uint64, bulk bool, op *conduit.Op) bool {
	if !c.Here(to) {
		return c.Network.Put(to, dest, source, bytes, bulk, op)
	}
	memory.Copy(dest, source, bytes)
	c.Notify(to)
	return true
}

// Get is conduit.Getter's.
func (c *Core) Get(from int, dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	if !c.Here(from) {
		return c.Network.Get(from, dest, source, bytes, op)
	}
	memory.Copy(dest, source, bytes)
	return true
}
