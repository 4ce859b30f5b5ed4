package process

import (
	"sync/atomic"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

// Process is one rank's Portals. Its methods may be called by any thread of the program. Pointers of the program arrive as addresses; codes go back
// as the numbers of portals3.h.
type Process struct {
	Host // the lock guards everything below, too

	up atomic.Bool // PtlInit has been called: read without the lock

	net      Network
	waiter   Waiter     // net, if it is one
	link     Link       // nil while no interface is up
	inits    int        // calls of PtlInit that PtlFini has not undone
	opens    int        // calls of PtlNIInit that PtlNIFini has not undone
	shared   [users]int // calls of Acquire that Release has not undone
	mask     uint32
	handlers []uintptr // of event queues, by index
}

// New makes the process of one rank. Nothing is joined or opened yet.
func New(net Network) *Process {
	p := &Process{net: net}
	p.waiter, _ = net.(Waiter)
	return p
}

// persist makes a call that may answer Busy until it does not, in a world that waits in Go.
func (p *Process) persist(why string, call func() int32) int32 {
	rc := call()
	if rc == Busy && p.waiter != nil && !p.waiter.Retries(false) {
		p.waiter.Wait(why, portals.TimeForever, func() bool {
			rc = call()
			return rc != Busy
		})
	}
	return rc
}

// interfaces is how many interfaces a process has: every name of one means the same.
const interfaces = 1

// Init is PtlInit. It may be called any number of times.
func (p *Process) Init(max uintptr) int32 {
	if max == 0 {
		return code(portals.SegV)
	}
	p.Lock()
	defer p.Unlock()
	p.inits++
	p.up.Store(true)
	store[int32](max, interfaces)
	return 0
}

// Fini is PtlFini: it closes what is open, once what has been sent is on its way. It may block for as long as the world lingers.
func (p *Process) Fini() {
	p.Lock()
	last := p.up.Load() && p.acquired() == 0
	p.Unlock()
	if last {
		p.Linger()
	}
	p.Lock()
	defer p.Unlock()
	if !p.up.Load() {
		return
	}
	p.inits, p.opens = 0, 0
	p.up.Store(false)
	p.close()
}

// close closes the interface unless another user has it open.
func (p *Process) close() {
	if p.opens > 0 || p.acquired() > 0 {
		return
	}
	if p.link != nil {
		p.link.Close()
	}
	p.link, p.NI, p.handlers = nil, nil, nil
}

// NIInit is PtlNIInit. A second call for the interface answers PTL_IFACE_DUP and the same handle, as Cray's library does.
func (p *Process) NIInit(iface, pid uint32, desired, actual, ni uintptr) int32 {
	if !p.up.Load() {
		return code(portals.NoInit)
	}
	if ni == 0 {
		return p.refuse(portals.SegV, "PtlNIInit: ni_handle is NULL")
	}
	if !isInterface(iface) {
		return p.refuse(portals.IfaceInvalid, "PtlNIInit: interface %#x is none of PTL_IFACE_*, IFACE_FROM_BRIDGE_AND_NALID(...)", iface)
	}
	if err := p.net.Join(); err != nil {
		return p.refuse(portals.Fail, "PtlNIInit: %v", err)
	}
	pid = anyPID(pid)
	p.Lock()
	defer p.Unlock()
	answer := portals.OK
	if p.NI == nil {
		var want portals.Limits
		if desired != 0 {
			want = *memory.At[portals.Limits](desired)
		}
		link, c := p.net.Open(&p.Host, pid, want)
		if c != portals.OK {
			return p.refuse(c, "PtlNIInit: pid %d cannot be had", pid)
		}
		p.link = link
	} else {
		answer = portals.IfaceDup // also if only the library itself has it open
		if pid != portals.PIDAny && pid != p.NI.ID().PID {
			return p.refuse(portals.PIDInvalid, "PtlNIInit: pid %d, but this process is %d already", pid, p.NI.ID().PID)
		}
	}
	p.opens++
	if actual != 0 {
		granted := p.NI.Granted()
		granted.MaxPTIndex -= p.kept()
		store(actual, granted)
	}
	store(ni, p.NI.Handle())
	return code(answer)
}

// NIFini is PtlNIFini. The last PtlNIFini closes the interface.
func (p *Process) NIFini(ni uint32) int32 {
	return p.persist("PtlNIFini", func() int32 { return p.closeOne(ni) })
}

func (p *Process) closeOne(ni uint32) int32 {
	p.Lock()
	defer p.Unlock()
	if c := p.check(ni); c != portals.OK {
		return code(c)
	}
	if p.link.Moving() && p.opens+p.acquired() == 1 {
		p.link.Serve()
		if p.link != nil && p.link.Moving() {
			return Busy
		}
	}
	p.opens--
	p.close()
	return 0
}

// check reports whether ni is the handle of the interface that is up. Needs the lock.
func (p *Process) check(ni uint32) portals.Code {
	switch {
	case !p.up.Load():
		return portals.NoInit
	case p.opens == 0 || p.NI.Handle() != portals.Handle(ni):
		return portals.NIInvalid
	}
	return portals.OK
}

// open reports whether there is an interface that a handle can belong to; bad is the code for a handle that belongs to none. Needs the lock.
func (p *Process) open(bad portals.Code) portals.Code {
	switch {
	case !p.up.Load():
		return portals.NoInit
	case p.opens == 0:
		return bad
	}
	return portals.OK
}

func code(c portals.Code) int32 { return int32(c) }

// Linger lets what this process still has to send get out, if its world waits for that. It may block.
func (p *Process) Linger() {
	if w, ok := p.net.(Lingerer); ok {
		p.Drain(w.Linger())
	}
}

// Drain lets what this process still has to send get out before it exits: answers that wait for room, payloads that peers are yet to copy. pause is called
// between looks, without the lock; it answers false when there is no more time.
func (p *Process) Drain(pause func() bool) {
	for {
		p.Lock()
		busy := p.link != nil && p.link.Moving()
		if busy {
			busy = p.link.Serve() || p.link != nil && p.link.Moving()
		}
		p.Unlock()
		if !busy || !pause() {
			return
		}
	}
}
