package client

import "gasnetgo/sisci"

// Driver is a process of a node: that of a program, whose calls are made by Call, Begin and Poll, or that of a client inside of the library, whose calls come in groups.
type Driver struct {
	*Node
	process *sisci.Process
	opened  sisci.Handle // a client's descriptor for all that it creates

	// What Close ends, in the order in which it was made. The node's lock guards it.
	locals  []Local
	remotes []sisci.Handle
	maps    []Map
	queues  []sisci.Handle
}

// Error is a call of SISCI that has failed.
type Error struct {
	Function string
	Code     sisci.Code
}

// Error names function and code.
func (e *Error) Error() string { return e.Function + ": " + e.Code.Text() }

func failed(function string, code sisci.Code) error {
	if code == sisci.OK {
		return nil
	}
	return &Error{function, code}
}

// New makes a node with one client.
func New(c Config) (*Driver, error) { return NewNode(c).Client(c.Machine) }

// Client makes a process for a client, which has called SCIInitialize and has a descriptor. m is its memory.
func (n *Node) Client(m sisci.Memory) (*Driver, error) {
	d := &Driver{Node: n, process: n.node.NewProcess(m, Version)}
	n.mu.Lock()
	defer n.mu.Unlock()
	if code := d.initialize(0, false); code != sisci.OK {
		return nil, failed("SCIInitialize", code)
	}
	var code sisci.Code
	d.opened, code = d.process.Open(0)
	return d, failed("SCIOpen", code)
}

func (d *Driver) initialize(flags uint32, program bool) sisci.Code {
	code := d.process.Initialize(flags)
	if code == sisci.OK {
		d.machine.Begin(program)
	}
	return code
}
