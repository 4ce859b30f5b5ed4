package process

import (
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// Process is the library of a process.
type Process struct {
	refused sisci.Code // of every call, if it is not OK
	driver  *client.Driver
	waiter  Waiter // nil: threads wait in C
	hold    func(sisci.Call)
}

// Waiter is the world of simulated ranks: their threads do not wait in C, and stores to maps are the adapter's.
type Waiter interface {
	// Block blocks the calling thread until cond holds, or ms have passed, unless they are Forever: then it calls cond with expire.
	Block(why string, ms uint32, cond func(expire bool) bool)

	// Idle is Block for a thread of the library, until there is a callback.
	Idle(cond func() bool)

	// Barrier is one of the barriers: BarrierStores and the others.
	Barrier(what int32)
}

// Forever is a time that does not end, in ms.
const Forever = 1<<32 - 1

// Limits of a node.
const (
	MessageBytes = 8 << 10 // of a data interrupt
	messages     = 64      // of one, from each origin, that nothing has waited for
	objects      = 1 << 20
	connections  = 1 << 16
	events       = 4 << 10 // of one handle
)

// Limits are those of a node that has programs.
func Limits() sisci.Limits {
	return sisci.Limits{Objects: objects, Connections: connections, Events: events, Messages: messages, MessageBytes: MessageBytes}
}

// New makes the library of a program, as a process of a node that has these Limits. hold is called on a thread of the library, without a lock, before that runs a callback.
func New(n *client.Node, hold func(sisci.Call)) *Process {
	return &Process{driver: n.Program(), hold: hold}
}

// Simulated is New for a simulated rank.
func Simulated(n *client.Node, w Waiter) *Process {
	return &Process{driver: n.Program(), waiter: w, hold: func(sisci.Call) {}}
}

// Refuse makes a library whose calls all return a code.
func Refuse(code sisci.Code) *Process { return &Process{refused: code} }

// do makes a call that does not wait, and returns its code.
func (p *Process) do(call func(*sisci.Process) sisci.Code) uint32 {
	if p.refused != sisci.OK {
		return uint32(p.refused)
	}
	return uint32(p.driver.Call(call))
}

// Serve receives what has come, for a thread of the library.
func (p *Process) Serve() {
	if err := p.driver.Serve(); err != nil {
		p.driver.Fail(err)
	}
}

// Exit is the end of the process, in an orderly way: connections end.
func (p *Process) Exit() {
	if p.refused == sisci.OK {
		p.driver.Exit()
	}
}
