package client

import "gasnetgo/sisci"

// Program makes a process for the program, which has called nothing so far.
func (n *Node) Program() *Driver {
	return &Driver{Node: n, process: n.node.NewProcess(n.machine, Version)}
}

// arrived receives what has come before a call: what other nodes have done counts, since the program may know of it by its memory.
func (d *Driver) arrived() {
	if err := d.receive(); err != nil {
		d.machine.Fail(err)
	}
}

// Call makes a call of the program that does not wait, and carries out what follows. It returns the call's code.
func (d *Driver) Call(call func(*sisci.Process) sisci.Code) sisci.Code {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.arrived()
	code := call(d.process)
	d.perform()
	d.delegate()
	return code
}

// Begin makes a call that may wait. It returns its answer, or the ticket by which Poll does.
func (d *Driver) Begin(call func(*sisci.Process) (sisci.Answer, sisci.Ticket)) (sisci.Answer, sisci.Ticket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.arrived()
	a, ticket := call(d.process)
	d.perform()
	if ticket == 0 {
		return a, 0
	}
	a, done := d.help(ticket)
	if !done {
		d.delegate()
		return sisci.Answer{}, ticket
	}
	return a, 0
}

// help polls a ticket, and makes copies that have been put off as long as it has no answer.
func (d *Driver) help(ticket sisci.Ticket) (a sisci.Answer, done bool) {
	for {
		if a, done = d.process.Poll(ticket); done || !d.work() {
			return a, done
		}
	}
}

// Poll receives what has come and returns the answer of a ticket, once, or done false. expire: the call has waited for as long as it may. A thread that waits also makes copies that
// have been put off.
func (d *Driver) Poll(ticket sisci.Ticket, expire bool) (a sisci.Answer, done bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.arrived()
	a, done = d.help(ticket)
	if !done && expire {
		d.process.Expire(ticket)
		d.perform()
		a, done = d.process.Poll(ticket)
	}
	return a, done
}

// Initialize is SCIInitialize of the program.
func (d *Driver) Initialize(flags uint32) sisci.Code {
	return d.Call(func(*sisci.Process) sisci.Code { return d.initialize(flags, true) })
}

// Exit is the end of the process, in an orderly way: connections end. It blocks for as long as Machine.Leave does.
func (d *Driver) Exit() {
	d.mu.Lock()
	d.process.Died()
	d.perform()
	d.mu.Unlock()
	d.machine.Leave()
}
