package nal

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gasnetgo/node"
	"gasnetgo/ofi"
	"gasnetgo/ofi/mailbox"
	"gasnetgo/portals"
)

const (
	farHead = 8 // bytes in front of a record of another host, in a mailbox: rank, kind
	netHead = 4 // bytes in front of a record in a message of the network: kind
	credits = 8 // bytes of netCredit

	ackBatch = 32 // records that are worth a netCredit

	byeTime = time.Second // for the last message of a process to leave it
)

// Kinds of messages that are not records.
const (
	netCredit = iota + 1 // how many records of the receiver's have been handled, ever
	netAsk               // requests netHere
	netHere              // all that the receiver has sent is here
	netBye               // the sender's process ends
)

// Far carries records between this rank and those of other hosts. It outlives links.
type Far struct {
	port *ofi.Port
	node *node.Node
	left func(rank int) bool // its process has ended

	// guarded by the port's lock
	peers   []farPeer       // by rank
	handled ofi.Executed    // records from them
	bridge  *mailbox.Bridge // to this rank's mailbox, for records with their heads
}

type farPeer struct {
	stream           ofi.Stream // records to it, of which it acknowledges those that it has handled
	asked, here, bye bool       // what settle waits for
	id               portals.ProcessID
	known            bool // id is final

	state atomic.Uint32 // of its interface, as it has said: node.EndpointNew and so on; not guarded
}

// NewFar makes it. Peers may send when all ranks have made theirs. left reports whether the process of a rank has ended.
func NewFar(port *ofi.Port, n *node.Node, left func(rank int) bool) *Far {
	f := &Far{port: port, node: n, left: left, peers: make([]farPeer, port.Size), handled: ofi.NewExecuted(port.Size)}
	for r := range f.peers {
		f.peers[r].stream = ofi.NewStream(port, ofi.Portals, r, nil)
	}
	f.bridge = mailbox.New(port, 1, func(_ int, record []byte) (bool, error) { return n.Send(n.Me(), kindFar, record), nil })
	port.Attach(ofi.Portals, f)
	return f
}

// most is how long a record may be.
func (f *Far) most() uint64 {
	return uint64(min(ofi.MaxBody-netHead, node.MaxRecord(f.node.MailboxBytes())-farHead))
}

// send sends a record, or reports that there is no space now.
func (f *Far) send(rank int, kind uint8, b []byte) bool {
	f.port.Lock()
	defer f.port.Unlock()
	if !f.free(rank) {
		return false
	}
	f.force(rank, kind, b)
	return true
}

// force sends a record also if there is no space. It needs the port's lock.
func (f *Far) force(rank int, kind uint8, b []byte) {
	if p := &f.peers[rank]; !p.bye { // else the message is lost, as on a network
		p.stream.Send([]byte{netHead - 1: 0, 0: kind}, b)
	}
}

func (f *Far) hasRoom(rank int) bool {
	f.port.Lock()
	defer f.port.Unlock()
	return f.free(rank)
}

func (f *Far) free(rank int) bool {
	return f.peers[rank].bye || !f.peers[rank].stream.Full()
}

// control sends a message that is no record. It needs the lock.
func (f *Far) control(rank int, kind uint8, content []byte) {
	f.port.Send(rank, ofi.Portals, []byte{netHead - 1: 0, 0: kind}, content)
}

// Receive reads a message: it is an ofi.User's, as is Batch.
func (f *Far) Receive(from int, body []byte) {
	if err := f.receive(from, body); err != nil {
		f.fail(from, err)
	}
}

