package client

import (
	"cmp"

	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// Config is what a client works with. Name, Host, Link and Wait are required.
type Config struct {
	// Name is the API, for error messages.
	Name string

	// Host is the interface with its lock, Link its network. Open adds a hook.
	Host *process.Host
	Link process.Link

	// Index is the first of the client's portal indices, the same on all ranks.
	Index uint32

	// Events is the capacity of each event queue: the largest number of events between two calls of the hook. 0 means 1024, which is more than enough for a
	// link that handles some tens of messages at a time.
	Events uint64

	// Wait blocks the rank until cond holds. It checks cond at once, after each call of the hooks, and from time to time. The host is not locked when Wait
	// calls cond. why is text for reports of deadlocks.
	Wait func(why string, cond func() bool)

	// Polls, if not nil, is called when a thread of the program polls for messages without waiting.
	Polls func()
}

// Client is one rank's use of Portals by one API. Several threads may use it at once.
type Client struct {
	Config
	arrivals   queues
	operations queues
	polled     []*Queue
	table      table
	contexts   []list
	failed     error // the first failure: from then on all calls return it
	draining   bool
	unhook     func()        // nil while the client is not open
	event      portals.Event // dispatched last

	// Close frees these and the queues.
	entries     []*Entry
	descriptors []portals.Handle
}

// New returns a client without objects.
func New(c Config) *Client {
	c.Events = cmp.Or(c.Events, 1024)
	if c.Polls == nil {
		c.Polls = func() {}
	}
	return &Client{Config: c}
}

// Open calls create, which creates the client's objects, with the lock held, and then serves events. If an object cannot be created, it frees all others
// and returns the error.
func (c *Client) Open(create func(*Setup)) error {
	c.Host.Lock()
	defer c.Host.Unlock()
	if err := c.Add(create); err != nil {
		c.free()
		return err
	}
	c.unhook = c.Host.AddHook(c.after)
	return nil
}

// Close frees the client's objects. No operation of any rank is in flight.
func (c *Client) Close() {
	c.Host.Lock()
	defer c.Host.Unlock()
	if c.unhook != nil {
		c.unhook()
		c.unhook = nil
	}
	c.free()
}

// Err is the client's first failure, or nil. A client that has failed starts no more operations and waits for nothing.
func (c *Client) Err() error { return c.failed }

// Fail records a failure, unless there was one.
func (c *Client) Fail(err error) {
	if c.failed == nil {
		c.failed = err
	}
}
