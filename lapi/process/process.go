package process

import (
	"sync"

	"gasnetgo/lapi/client"
	"gasnetgo/lapi/dgsp"
)

// Limits of contexts, as LAPI_Qenv answers them.
const (
	Ports     = 16 // contexts of a task
	MaxHeader = client.MaxHeader
	Table     = 64 // entries of the table of header handlers, of which 0 is not used
)

// World is what a process needs of its world.
type World interface {
	Rank() int
	Size() int

	// Open connects a context with those of other tasks that have its handle and life, and with no others. It does not wait for them.
	Open(handle int, life uint32) (Link, error)

	// Warn prints one line.
	Warn(line string)

	// Fail ends the job with one line. It does not return.
	Fail(status int, line string)
}

// Link moves packets between the contexts of a handle and life. Its caller holds the context's lock.
type Link interface {
	client.Link

	// Pending reports whether packets are queued.
	Pending() bool

	// Changed wakes threads that wait for the context; work: also the one that runs completion handlers.
	Changed(work bool)

	// Interrupts says whether the library's thread serves messages.
	Interrupts(on bool)

	// Close ends the connection.
	Close()
}

// Shared is a Link of tasks that share memory: C does there itself what it can.
type Shared interface {
	// Want says whether a thread should call Poll although no packet has come.
	Want(yes bool)

	// Reach says whether the kernel copies to and from a task's memory: node.Reach.
	Reach(task int) int32
}

// Process is LAPI of one task, for a thread that makes calls: see On.
type Process struct {
	*core
	thread Thread
}

// core is what all threads of a task share.
type core struct {
	world    World
	mu       sync.Mutex
	contexts [Ports]*Context     // guarded by mu
	layouts  map[uintptr]*layout // guarded by mu; by handle
	lives    uint32              // guarded by mu; contexts that there have been
	bytes    *dgsp.Program       // of LAPI_BYTE
}

// New makes the LAPI of a task.
func New(w World) *Process {
	bytes, err := dgsp.New(dgsp.Descr{})
	if err != nil {
		panic(err) // it has no code
	}
	return &Process{core: &core{world: w, layouts: map[uintptr]*layout{}, bytes: bytes}}
}

// context finds a context.
func (p *Process) context(handle uint32) (*Context, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if handle >= Ports || p.contexts[handle] == nil {
		return nil, false
	}
	return p.contexts[handle], true
}

// living finds a context by handle and life; 0: any.
func (p *Process) living(handle, life uint32) (*Context, bool) {
	c, ok := p.context(handle)
	return c, ok && (life == 0 || life == c.life)
}

// Init makes a context. errors: the program's handler of errors; level: of the interface.
func (p *Process) Init(fn string, errors uintptr, level int32, off bool) (rc int32, handle, life uint32, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := range p.contexts {
		if p.contexts[n] != nil {
			continue
		}
		link, err := p.world.Open(n, p.lives+1)
		if err != nil {
			return 0, 0, 0, err
		}
		p.lives++
		p.contexts[n] = newContext(p, uint32(n), p.lives, link, errors, level, !off)
		return success, uint32(n), p.lives, nil
	}
	return ErrAllHndlINUse, 0, 0, nil
}

// Term ends a context whose messages have left. busy: they have not.
func (p *Process) Term(fn string, handle uint32, force bool) (rc, busy int32, err error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, 0, nil
	}
	c.mu.Lock()
	if c.closed { // by another thread
		c.mu.Unlock()
		return ErrHndlInvalid, 0, nil
	}
	c.m.Flush()
	c.m.Perform()
	idle := !c.link.Pending() && c.m.Saved() // what peers have not acknowledged otherwise may stay so: they may have left
	if c.m.Lossy {                           // unless it may be lost
		idle = idle && c.m.Settled()
	}
	t, simulated := c.link.(Threads)
	if !idle && !force && !(simulated && t.Overdue()) {
		c.mu.Unlock()
		return success, 1, nil
	}
	if !simulated { // there a context that has ended acknowledges what comes
		c.m.AcknowledgeAll() // peers that end later need not wait
		c.m.Perform()
	}
	c.closed = true
	c.link.Changed(true)
	c.link.Close()
	c.mu.Unlock()
	p.mu.Lock()
	p.contexts[handle] = nil // the next context may have it
	p.mu.Unlock()
	return success, 0, nil
}

const success = 0
