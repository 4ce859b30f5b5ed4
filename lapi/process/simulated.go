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

// Idler is a Thread that can let time pass.
type Idler interface {
	// Idle charges the thread for a look without a result.
	Idle()
}

// Rest blocks a thread. One whose context has ended looks again, until the program is so far that it ends, too: that takes time.
func (p *Process) Rest(fn string, handle uint32, thread int32, bell uint32) error {
	if t, ok := p.threads(handle); ok {
		t.Rest(p.thread, thread, bell)
	} else if t, ok := p.thread.(Idler); ok {
		t.Idle()
	}
	return nil
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
