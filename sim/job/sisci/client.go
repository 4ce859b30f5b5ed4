package sisci

import (
	"gasnetgo/sim/job"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// Client is a client inside of the library on a rank. Its calls charge what they cost where that is not the adapter's: those that go to the driver are calls of it.
type Client struct {
	*client.Driver
	world *world
}

// NewClient makes a client's process on a rank's node. Check has said that the machine has adapters.
func NewClient(r *job.Rank) (*Client, error) {
	w := of(r)
	d, err := w.node().Client(sharing{w})
	if err != nil {
		return nil, err
	}
	return &Client{d, w}, nil
}

// MostBytes is how large a segment can be.
func (c *Client) MostBytes() uint64 {
	if most := c.world.api.net.Driver.Segment; most > 0 {
		return most
	}
	return mostBytes
}

func (c *Client) called(n int) { c.world.rank.Port.ChargeCalls(n) }

// Create is the driver's: three calls.
func (c *Client) Create(id uint32, at uintptr, bytes uint64) (client.Local, error) {
	c.called(3)
	return c.Driver.Create(id, at, bytes)
}

// Export is the driver's, as the others are.
func (c *Client) Export(l client.Local) error {
	c.called(1)
	return c.Driver.Export(l)
}

// Connect sends a packet besides.
func (c *Client) Connect(node, id uint32) (sisci.Ticket, error) {
	c.called(1)
	return c.Driver.Connect(node, id)
}

// Map makes a sequence besides, which is no call of the driver.
func (c *Client) Map(remote sisci.Handle) (client.Map, error) {
	c.called(1)
	return c.Driver.Map(remote)
}

// Queue makes a DMA queue.
func (c *Client) Queue() (sisci.Handle, error) {
	c.called(1)
	return c.Driver.Queue()
}

// Copy begins when what the call has cost so far has passed.
func (c *Client) Copy(m client.Map, offset uint64, from uintptr, bytes uint64) error {
	c.world.rank.Port.Settle()
	return c.Driver.Copy(m, offset, from, bytes)
}

// Post begins likewise. The call of the driver is in the engine's setup.
func (c *Client) Post(queue sisci.Handle, from client.Local, fromOffset uint64, remote sisci.Handle, offset, bytes uint64) error {
	c.world.rank.Port.Settle()
	return c.Driver.Post(queue, from, fromOffset, remote, offset, bytes)
}

// WaitPolling blocks the rank until cond holds, which polls: it charges its polls, and is evaluated again whenever a segment of this rank has been written to or the driver has done something.
func (c *Client) WaitPolling(why string, cond func() bool) {
	c.world.Wait(why, func() bool {
		held := cond()
		c.world.rank.Port.Settle()
		return held
	})
}
