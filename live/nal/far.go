package nal

import (
	"encoding/binary"
	"slices"
	"sync/atomic"
	"time"

	"gasnetgo/node"
	"gasnetgo/ofi"
	"gasnetgo/portals"
)

const (
	farHead  = 8   // bytes in front of a record of another host, in a mailbox: rank, kind
	netHead  = 4   // bytes in front of a record in a message of the network: kind
	ahead    = 128 // records that a peer has not handled; fewer than it has receive buffers for
	thankFor = 32  // records

	byeTime = time.Second // for the last message of a process to leave it
)

// Kinds of messages that are not records.
const (
	netCredit = iota + 1 // how many records have been handled, ever
	netAsk               // answer netHere
	netHere              // all that you have sent is here
	netBye               // the sender's process ends
)

// Far carries records between this rank and those of other hosts. It outlives links.
type Far struct {
	port *ofi.Port
	node *node.Node
	left func(rank int) bool // its process has ended

	// guarded by the port's lock
	peers []farPeer // by rank
	early []record  // that found no room in this rank's mailbox, with their heads
}

type farPeer struct {
	sent, credit     uint32 // records to it, and those that it has handled
	handled, thanked uint32 // records from it, and those that it knows of
	asked, here, bye bool   // what settle waits for
	id               portals.ProcessID
	known            bool // id is final

	state atomic.Uint32 // of its interface, as it has said: node.EndpointNew and so on; not guarded
}

// NewFar makes it. Peers may send when all ranks have made theirs. left reports whether the process of a rank has ended.
func NewFar(port *ofi.Port, n *node.Node, left func(rank int) bool) *Far {
	f := &Far{port: port, node: n, left: left, peers: make([]farPeer, port.Size)}
	port.Attach(ofi.Portals, f)
	return f
}

// most is how long a record may be.
func (f *Far) most() uint64 {
	return uint64(min(ofi.MaxBody-netHead, node.MaxRecord(f.node.MailboxBytes())-farHead))
}

// send sends a record, or reports that there is no room now.
func (f *Far) send(rank int, kind uint8, b []byte) bool {
	f.port.Lock()
	defer f.port.Unlock()
	if !f.free(rank) {
		return false
	}
	f.force(rank, kind, b)
	return true
}

// force sends a record also if there is no room. It needs the port's lock.
func (f *Far) force(rank int, kind uint8, b []byte) {
	if f.peers[rank].bye { // the message is lost, as on a network
		return
	}
	f.peers[rank].sent++
	f.port.Send(rank, ofi.Portals, []byte{netHead - 1: 0, 0: kind}, b)
}

func (f *Far) hasRoom(rank int) bool {
	f.port.Lock()
	defer f.port.Unlock()
	return f.free(rank)
}

func (f *Far) free(rank int) bool {
	return f.peers[rank].bye || f.peers[rank].sent-f.peers[rank].credit < ahead && !f.port.Backlog()
}

func (f *Far) tell(rank int, kind uint8, value uint32) {
	f.port.Send(rank, ofi.Portals, binary.LittleEndian.AppendUint32([]byte{netHead - 1: 0, 0: kind}, value), nil)
}

// Receive puts a record into the mailbox: it is an ofi.User's.
func (f *Far) Receive(from int, body []byte) {
	if len(body) < netHead {
		return
	}
	kind, b, p := body[0], body[netHead:], &f.peers[from]
	switch kind {
	case netCredit:
		if len(b) == 4 {
			p.credit = binary.LittleEndian.Uint32(b)
			f.node.KickService()
		}
	case netAsk:
		f.tell(from, netHere, 0)
	case netHere:
		p.here = true
	case netBye:
		p.bye = true
	default:
		if kind == kindState && len(b) == stateBytes { // known at once, also while the mailbox is not served
			p.id, p.known = portals.ProcessID{NID: binary.LittleEndian.Uint32(b), PID: binary.LittleEndian.Uint32(b[4:])}, true
			p.state.Store(binary.LittleEndian.Uint32(b[stateBytes-4:]))
		}
		head := binary.LittleEndian.AppendUint32(nil, uint32(from))
		head = append(binary.LittleEndian.AppendUint32(head, uint32(kind)), b...)
		f.early = append(f.early, record{kindFar, head})
	}
}

// Batch delivers what has come.
func (f *Far) Batch() { f.deliver() }

func (f *Far) deliver() {
	n := 0
	for n < len(f.early) && f.node.Send(f.node.Me(), kindFar, f.early[n].bytes) {
		n++
	}
	if n == 0 {
		return
	}
	if f.early = f.early[n:]; len(f.early) == 0 {
		f.early = nil
	}
	f.node.RingService(f.node.Me(), node.Ticks())
}

