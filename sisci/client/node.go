package client

import (
	"slices"
	"sync"

	"gasnetgo/sisci"
)

// Config is what a node works with. All fields are required.
type Config struct {
	Node    uint32 // the node's id
	Adapter sisci.Adapter
	Limits  sisci.Limits
	Machine Machine
}

// Node drives a node: it has the lock, carries out effects, and deals with packets, deaths and copies for all processes of the node.
type Node struct {
	id      uint32
	adapter sisci.Adapter
	machine Machine
	arrives func(from uint32, p *sisci.Packet)

	mu     sync.Mutex // guards the rest
	node   *sisci.Node
	own    []arrival    // packets of this node for itself
	calls  []sisci.Call // callbacks that are to run
	engine []sisci.Copy // that have been put off
}

type arrival struct {
	from   uint32
	packet *sisci.Packet
}

// Version is that of node and processes, which are always of one library.
const Version = 1

// NewNode makes a node without a process. Clients and programs of this process of the operating system may each have one on it.
func NewNode(c Config) *Node {
	n := &Node{id: c.Node, adapter: c.Adapter, machine: c.Machine,
		node: sisci.NewNode(sisci.Config{Node: c.Node, Version: Version, Adapter: c.Adapter, Limits: c.Limits, Network: c.Machine})}
	n.arrives = n.arrive
	return n
}

const atOnce = 64 // packets that are dealt with at once, unless a node has died

// Serve deals with what has come: packets, of which it leaves those behind the 64th, and deaths. The error is the machine's: the library cannot go on.
func (n *Node) Serve() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.delegate()
	return n.receive()
}

// receive deals with what has come. What a node has sent before it died comes before its death.
func (n *Node) receive() error {
	lost := n.machine.Lost()
	for left := atOnce; left > 0 || len(lost) > 0; left-- {
		came, err := n.machine.Poll(n.arrives)
		if err != nil {
			return err
		}
		if !came {
			break
		}
	}
	for _, node := range lost {
		n.machine.Stale()
		n.node.Lost(node)
	}
	n.perform()
	return nil
}

func (n *Node) arrive(from uint32, p *sisci.Packet) {
	if p.Kind == sisci.KindSevered {
		n.machine.Stale()
	}
	n.node.Arrive(from, p)
}

// Copied reports a copy. Without the lock.
func (n *Node) Copied(token uint64, code sisci.Code) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.node.Copied(token, code)
	n.perform()
}

// Link says that the link to a node has gone down or up. Without the lock.
func (n *Node) Link(node uint32, up bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.node.Link(node, up)
	n.perform()
}

// perform carries out effects in their order, and those of what arrives meanwhile. It needs the lock, which it releases while it copies.
func (n *Node) perform() {
	for n.node.HasEffects() || len(n.own) > 0 {
		var copies []sisci.Copy
		for _, e := range n.node.Effects() {
			switch e := e.(type) {
			case sisci.Send:
				n.send(e)
			case sisci.Copy:
				if e.DMA && !n.machine.Engine() {
					n.engine = append(n.engine, e)
				} else {
					copies = append(copies, e) // after the effects of the same call: another thread's may come meanwhile
				}
			case sisci.Call:
				n.calls = append(n.calls, e)
				n.machine.Changed(true)
			case sisci.Wake:
				n.machine.Changed(false)
			case sisci.Unmap:
				n.machine.Stale()
				n.machine.Unmap(e.At, e.Bytes)
			case sisci.Free:
				n.machine.Free(e.Key)
			}
		}
		for _, c := range copies {
			n.copy(c)
		}
		own := n.own
		n.own = nil
		for _, a := range own {
			n.arrive(a.from, a.packet)
		}
	}
}

// send sends a packet. A node without a library has no segments and no interrupts.
func (n *Node) send(e sisci.Send) {
	if e.To == n.id {
		n.own = append(n.own, arrival{e.To, e.Packet})
		return
	}
	if n.machine.Send(e.To, e.Packet) || e.Packet.Kind != sisci.KindConnect {
		return
	}
	n.own = append(n.own, arrival{e.To, sisci.Absent(e.Packet)})
}

// copy makes or begins a copy without the lock, and reports one that has ended.
func (n *Node) copy(c sisci.Copy) {
	code, done := sisci.OK, true
	if c.Bytes > 0 {
		func() {
			n.mu.Unlock()
			defer n.mu.Lock()
			code, done = n.machine.Copy(c)
		}()
	}
	if done {
		n.node.Copied(c.Token, code)
	}
}

// work makes the next copy that has been put off, and reports whether there was one.
func (n *Node) work() bool {
	if len(n.engine) == 0 {
		return false
	}
	c := n.engine[0]
	n.engine = slices.Delete(n.engine, 0, 1)
	n.copy(c)
	n.perform()
	return true
}

// delegate leaves copies that have been put off to a thread of the library.
func (n *Node) delegate() {
	if len(n.engine) > 0 {
		n.machine.Changed(true)
	}
}

// Job is what Next has found.
type Job int

// The jobs.
const (
	Nothing  Job = iota // there is nothing to do
	Copying             // Next has made a copy that had been put off
	Callback            // the caller runs a callback
)

// Next returns the next callback that is to run, on the calling thread of the library; or it makes a copy. A callback's end is reported by Driver.Call of sisci.Process.Returned.
func (n *Node) Next() (c sisci.Call, job Job) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.calls) == 0 {
		if !n.work() {
			return c, Nothing
		}
		n.machine.Changed(false) // a thread may wait for the copy
		return c, Copying
	}
	c = n.calls[0]
	n.calls = n.calls[1:]
	if len(n.calls) > 0 || len(n.engine) > 0 {
		n.machine.Changed(true) // for another thread: this callback may not return
	}
	return c, Callback
}

// Unfinished counts connections of this node and of others with it, and copies that have not ended.
func (n *Node) Unfinished() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.node.Unfinished()
}

// Fail ends the job, because of an error of Serve.
func (n *Node) Fail(err error) { n.machine.Fail(err) }

// Stamp, Stale and Direct are the machine's, for calls, which have the lock.
func (n *Node) Stamp() uint32          { return n.machine.Stamp() }
func (n *Node) Stale()                 { n.machine.Stale() }
func (n *Node) Direct(at uintptr) bool { return n.machine.Direct(at) }
