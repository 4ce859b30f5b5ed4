package process

import (
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// Process is the library of a process.
type Process struct {
	refused sisci.Code // of every call, if it is not OK
	driver  *client.Driver
}

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

// New makes the library of a program, as a process of a node that has these Limits.
func New(n *client.Node) *Process { return &Process{driver: n.Program()} }

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
