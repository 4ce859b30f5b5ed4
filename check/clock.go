package check

// component numbers what has a time of its own: a thread, or a stream of operations.
type component uint16

// tick is a time of a component.
type tick uint32

// clock is what is known to have happened: of each component, everything up to a tick.
type clock struct {
	ticks []tick

	// delivered has operations of streams that are known to have arrived at one rank, though their issuer does not know it yet.
	delivered map[arrival]tick
}

// arrival is a stream of operations as one rank receives it.
type arrival struct {
	stream component
	target int32
}

func (c *clock) of(k component) tick {
	if int(k) < len(c.ticks) {
		return c.ticks[k]
	}
	return 0
}

// raise has a component be known up to a tick.
func (c *clock) raise(k component, t tick) {
	for int(k) >= len(c.ticks) {
		c.ticks = append(c.ticks, 0)
	}
	c.ticks[k] = max(c.ticks[k], t)
}

// arrive has a stream be known to have arrived up to a tick.
func (c *clock) arrive(a arrival, t tick) {
	if t <= c.of(a.stream) || t <= c.delivered[a] {
		return
	}
	if c.delivered == nil {
		c.delivered = map[arrival]tick{}
	}
	c.delivered[a] = t
}

// join adds what another clock knows.
func (c *clock) join(other *clock) {
	for len(c.ticks) < len(other.ticks) {
		c.ticks = append(c.ticks, 0)
	}
	for k, t := range other.ticks {
		c.ticks[k] = max(c.ticks[k], t)
	}
	for a, t := range other.delivered {
		c.arrive(a, t)
	}
	for a, t := range c.delivered {
		if t <= c.of(a.stream) {
			delete(c.delivered, a)
		}
	}
}

func (c *clock) copy() *clock {
	d := new(clock)
	d.join(c)
	return d
}
