package lapi

import (
	"sync"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/pace"
	"gasnetgo/lapi/client"
)

// World is what the conduit needs of where its rank runs. Its methods are called without the core's lock, but for Charge, with pace.Handler. Settle ends a call of the core's.
type World interface {
	pace.Pace

	// Enter begins a call of the core's, or of Wait's cond: nothing takes time before its Settle, or before cond returns.
	Enter()
}

// Config is a rank's part in a job.
type Config struct {
	Me, Size int
	Link     client.Link
	World    World
}

// What a rank may have under way at a time.
const (
	mostRequests = 64   // to one rank, whose handlers have not run
	mostMoves    = 1024 // puts and gets
)

// Core is one rank's end of the conduit.
type Core struct {
	config Config

	mu       sync.Mutex // guards the rest
	m        *client.Driver
	counters client.Numbers // what happens when a counter of LAPI grows
	requests []int          // whose handlers have not run, by rank
	moves    int
	last     uintptr              // key of coming, of the last message
	coming   map[uintptr]*message // messages whose payload has not arrived, by the parameter of their completion handler
	came     [2][]*message        // requests, replies
	stalled  bool                 // a call has found no space since the last Idle
	before   uint64               // packets, when it did
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
	core := &Core{config: c, requests: make([]int, c.Size), coming: map[uintptr]*message{}}
	core.m = client.New(client.Config{Task: c.Me, Tasks: c.Size, Link: c.Link, Handler: (*effects)(core)})
	return core
}

// Rank, Size and Limits are conduit.Core's.
func (c *Core) Rank() int { return c.config.Me }
func (c *Core) Size() int { return c.config.Size }

// Limits are GASNet's: LAPI's are larger.
func (c *Core) Limits() conduit.Limits { return conduit.SharedMemory() }

// Wait is conduit.Core's.
func (c *Core) Wait(why string, cond func() bool) { c.config.World.Wait(why, cond) }

// Idle is conduit.Core's. After a call that found no space it blocks until a packet has come since, which may have been served before Idle.
func (c *Core) Idle() {
	c.mu.Lock()
	stalled, before := c.stalled, c.before
	c.stalled = false
	c.mu.Unlock()
	if !stalled {
		c.config.World.Idle(1)
		return
	}
	c.config.World.Wait("room for a message", func() bool {
		c.config.World.Enter()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.serve()
		return c.m.Packets != before || len(c.came[0])+len(c.came[1]) > 0
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

// stall notes that there is no space, and answers false.
func (c *Core) stall() bool {
	c.stalled, c.before = true, c.m.Packets
	return false
}

// serve deals with packets that have arrived. Needs the lock, as does the rest.
func (c *Core) serve() {
	if _, err := c.m.Serve(); err != nil {
		c.fail(err)
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
func (c *Core) Repeater() client.Repeater { return client.Repeater{Lock: &c.mu, Driver: c.m} }
