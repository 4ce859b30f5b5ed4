package gasnet

import (
	"runtime"

	"gasnetgo/gasnet/conduit"
)

// channels is the data plane's channels as a conduit, for calls that go through Go, and between the ranks of a host in a job of several. It implements only
// the core, so that package reference does all the rest: one of its purposes is to test that package.
type channels struct {
	world *world
	taken [2][]bool // by role and sender: its oldest message has been given out, the next one waits behind it
	turn  int       // sender to look at next, of those of this host
}

func newChannels(w *world) *channels {
	return &channels{world: w, taken: [2][]bool{make([]bool, w.Size()), make([]bool, w.Size())}}
}

func (c *channels) Rank() int { return c.world.Rank() }
func (c *channels) Size() int { return c.world.Size() }

// Limits are the channels'.
func (c *channels) Limits() conduit.Limits { return conduit.SharedMemory() }

// Request is conduit.Core's.
func (c *channels) Request(to int, m *conduit.Message) bool {
	return c.world.plane.Send(0, to, m)
}

// Reply is conduit.Core's.
func (c *channels) Reply(to *conduit.Arrival, m *conduit.Message) bool {
	return c.world.plane.Send(1, to.From, m)
}

// Next is conduit.Core's. A sender's messages are given out one at a time, since their room is given back in order.
func (c *channels) Next(replies bool) *conduit.Arrival {
	first, ranks := c.world.Job.LocalFirst, c.world.Job.LocalSize
	for role := 1; role >= 0; role-- {
		if role == 0 && replies {
			break
		}
		for i := range ranks {
			from := first + (c.turn+i)%ranks
			if c.taken[role][from] {
				continue
			}
			if a := c.world.plane.Next(role, from); a != nil {
				a.From, a.Reply = from, role == 1
				c.taken[role][from] = true
				c.turn = from + 1 - first
				return a
			}
		}
	}
	return nil
}

// Done is conduit.Core's.
func (c *channels) Done(a *conduit.Arrival) {
	role := 0
	if a.Reply {
		role = 1
	}
	c.taken[role][a.From] = false
	c.world.plane.Done(role, a.From)
}

// Wait is conduit.Core's.
func (c *channels) Wait(_ string, cond func() bool) { c.world.node.Wait(cond) }

// Idle is conduit.Core's.
func (c *channels) Idle() { runtime.Gosched() }

var _ conduit.Core = (*channels)(nil)
