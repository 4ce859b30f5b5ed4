package client

// Await blocks until cond holds or the client has failed. It releases the lock while it waits; cond is called with the lock held. why is text for reports.
func (c *Client) Await(why string, cond func() bool) error {
	if c.failed != nil || cond() {
		return c.failed
	}
	c.Host.Unlock()
	c.Wait(why, func() bool {
		c.Host.Lock()
		defer c.Host.Unlock()
		return c.serve(cond)
	})
	c.Host.Lock()
	return c.failed
}

// serve receives messages until cond holds or none is left.
func (c *Client) serve(cond func() bool) bool {
	for {
		c.poll()
		if c.failed != nil || cond() {
			return true
		}
		if !c.Link.Serve() {
			return false
		}
	}
}

// Quiet waits until all operations of a context that have been started before it are complete. Operations that other threads start meanwhile do not count.
func (c *Client) Quiet(why string, context uint32) error {
	l, last := c.list(context), c.table.seq
	if l.first == nil {
		return c.failed
	}
	return c.Await(why, func() bool {
		first := c.list(context).first // contexts may have moved
		return first == nil || first.seq > last
	})
}

// Progress receives messages without waiting.
func (c *Client) Progress() {
	c.Polls()
	c.Host.Lock()
	defer c.Host.Unlock()
	c.poll()
	for c.Link.Serve() {
	}
}
