// Package template is where a new conduit begins: copy it, and have each method do what package conduit says of it. It compiles, and refuses everything.
package template

import "gasnetgo/gasnet/conduit"

// Core is one rank's end of the network.
type Core struct {
	rank, size int
}

// New creates a rank's endpoint. A conduit opens its network here; it declares its needs in a World interface of its own, which embeds pace.Pace.
func New(rank, size int) *Core { return &Core{rank, size} }

func (c *Core) Rank() int { return c.rank }
func (c *Core) Size() int { return c.size }

// Limits: a Medium that fits into what the conduit receives into, a Long that fits into one transfer.
func (c *Core) Limits() conduit.Limits {
	return conduit.Limits{Medium: 512, LongRequest: 1 << 20, LongReply: 1 << 20}
}

// Request needs room at the receiver (a credit, a slot) and here (a send buffer); without either it answers false. A small Long may travel packed, bytes behind the
// header; a large one is a put and then a header, and the receiver's Next hands it out when both are there.
func (c *Core) Request(to int, m *conduit.Message) bool { return false }

// Reply uses the resources reserved when its request was received.
func (c *Core) Reply(to *conduit.Arrival, m *conduit.Message) bool { return false }

// Next takes one message from the network.
func (c *Core) Next(replies bool) *conduit.Arrival { return nil }

// Done gives the buffer back to the network, and the sender its credit.
func (c *Core) Done(a *conduit.Arrival) {}

// Wait sleeps until the network has something.
func (c *Core) Wait(why string, cond func() bool) {
	for !cond() {
		c.Idle()
	}
}

// Idle lets time pass.
func (c *Core) Idle() {}

var _ conduit.Core = (*Core)(nil)