func (f *Far) receive(from int, body []byte) error {
	if len(body) < netHead {
		return fmt.Errorf("it has %d bytes", len(body))
	}
	kind, b, p := body[0], body[netHead:], &f.peers[from]
	switch kind {
	case netCredit:
		if len(b) != credits {
			return fmt.Errorf("an acknowledgement of %d bytes", len(b))
		}
		if err := p.stream.Acknowledge(binary.LittleEndian.Uint64(b)); err != nil {
			return err
		}
		f.node.KickService()
	case netAsk:
		f.control(from, netHere, nil)
	case netHere:
		p.here = true
	case netBye:
		p.bye = true
	default:
		if kind < kindInline || kind >= kindFar || kind == kindPull {
			return fmt.Errorf("there is no kind %d", kind)
		}
		if most := f.most(); uint64(len(b)) > most {
			return fmt.Errorf("a record of %d bytes, which has at most %d", len(b), most)
		}
		if kind == kindState && len(b) == stateBytes { // known at once, also while the mailbox is not served
			p.id, p.known = portals.ProcessID{NID: binary.LittleEndian.Uint32(b), PID: binary.LittleEndian.Uint32(b[4:])}, true
			p.state.Store(binary.LittleEndian.Uint32(b[stateBytes-4:]))
		}
		head := binary.LittleEndian.AppendUint32(nil, uint32(from))
		head = append(binary.LittleEndian.AppendUint32(head, uint32(kind)), b...)
		f.bridge.Add(from, 0, head)
	}
	return nil
}

// fail notes that a rank has sent a damaged or impossible message: an operation of some rank does not complete, so the progress goroutine ends the job. It needs the lock.
func (f *Far) fail(from int, why error) {
	f.bridge.Fail(ofi.BadMessage(from, why))
	f.node.KickService()
}

// Batch delivers what has come.
func (f *Far) Batch() { f.delivered(f.bridge.Deliver(0)) }

// delivered wakes whatever serves the mailbox.
func (f *Far) delivered(records int) {
	if records > 0 {
		f.node.RingService(f.node.Me(), node.Ticks())
	}
}

// poll polls the network.
func (f *Far) poll() { f.delivered(f.bridge.Poll(0)) }

// waiting reports whether records wait for space in the mailbox.
func (f *Far) waiting() bool { return f.bridge.Waiting(0) }

// failure is why no record can be trusted to arrive, or nil. What was on its way to a process that has ended fails, too, and does not count.
func (f *Far) failure() error {
	f.port.Lock()
	defer f.port.Unlock()
	if err := f.bridge.Failed(); err != nil {
		return err
	}
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

// took notes that a record has been handled, and what was wrong with it.
func (f *Far) took(rank int, err error) {
	f.port.Lock()
	defer f.port.Unlock()
	if err != nil {
		f.fail(rank, err)
	}
	if ever, due := f.handled.NoteEach(rank, ackBatch); due {
		f.control(rank, netCredit, binary.LittleEndian.AppendUint64(nil, ever))
	}
}

// ID is what a rank of another host goes by, if it has opened an interface.
func (f *Far) ID(rank int) (id portals.ProcessID, known bool) {
	f.port.Lock()
	defer f.port.Unlock()
	return f.peers[rank].id, f.peers[rank].known
}

// settle waits until what this rank has sent is in the memory of its receivers' processes, for as long as goOn returns true. It returns a receiver that has not got
// all, or -1.
func (f *Far) settle(goOn func() bool) (rank int) {
	f.port.Lock()
	for r := range f.peers {
		if p := &f.peers[r]; p.stream.Sent() > 0 && !f.over(r) {
			p.asked, p.here = true, false
			f.control(r, netAsk, nil)
		}
	}
	f.port.Unlock()
	f.port.WaitLocked(func() bool {
		rank = -1
		for r := range f.peers {
			p := &f.peers[r]
			if p.asked && !p.here && !f.over(r) && f.port.Broken() == nil {
				rank = r
				return !goOn()
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
	var notified []int
	f.port.Lock()
	for r := range f.peers {
		if _, here := f.node.Host().Local(r); !here && !f.over(r) {
			f.control(r, netBye, nil)
			notified = append(notified, r)
		}
	}
	f.port.Unlock()
	end = time.Now().Add(byeTime)
	f.port.WaitLocked(func() bool {
		return !f.port.Backlog() || f.port.Broken() != nil || time.Now().After(end) || !slices.ContainsFunc(notified, func(r int) bool { return !f.over(r) })
	})
	return rank
}

// over reports whether a rank receives no messages any more: the provider would try forever to connect to it. It needs the port's lock.
func (f *Far) over(rank int) bool { return f.peers[rank].bye || f.left(rank) }

const stateBytes = 20

// announce publishes the state of this interface to ranks of other hosts.
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

// Announce publishes to ranks of other hosts that this interface is open, once it is registered. It returns when they know. It needs the host's lock.
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
	l.Far.took(int(rank), l.handle(from, uint8(kind), b[farHead:]))
	return nil
}
