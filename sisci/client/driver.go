package client

import (
	"fmt"
	"sync"

	"gasnetgo/sisci"
)

// Config is what a driver works with. All fields are required.
type Config struct {
	Node    uint32 // the node's id
	Adapter sisci.Adapter
	Limits  sisci.Limits
	Machine Machine
}

// Driver is a node with one process, in which its client runs.
type Driver struct {
	config  Config
	machine Machine

	mu       sync.Mutex // guards the rest
	node     *sisci.Node
	process  *sisci.Process
	carrying bool // effects are being carried out
	opened   sisci.Handle

	// What Close ends, in the order in which it was made.
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

const version = 1 // of node and process, which are always of one library

// New makes a node and its process, with one descriptor for all that the client creates.
func New(c Config) (*Driver, error) {
	d := &Driver{config: c, machine: c.Machine}
	d.node = sisci.NewNode(sisci.Config{Node: c.Node, Version: version, Adapter: c.Adapter, Limits: c.Limits, Network: c.Machine})
	d.process = d.node.NewProcess(c.Machine, version)
	if code := d.process.Initialize(0); code != sisci.OK {
		return nil, failed("SCIInitialize", code)
	}
	var code sisci.Code
	d.opened, code = d.process.Open(0)
	return d, failed("SCIOpen", code)
}

const atOnce = 64 // packets of one call of Serve

// Serve deals with packets that have arrived, 64 at most.
func (d *Driver) Serve() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for range atOnce {
		came, err := d.machine.Poll(d.arrive)
		if err != nil || !came {
			return err
		}
	}
	return nil
}

func (d *Driver) arrive(from uint32, p *sisci.Packet) {
	d.node.Arrive(from, p)
	d.perform()
}

// Copied reports a copy. Without the lock.
func (d *Driver) Copied(token uint64, code sisci.Code) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.node.Copied(token, code)
	d.perform()
}

// Lost says that a node has died. Without the lock.
func (d *Driver) Lost(node uint32) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.node.Lost(node)
	d.perform()
}

// Link says that the link to a node has gone down or up. Without the lock.
func (d *Driver) Link(node uint32, up bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.node.Link(node, up)
	d.perform()
}

// perform carries out effects in their order, also those that come up meanwhile.
func (d *Driver) perform() {
	if d.carrying {
		return
	}
	d.carrying = true
	for d.node.HasEffects() {
		for _, e := range d.node.Effects() {
			d.carry(e)
		}
	}
	d.carrying = false
}

func (d *Driver) carry(e sisci.Effect) {
	switch e := e.(type) {
	case sisci.Send:
		d.machine.Send(e.To, e.Packet)
	case sisci.Copy:
		if code, done := d.machine.Copy(e); done {
			d.node.Copied(e.Token, code)
		}
	case sisci.Wake: // whoever waits polls
	case sisci.Unmap:
		d.machine.Unmap(e.At, e.Bytes)
	case sisci.Free:
		d.machine.Free(e.Key)
	default: // callbacks, which no call of the driver's asks for
		d.machine.Fail(fmt.Errorf("internal error: this client of SISCI cannot carry out %T", e))
	}
}

// Unfinished counts connections of this node and of others with it, and copies that have not ended.
func (d *Driver) Unfinished() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.node.Unfinished()
}
