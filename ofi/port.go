package ofi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Channel numbers the users of a Port.
type Channel uint8

// The channels.
const (
	Control  Channel = iota // the job's barrier
	SHMEM                   // puts, gets and atomics
	GASNet                  // active messages
	Exit                    // ranks that have called gasnet_exit
	ARMCI                   // puts, gets, requests and messages
	Portals                 // headers and data
	LAPI                    // packets
	SISCI                   // packets
	Ends                    // how the job has ended
	Hello                   // questions whether a rank can be reached
	channels = iota
)

// Sizes of messages.
const (
	headBytes = 16   // token, sender, channel
	MaxBody   = 4096 // of a message

	// MessageBytes is the longest message that an Engine has to carry, and Receives how many may arrive between two calls of Poll.
	MessageBytes = headBytes + MaxBody
	Receives     = 512
)

// User is a user of a Port: all calls come with the port locked.
type User interface {
	// Receive reads a message. It must not block; it may call Port.Send.
	Receive(from int, body []byte)

	// Batch is called when all messages that were there have been read.
	Batch()
}

// Config says what a Port is made of. All but the functions are needed.
type Config struct {
	Engine Engine
	Rank   int
	Size   int
	Token  uint64 // a secret of the job: messages without it are ignored

	// Look, if there is one, evaluates cond again and again before a wait sleeps, and reports whether it holds.
	Look func(cond func() bool) bool

	// Left, if there is one, reports whether the process of a rank has ended. Messages for it that the network does not take are lost. It is called with the lock.
	Left func(rank int) bool

	// Now, if there is one, stands in for time.Now in what LossTime counts.
	Now func() time.Time

	// Where, if there is one, says where a rank is, for errors: "rank 2 on host b, 10.0.0.2:40569".
	Where func(rank int) string

	// Sleeps, if there is one, is called by a thread that is about to sleep in Wait, WaitLocked or Idle, calls Doze, or finds no space in Read or Write; in these two with the lock.
	Sleeps func()

	// Notify, if there is one, is called without the lock when the progress goroutine has changed memory or completed operations.
	Notify func()
}

// Port is an endpoint that several users share. Its methods may be called by any goroutine; those that say so need the lock.
type Port struct {
	Config
	mu      sync.Mutex
	users   [channels]User
	events  []Event
	pending []Pending // by tag; guarded by mu, as is the rest
	unused  []uint64
	backlog []queue  // of peers for which the network has had no space
	read    []uint64 // messages whose buffers are to be released
	scratch []byte
	lost    map[int]time.Time // by peer: since when it has been unreachable
	broken  error
	breaker int // the peer of broken; -1: not known

	polls   atomic.Uint64 // polls of the program, ever
	dozes   atomic.Bool   // the thread that polled sleeps on something else now
	waiters atomic.Int32  // threads in Wait
	seen    atomic.Uint64 // events, ever

	idleSeen         atomic.Uint64 // seen at the last call of Idle
	idleSince, idled atomic.Int64  // when a series of such calls began, and when the last one returned, as UnixNano

	stopped atomic.Bool
	kick    chan struct{} // ends a nap of the progress goroutine
	wake    int           // descriptor of an eventfd that ends its sleep; -1: it has none
	over    chan struct{}
}

// BadMessage is the error of a message that no peer of the same version sends. All users of a port report such messages by it.
func BadMessage(from int, why error) error {
	return fmt.Errorf("a damaged or impossible message from rank %d: %w", from, why)
}

// Pending is called when an operation is complete, with the port locked.
type Pending func(failure error)

// queue is messages for a peer, in their order. A peer that cannot be reached now does not delay those for others.
type queue struct {
	peer     int
	messages [][]byte
}

// NewPort makes a port over a connected engine, and starts its progress goroutine.
func NewPort(c Config) *Port {
	p := &Port{Config: c, lost: map[int]time.Time{}, events: make([]Event, 64), kick: make(chan struct{}, 1), over: make(chan struct{})}
	if p.Now == nil {
		p.Now = time.Now
	}
	var err error
	if p.wake, err = unix.Eventfd(0, unix.EFD_NONBLOCK|unix.EFD_CLOEXEC); err != nil {
		p.wake = -1
	}
	go p.serve()
	return p
}

// Attach registers the user of a channel before any message comes for it.
func (p *Port) Attach(c Channel, u User) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.users[c] = u
}

// Lock and Unlock guard the port and the states of its users.
func (p *Port) Lock()   { p.mu.Lock() }
func (p *Port) Unlock() { p.mu.Unlock() }

// Send sends a message, at once or when there is space. It does not block, and needs the lock. Messages to a peer leave in their order; those to different peers in
// any. The message is head and then tail, which is for payloads and may be nil.
func (p *Port) Send(peer int, c Channel, head, tail []byte) {
	b := p.scratch[:0]
	b = binary.LittleEndian.AppendUint64(b, p.Token)
	b = binary.LittleEndian.AppendUint32(b, uint32(p.Rank))
	b = binary.LittleEndian.AppendUint32(b, uint32(c))
	b = append(append(b, head...), tail...)
	p.scratch = b
	i := slices.IndexFunc(p.backlog, func(q queue) bool { return q.peer == peer })
	if i < 0 {
		if p.attempt(peer, b) {
			return
		}
		i = len(p.backlog)
		p.backlog = append(p.backlog, queue{peer: peer})
	}
	p.backlog[i].messages = append(p.backlog[i].messages, slices.Clone(b))
}

// attempt reports whether a message needs no further attempt.
func (p *Port) attempt(peer int, message []byte) bool {
	err := p.Engine.Send(peer, message)
	if p.again(peer, err) {
		return false
	}
	if err != nil {
		p.failWith(peer, fmt.Errorf("sending to %s: %w", p.where(peer), err))
	}
	return true
}

