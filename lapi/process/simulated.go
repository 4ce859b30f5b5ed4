package process

import "gasnetgo/lapi/client"

// Threads is a link of a simulated task, whose threads the scheduler runs: they wait in calls.
type Threads interface {
	// Words has the link tell C by words in its memory: one that grows with each event, how many threads poll, one that grows with each completion handler, and how many packets are there.
	Words(bell, pollers, work, queued uintptr)

	// Rest blocks thread by until there may be something to do. thread is what it does: Program and the like. bell is the word's value, or for Completions that of the other
	// one, before it looked.
	Rest(by Thread, thread int32, bell uint32)

	// Look has the calling thread spend a look at a counter.
	Look()

	// Hand has the calling thread spend what it takes to call a handler of a kind.
	Hand(kind int32)

	// Start makes a thread of the library, which runs fn(arg), of C.
	Start(fn, arg uintptr) error

	// Overdue reports whether LAPI_Term has waited for as long as it may. The first call begins the wait, whose end wakes the context's threads.
	Overdue() bool
}

// Thread is a thread of a simulated task, as its links know it.
type Thread any

// On is the process for the calls of a thread.
func (p *Process) On(t Thread) *Process { return &Process{p.core, t} }

// More threads, for Rest.
const (
	Completions = 2 // the library's that runs completion handlers
	Naps        = 3 // the program's, which does not look for packets
)

// threads finds a link of a simulated task.
func (p *Process) threads(handle uint32) (Threads, bool) {
	c, ok := p.context(handle)
	if !ok {
		return nil, false
	}
	t, ok := c.link.(Threads)
	return t, ok
}

// Words gives the link of a context its words.
func (p *Process) Words(fn string, handle uint32, bell, pollers, work, queued uintptr) error {
	if t, ok := p.threads(handle); ok {
		t.Words(bell, pollers, work, queued)
	}
	return nil
}

// Rest blocks a thread, unless its context has ended: a thread of the library ends with it, and must not look again until the program has left LAPI_Term. It interrupts the program whenever it looks.
func (p *Process) Rest(fn string, handle, life uint32, thread int32, bell uint32) (closed int32, err error) {
	c, ok := p.living(handle, life)
	if !ok {
		return 1, nil
	}
	if t, ok := c.link.(Threads); ok {
		t.Rest(p.thread, thread, bell)
	}
	return 0, nil
}

// Look is a look at a counter; at none, what a call takes that has left packets to the library's thread.
func (p *Process) Look(fn string, handle uint32) error {
	if t, ok := p.threads(handle); ok {
		t.Look()
	}
	return nil
}

// Start makes a thread of the library.
func (p *Process) Start(fn string, handle uint32, run, arg uintptr) error {
	if t, ok := p.threads(handle); ok {
		return t.Start(run, arg)
	}
	return nil
}

// Kick wakes threads of a context.
func (p *Process) Kick(fn string, handle uint32) error {
	if c, ok := p.context(handle); ok {
		c.link.Changed(false)
	}
	return nil
}

// Repeater is for the timers of a context's link.
func (p *Process) Repeater(handle uint32) (client.Repeater, bool) {
	c, ok := p.context(handle)
	if !ok {
		return client.Repeater{}, false
	}
	return client.Repeater{Lock: &c.mu, Driver: c.m}, true
}