// poll looks for what has come.
func (f *Far) poll() {
	f.port.Progress()
	f.port.Lock()
	f.deliver()
	f.port.Unlock()
}

// waiting reports whether records wait for room in the mailbox.
func (f *Far) waiting() bool {
	f.port.Lock()
	defer f.port.Unlock()
	return len(f.early) > 0
}

// failure is why no record can be trusted to arrive, or nil. What was on its way to a process that has ended fails, too, and does not count.
func (f *Far) failure() error {
	f.port.Lock()
	defer f.port.Unlock()
	err := f.port.Broken()
	if err == nil {
		return nil
	}
	for r := range f.peers {
		if _, here := f.node.Host().Local(r); !here && f.over(r) {
			return nil
		}
	}
	return err
}

// took notes that a record has been handled.
func (f *Far) took(rank int) {
	f.port.Lock()
	defer f.port.Unlock()
	p := &f.peers[rank]
	if p.handled++; p.handled-p.thanked >= thankFor {
		p.thanked = p.handled
		f.tell(rank, netCredit, p.handled)
	}
}

// ID is what a rank of another host goes by, if it has opened an interface.
func (f *Far) ID(rank int) (id portals.ProcessID, known bool) {
	f.port.Lock()
	defer f.port.Unlock()
	return f.peers[rank].id, f.peers[rank].known
}

// settle waits until what this rank has sent is in the memory of its receivers' processes, for as long as patient answers true. It returns a receiver that has not got
// all, or -1.
func (f *Far) settle(patient func() bool) (rank int) {
	f.port.Lock()
	for r := range f.peers {
		if p := &f.peers[r]; p.sent > 0 && !f.over(r) {
			p.asked, p.here = true, false
			f.tell(r, netAsk, 0)
		}
	}
	f.port.Unlock()
	f.port.WaitLocked(func() bool {
		rank = -1
		for r := range f.peers {
			p := &f.peers[r]
			if p.asked && !p.here && !f.over(r) && f.port.Broken() == nil {
				rank = r
				return !patient()
			}
		}
		return true
	})
	return rank
}

// Drain lets what this rank has sent arrive, but not longer than limit, and says goodbye: this process ends. It returns a rank that may not have got all, or -1.
func (f *Far) Drain(limit time.Duration) (rank int) {
	end := time.Now().Add(limit)
	rank = f.settle(func() bool { return time.Now().Before(end) })
	var told []int
	f.port.Lock()
	for r := range f.peers {
		if _, here := f.node.Host().Local(r); !here && !f.over(r) {
			f.tell(r, netBye, 0)
			told = append(told, r)
		}
	}
	f.port.Unlock()
	end = time.Now().Add(byeTime)
	f.port.WaitLocked(func() bool {
		return !f.port.Backlog() || f.port.Broken() != nil || time.Now().After(end) || !slices.ContainsFunc(told, func(r int) bool { return !f.over(r) })
	})
	return rank
}

// over reports whether a rank takes no messages any more: what is sent to it has the provider connect in vain. It needs the port's lock.
func (f *Far) over(rank int) bool { return f.peers[rank].bye || f.left(rank) }

const stateBytes = 20

// announce tells ranks of other hosts of this interface.
func (l *Link) announce(state uint32) {
	if l.Far == nil {
		return
	}
	me := l.Routes.look(l.me)
	var b []byte
	for _, v := range []uint32{me.id.NID, me.id.PID, me.uid, me.jid, state} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	l.Far.port.Lock()
	defer l.Far.port.Unlock()
	for i := range l.queues {
		if to := number(i); l.Routes.far(to) {
			l.Far.force(l.Routes.rankOf(to), kindState, b)
		}
	}
}

// Announce tells ranks of other hosts that this interface is open, once it is registered. It returns when they know. It needs the host's lock.
func (l *Link) Announce() {
	if l.Far != nil {
		l.announce(node.EndpointOpen)
		l.Far.settle(func() bool { return true })
	}
}

func (l *Link) receiveState(from number, b []byte) error {
	if len(b) != stateBytes || !l.Routes.far(from) {
		return errRecord
	}
	v := func(i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }
	p := &l.Routes.peers[from]
	p.id, p.uid, p.jid, p.known = portals.ProcessID{NID: v(0), PID: v(1)}, v(2), v(3), true
	return nil
}

// receiveFar handles a record of another host.
func (l *Link) receiveFar(b []byte) error {
	if len(b) < farHead {
		return errRecord
	}
	rank, kind := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	if l.Far == nil || rank >= uint32(len(l.queues)) || kind == kindFar || kind == kindPull || kind > 0xff {
		return errRecord
	}
	from := l.Routes.numberOf(int(rank))
	if !l.Routes.far(from) {
		return errRecord
	}
	l.receive(from, uint8(kind), b[farHead:])
	l.Far.took(int(rank))
	return nil
}