// again reports whether a call with this result is to be repeated: there was no space, or no way to the peer, which may come back.
func (p *Port) again(peer int, err error) bool {
	if Unreachable(err) {
		now := p.Now()
		if _, known := p.lost[peer]; !known {
			p.lost[peer] = now
		}
		return now.Sub(p.lost[peer]) < LossTime
	}
	if len(p.lost) > 0 {
		delete(p.lost, peer)
	}
	return err == ErrAgain
}

func (p *Port) where(rank int) string {
	if p.Where != nil {
		return p.Where(rank)
	}
	return fmt.Sprintf("rank %d", rank)
}

// Backlog reports whether messages wait for space. It needs the lock.
func (p *Port) Backlog() bool { return len(p.backlog) > 0 }

// Write starts a write of local memory; done is called when the bytes are in the peer's. It needs the lock, and polls while there is no space.
func (p *Port) Write(peer int, from uintptr, bytes uint64, to Place, done Pending) {
	p.begin(peer, done, func(tag uint64) error { return p.Engine.Write(peer, from, bytes, to, tag) })
}

// Read starts a read of a peer's memory; otherwise it is like Write.
func (p *Port) Read(peer int, to uintptr, bytes uint64, from Place, done Pending) {
	p.begin(peer, done, func(tag uint64) error { return p.Engine.Read(peer, to, bytes, from, tag) })
}

func (p *Port) begin(peer int, done Pending, start func(tag uint64) error) {
	tag := uint64(len(p.pending))
	if n := len(p.unused); n > 0 {
		tag, p.unused = p.unused[n-1], p.unused[:n-1]
		p.pending[tag] = done
	} else {
		p.pending = append(p.pending, done)
	}
	for {
		err := start(tag)
		switch {
		case err == nil:
			return
		case !p.again(peer, err):
			p.complete(tag, fmt.Errorf("moving memory of %s: %w", p.where(peer), err))
			return
		case p.Broken() != nil:
			p.complete(tag, p.broken)
			return
		case p.Left != nil && p.Left(peer): // the provider would try forever to connect
			p.complete(tag, fmt.Errorf("moving memory of %s: its process has ended", p.where(peer)))
			return
		}
		if p.poll() == 0 { // others may poll as well
			p.sleeps()
			p.mu.Unlock()
			p.mu.Lock()
		}
	}
}

func (p *Port) complete(tag uint64, failure error) {
	done := p.pending[tag]
	p.pending[tag] = nil
	p.unused = append(p.unused, tag)
	done(failure)
}

// fail remembers the first failure that belongs to no operation.
func (p *Port) fail(err error) { p.failWith(-1, err) }

// failWith is fail for a failure with a peer.
func (p *Port) failWith(peer int, err error) {
	if p.Broken() == nil {
		p.broken, p.breaker = err, peer
	}
}

// Broken is a failure of the network after which nothing can be trusted, or nil. One with a peer whose process has ended is none: whether that ends the job is not the network's to say.
// It needs the lock.
func (p *Port) Broken() error {
	if p.broken != nil && p.breaker >= 0 && p.Left != nil && p.Left(p.breaker) {
		p.broken = nil
	}
	return p.broken
}

// Progress reads what has come and completes operations. It does not block.
func (p *Port) Progress() {
	p.mu.Lock()
	p.ProgressLocked()
	p.mu.Unlock()
}

// ProgressLocked is Progress for a caller that has the lock.
func (p *Port) ProgressLocked() {
	p.polls.Add(1)
	p.poll()
}

// poll handles the events that are there, and returns their number.
func (p *Port) poll() int {
	p.release()
	n, err := p.Engine.Poll(p.events)
	if err != nil {
		p.fail(err)
	}
	for _, e := range p.events[:n] {
		switch e.Kind {
		case Message:
			p.receive(e.Data)
			p.read = append(p.read, e.Tag)
		case Done:
			p.complete(e.Tag, nil)
		case Failed:
			why := errors.New(string(e.Data))
			if e.Peer >= 0 {
				why = fmt.Errorf("%w, with %s", why, p.where(e.Peer))
			}
			if e.Tag == ^uint64(0) {
				p.failWith(e.Peer, why)
			} else {
				p.complete(e.Tag, why)
			}
		}
	}
	if n > 0 {
		p.seen.Add(uint64(n))
		for _, u := range p.users {
			if u != nil {
				u.Batch()
			}
		}
	}
	p.flush()
	return n
}

// release gives the buffers of messages that have been read back. That takes as long as sending a message, so a reply goes first.
func (p *Port) release() {
	for _, tag := range p.read {
		p.Engine.Release(tag)
	}
	p.read = p.read[:0]
}

func (p *Port) receive(b []byte) {
	if len(b) < headBytes || binary.LittleEndian.Uint64(b) != p.Token {
		return // not of this job
	}
	from, c := binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
	switch {
	case from >= uint32(p.Size) || c >= channels:
		p.fail(BadMessage(int(from), fmt.Errorf("there is no channel %d of that rank", c)))
	case p.users[c] != nil:
		p.users[c].Receive(int(from), b[headBytes:])
	}
}

// flush sends what had no space. What is for a process that has ended, and does not leave, is lost: the provider would try forever to connect.
func (p *Port) flush() {
	if len(p.backlog) == 0 {
		return
	}
	kept := p.backlog[:0]
	for _, q := range p.backlog {
		for len(q.messages) > 0 && p.attempt(q.peer, q.messages[0]) {
			q.messages = q.messages[1:]
		}
		if len(q.messages) > 0 && (p.Left == nil || !p.Left(q.peer)) {
			kept = append(kept, q)
		}
	}
	clear(p.backlog[len(kept):])
	p.backlog = kept
}
