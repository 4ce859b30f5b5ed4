package sci

import (
	"errors"
	"fmt"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// export makes the segments that other ranks write to, and lets them connect.
func (c *Core) export() error {
	n := c.Size()
	for sender := range n {
		l, err := c.create(commandID(c.me, sender), 0, commandBytes)
		if err != nil {
			return err
		}
		c.commands = append(c.commands, l)
	}
	var err error
	c.flags, err = c.create(flagsID(c.me, n), 0, flagBytes(n))
	if err != nil {
		return err
	}
	for _, l := range append(c.commands, c.flags) {
		if err := c.port.Export(l); err != nil {
			return err
		}
	}
	return nil
}

// create makes a segment. Memory of SISCI's is filled with zeros.
func (c *Core) create(id uint32, at uintptr, bytes uint64) (client.Local, error) {
	l, err := c.port.Create(id, at, bytes)
	if err == nil && at == 0 {
		memory.Fill(l.At, 0, l.Bytes)
	}
	return l, err
}

// connecting is a connection that is being made with a segment of a rank, and what it is for.
type connecting struct {
	rank    int
	id      uint32
	into    *client.Map
	ticket  sisci.Ticket
	tried   bool // there is a ticket
	tries   int
	refused error
}

// Connect makes the connections with all ranks. It blocks until all ranks have called New, or have not after Options.Tries tries.
func (c *Core) Connect() error {
	c.mu.Lock()
	defer c.leave()
	var left []*connecting
	for r := range c.peers {
		p := &c.peers[r]
		left = append(left, &connecting{rank: r, id: commandID(r, c.me), into: &p.command}, &connecting{rank: r, id: flagsID(r, c.Size()), into: &p.flags})
	}
	for len(left) > 0 {
		for _, x := range left {
			if err := c.begin(x); err != nil {
				return err
			}
		}
		var again []*connecting
		for _, x := range left {
			if err := c.end(x); err != nil {
				return err
			}
			if x.refused != nil {
				again = append(again, x)
			}
		}
		if left = again; len(left) > 0 {
			c.pause()
		}
	}
	return nil
}

// pause passes time, without the lock.
func (c *Core) pause() {
	c.leave()
	defer c.mu.Lock()
	c.config.World.Pause()
}

// begin tries a connection.
func (c *Core) begin(x *connecting) (err error) {
	x.tries++
	x.ticket, err = c.port.Connect(c.config.Nodes[x.rank], x.id)
	x.tried, x.refused = err == nil, nil
	return c.absent(x, err)
}

// end waits for the result of a try.
func (c *Core) end(x *connecting) (err error) {
	if !x.tried {
		return nil
	}
	var remote sisci.Handle
	c.await("connections with all ranks", func() (done bool) {
		remote, done, err = c.port.Connected(x.ticket)
		return done
	})
	if err != nil {
		return c.absent(x, err)
	}
	*x.into, err = c.port.Map(remote)
	return err
}

// absent notes that a rank has not exported its segments yet. It is an error after too many tries, or if there is another one.
func (c *Core) absent(x *connecting, err error) error {
	var e *client.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sisci.NoSuchSegment, sisci.NoSuchNode, sisci.NotResponding:
		x.refused = err
		if x.tries < c.config.Options.Tries {
			return nil
		}
		return fmt.Errorf("%s has not exported its segments after %d tries: %w", c.name(x.rank), x.tries, err)
	}
	return fmt.Errorf("%s: %w", c.name(x.rank), err)
}

// exchange is a pair of numbers of each rank, sent as messages of the conduit's own. A rank may begin the next exchange while others have not finished this one, so there are two
// places.
type exchange struct {
	phase int
	came  [2]int
	all   [2][][2]uint64
}

const handleExchange = conduit.FirstConduit // args: phase, two numbers of 64 bits, low half first

// Exchange is what all ranks have contributed, by rank. Collective, and blocks until all ranks have called it. Between Connect and Attach.
func (c *Core) Exchange(mine uint64) ([]uint64, error) {
	c.mu.Lock()
	defer c.leave()
	all := make([]uint64, c.Size())
	for r, v := range c.exchanged([2]uint64{mine}) {
		all[r] = v[0]
	}
	return all, nil
}

func (c *Core) exchanged(mine [2]uint64) [][2]uint64 {
	x := &c.exchange
	at := x.phase & 1
	c.contributed(at, c.me, mine)
	args := []int32{int32(at)}
	for _, v := range mine {
		args = append(args, int32(uint32(v)), int32(uint32(v>>32)))
	}
	next := 0 // rank to send to
	c.await("an exchange between all ranks", func() bool {
		c.poll()
		for ; next < c.Size(); next++ {
			if next != c.me && !c.request(next, &conduit.Message{Kind: conduit.Short, Handler: handleExchange, Args: args}) {
				return false
			}
		}
		return x.came[at] == c.Size()
	})
	all := x.all[at]
	x.all[at], x.came[at] = nil, 0
	x.phase++
	return all
}

// contributed stores the numbers of a rank.
func (c *Core) contributed(at, rank int, v [2]uint64) {
	x := &c.exchange
	if x.all[at] == nil {
		x.all[at] = make([][2]uint64, c.Size())
	}
	x.all[at][rank] = v
	x.came[at]++
}

// received handles a message between conduits.
func (c *Core) received(a *arrival) {
	if a.Handler != handleExchange || a.NArgs != 5 || a.Reply || a.Kind != conduit.Short {
		c.fail(fmt.Errorf("a message for handler %d of the conduit has arrived from %s", a.Handler, c.name(a.From)))
		return
	}
	number := func(i int) uint64 { return uint64(uint32(a.Args[i])) | uint64(uint32(a.Args[i+1]))<<32 }
	c.contributed(int(a.Args[0]&1), a.From, [2]uint64{number(1), number(3)})
}

// Attach makes this rank's segment: at is its memory, or 0 if SISCI is to allocate it, which then is zeroed. It returns the segments of all ranks, and blocks until all ranks have
// called it. A core that has begun without bytes may be attached a second time.
func (c *Core) Attach(at uintptr, bytes uint64) ([]Segment, error) {
	c.mu.Lock()
	defer c.leave()
	o := c.config.Options
	if bytes > o.Segment {
		return nil, fault.New("segsize", bytes, "more than the %d bytes that a segment of SISCI can have here", o.Segment)
	}
	var err error
	if bytes > 0 {
		if c.payload, err = c.create(payloadID(c.me, c.Size()), at, bytes); err != nil {
			return nil, err
		}
		if err = c.port.Export(c.payload); err != nil {
			return nil, err
		}
	}
	if c.segments == nil { // the first time
		if c.engine.staging, err = c.create(stagingID(c.me, c.Size()), 0, o.Staging); err != nil {
			return nil, err
		}
		if c.engine.queue, err = c.port.Queue(); err != nil {
			return nil, err
		}
	}
	all := make([]Segment, c.Size())
	for r, v := range c.exchanged([2]uint64{uint64(c.payload.At), bytes}) {
		all[r] = Segment{uintptr(v[0]), v[1]}
	}
	c.segments = all
	return all, nil
}

// Close ends all connections and segments. Nothing is in progress: all ranks have returned from what they have sent.
func (c *Core) Close() error { return c.port.Close() }
