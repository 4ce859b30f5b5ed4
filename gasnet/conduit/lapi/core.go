package lapi

import (
	"fmt"
	"sync"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/lapi"
)

// World is what the conduit needs of where its rank runs. Its methods are called without the core's lock.
type World interface {
	// Wait blocks the rank until cond holds, which is looked at now and whenever a packet may have come. why is for people.
	Wait(why string, cond func() bool)

	// Idle passes a moment after a poll without a result.
	Idle()

	// Enter begins a call of the core's, or a look inside of Wait's cond, and Settle ends it: what it has cost passes. Nothing takes time in between.
	Enter()
	Settle()

	// Header charges the call of a header handler. It is called with the core's lock, and does not block.
	Header()

	// Fail ends the job.
	Fail(err error)
}

// Link carries packets between the contexts of all ranks. Its methods are called with the core's lock, and do not block.
type Link interface {
	// Limits are for lapi.Config: bytes of a packet, and of messages that are copied at once.
	Limits() (payload, copied uint64)

	// Send queues a packet that cannot be sent now.
	Send(to int, p *lapi.Packet)

	// Poll passes the next packet that has arrived to handle, and reports whether there was one. The packet's data is valid inside handle.
	Poll(handle func(from int, p *lapi.Packet)) (bool, error)

	// Copy stores a packet's data.
	Copy(from int, p *lapi.Packet, into []lapi.Piece) error
}

// Config is a rank's part in a job.
type Config struct {
	Me, Size int
	Link     Link
	World    World

	// Tune, if not nil, says more about what packets are like.
	Tune func(c *lapi.Config)
}

// What a rank may have under way at a time.
const (
	mostRequests = 64   // to one rank, whose handlers have not run
	mostMoves    = 1024 // puts and gets
)

// Core is one rank's end of the conduit.
type Core struct {
	config Config
	copied uint64 // bytes up to which a source is copied

	mu       sync.Mutex // guards the rest
	m        *lapi.Machine
	counters map[uintptr]func() // what a counter of LAPI is here: a number, with what happens when it grows
	number   uintptr            // of the last counter or message
	requests []int              // whose handlers have not run, by rank
	moves    int
	coming   map[uintptr]*message // messages whose payload has not arrived, by the parameter of their completion handler
	came     [2][]*message        // requests, replies
	dealt    uint64               // packets, ever
	stalled  bool                 // a call has found no room since the last Idle
	before   uint64               // dealt, when it did
}

// message is the Own of an arrival.
type message struct {
	arrival conduit.Arrival
	token   uint64 // of its completion handler, which ends with Done
	memory  []byte // of a Medium's payload
}

var (
	_ conduit.Core   = (*Core)(nil)
	_ conduit.Putter = (*Core)(nil)
	_ conduit.Getter = (*Core)(nil)
)

// New makes a rank's end. Peers may have sent to it before.
func New(c Config) *Core {
	payload, copied := c.Link.Limits()
	l := lapi.Config{Task: c.Me, Tasks: c.Size, Payload: payload, Pieces: 64, Header: 1024, Copy: copied, Window: 64, AckEvery: 16}
	if c.Tune != nil {
		c.Tune(&l)
	}
	return &Core{config: c, copied: copied, m: lapi.New(l), counters: map[uintptr]func(){}, requests: make([]int, c.Size), coming: map[uintptr]*message{}}
}

// Rank, Size and Limits are conduit.Core's.
func (c *Core) Rank() int { return c.config.Me }
func (c *Core) Size() int { return c.config.Size }

// Limits are GASNet's: LAPI's are larger.
func (c *Core) Limits() conduit.Limits { return conduit.SharedMemory() }

// Wait is conduit.Core's.
func (c *Core) Wait(why string, cond func() bool) { c.config.World.Wait(why, cond) }

// Idle is conduit.Core's. After a call that found no room it blocks until a packet has come since, which may have been served before Idle.
func (c *Core) Idle() {
	c.mu.Lock()
	stalled, before := c.stalled, c.before
	c.stalled = false
	c.mu.Unlock()
	if !stalled {
		c.config.World.Idle()
		return
	}
	c.config.World.Wait("room for a message", func() bool {
		c.config.World.Enter()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.serve()
		return c.dealt != before || len(c.came[0])+len(c.came[1]) > 0
	})
}

// enter begins a call, with the lock, and leave ends it.
func (c *Core) enter() {
	c.config.World.Enter()
	c.mu.Lock()
}

func (c *Core) leave() {
	c.mu.Unlock()
	c.config.World.Settle()
}

// stall notes that there is no room, and answers false.
func (c *Core) stall() bool {
	c.stalled, c.before = true, c.dealt
	return false
}

// counter makes a counter that calls f when it grows, once.
func (c *Core) counter(f func()) uintptr {
	c.number++
	c.counters[c.number] = f
	return c.number
}

const mostAtOnce = 64 // packets of one poll

// serve deals with packets that have arrived. Needs the lock, as does the rest.
func (c *Core) serve() {
	for range mostAtOnce {
		some, err := c.config.Link.Poll(func(from int, p *lapi.Packet) {
			c.dealt++
			c.m.Arrive(from, p)
			c.perform()
		})
		if err != nil {
			c.fail(err)
		}
		if !some {
			return
		}
	}
}

// perform carries out what the machine wants.
func (c *Core) perform() {
	for c.m.HasEffects() {
		for _, e := range c.m.Effects() {
			switch e := e.(type) {
			case lapi.Send:
				c.config.Link.Send(e.To, e.Packet)
			case lapi.Deposit:
				if err := c.config.Link.Copy(e.From, e.Packet, e.Into); err != nil {
					c.fail(fmt.Errorf("data of rank %d: %w", e.From, err))
				}
				c.m.Deposited(e.Token)
			case lapi.Bump:
				f := c.counters[e.Cntr]
				delete(c.counters, e.Cntr)
				f()
			case lapi.RunHeader:
				c.headed(e)
			case lapi.RunCompletion:
				c.completed(e)
			}
		}
	}
}

// await blocks until cond holds, and serves packets meanwhile, but runs no handler of the program. cond is called with the lock, which is free while the rank waits.
func (c *Core) await(why string, cond func() bool) {
	if cond() {
		return
	}
	c.leave()
	c.config.World.Wait(why, func() bool {
		c.config.World.Enter()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.serve()
		return cond()
	})
	c.enter()
}

// fail ends the job.
func (c *Core) fail(err error) {
	c.mu.Unlock()
	defer c.mu.Lock()
	c.config.World.Fail(err)
}

// Repeater is for the timers of a link that loses packets.
func (c *Core) Repeater() lapi.Repeater {
	return lapi.Repeater{Lock: &c.mu, Machine: c.m, Perform: c.perform}
}
