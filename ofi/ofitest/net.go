package ofitest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
)

// Net connects engines.
type Net struct {
	mu      sync.Mutex
	engines []*Engine
	rnd     *rand.Rand
}

// Engine is an ofi.Engine.
type Engine struct {
	net      *Net
	me       int
	peers    []int
	regions  []region
	moves    []move // that others want of this one's memory
	events   []ofi.Event
	messages map[uint64][]byte
	next     uint64
	event    int // descriptor of an eventfd, or -1
	Polls    int // calls of Poll
}

type region struct {
	base       uintptr
	bytes, key uint64
}

type move struct {
	from  *Engine
	local uintptr
	bytes uint64
	place ofi.Place
	write bool
	tag   uint64
}

var _ ofi.Engine = (*Engine)(nil)

// New makes n engines. Their moods are drawn from the seed; an engine of an even rank has a descriptor, the others have none.
func New(n int, seed uint64) []*Engine {
	net := &Net{rnd: rand.New(rand.NewPCG(seed, 1))}
	for i := range n {
		e := &Engine{net: net, me: i, messages: map[uint64][]byte{}, event: -1}
		if i%2 == 0 {
			var err error
			if e.event, err = unix.Eventfd(0, unix.EFD_NONBLOCK|unix.EFD_CLOEXEC); err != nil {
				panic(fmt.Sprintf("no eventfd: %v", err))
			}
		}
		net.engines = append(net.engines, e)
	}
	return net.engines
}

// Provider and the others are ofi.Engine's.
func (*Engine) Provider() string  { return "test" }
func (*Engine) Domain() string    { return "memory" }
func (*Engine) Ordered() bool     { return false }
func (e *Engine) Address() []byte { return binary.LittleEndian.AppendUint32(nil, uint32(e.me)) }

// Arm and Close are ofi.Engine's.
func (e *Engine) Arm() (descriptors []unix.PollFd, armed bool) {
	e.net.mu.Lock()
	defer e.net.mu.Unlock()
	if e.event < 0 {
		return nil, true
	}
	var count [8]byte
	_, _ = unix.Read(e.event, count[:]) // EAGAIN: nothing to clear
	return []unix.PollFd{{Fd: int32(e.event), Events: unix.POLLIN}}, len(e.moves) == 0 && len(e.events) == 0
}

func (e *Engine) Close() {
	e.net.mu.Lock()
	defer e.net.mu.Unlock()
	if e.event >= 0 {
		unix.Close(e.event)
		e.event = -1
	}
}

// notify makes the descriptor readable. It needs the lock.
func (e *Engine) notify() {
	if e.event >= 0 {
		_, _ = unix.Write(e.event, []byte{1, 0, 0, 0, 0, 0, 0, 0}) // fails only if it is readable as it is
	}
}

func (e *Engine) Connect(addresses [][]byte) error {
	for _, a := range addresses {
		e.peers = append(e.peers, int(binary.LittleEndian.Uint32(a)))
	}
	return nil
}

// full is the mood of a network that has no space. It needs the lock.
func (e *Engine) full() bool { return e.net.rnd.IntN(8) == 0 }

func (e *Engine) Expose(base uintptr, bytes, wanted uint64) (ofi.Region, error) {
	e.net.mu.Lock()
	defer e.net.mu.Unlock()
	e.regions = append(e.regions, region{base, bytes, wanted})
	return ofi.Region{Key: wanted, Start: 0}, nil
}

func (e *Engine) Send(peer int, message []byte) error {
	e.net.mu.Lock()
	defer e.net.mu.Unlock()
	if e.full() {
		return ofi.ErrAgain
	}
	to := e.net.engines[e.peers[peer]]
	to.next++
	to.messages[to.next] = append([]byte(nil), message...)
	to.events = append(to.events, ofi.Event{Kind: ofi.Message, Tag: to.next, Data: to.messages[to.next]})
	to.notify()
	return nil
}

func (e *Engine) move(peer int, m move) error {
	e.net.mu.Lock()
	defer e.net.mu.Unlock()
	if e.full() {
		return ofi.ErrAgain
	}
	to := e.net.engines[e.peers[peer]]
	to.moves = append(to.moves, m)
	to.notify()
	return nil
}

func (e *Engine) Write(peer int, from uintptr, bytes uint64, to ofi.Place, tag uint64) error {
	return e.move(peer, move{e, from, bytes, to, true, tag})
}

func (e *Engine) Read(peer int, to uintptr, bytes uint64, from ofi.Place, tag uint64) error {
	return e.move(peer, move{e, to, bytes, from, false, tag})
}

var errKey = errors.New("no memory with that key, or not as much")

func (e *Engine) execute(m move) {
	defer m.from.notify()
	for _, r := range e.regions {
		if r.key != m.place.Key || m.place.Address > r.bytes || m.bytes > r.bytes-m.place.Address {
			continue
		}
		here, there := memory.Bytes(r.base+uintptr(m.place.Address), m.bytes), memory.Bytes(m.local, m.bytes)
		if m.write {
			copy(here, there)
		} else {
			copy(there, here)
		}
		m.from.events = append(m.from.events, ofi.Event{Kind: ofi.Done, Tag: m.tag})
		return
	}
	m.from.events = append(m.from.events, ofi.Event{Kind: ofi.Failed, Tag: m.tag, Peer: -1, Data: []byte(errKey.Error())})
}

// Poll executes some of what others want, in any order, and reports some of what has happened.
func (e *Engine) Poll(events []ofi.Event) (int, error) {
	e.net.mu.Lock()
	defer e.net.mu.Unlock()
	e.Polls++
	for len(e.moves) > 0 && e.net.rnd.IntN(4) != 0 {
		i := e.net.rnd.IntN(len(e.moves))
		m := e.moves[i]
		e.moves = append(e.moves[:i], e.moves[i+1:]...)
		e.execute(m)
	}
	n := copy(events, e.events)
	e.events = append([]ofi.Event(nil), e.events[n:]...)
	return n, nil
}

func (e *Engine) Release(tag uint64) {
	e.net.mu.Lock()
	defer e.net.mu.Unlock()
	clear(e.messages[tag]) // a user that keeps a message sees it
	delete(e.messages, tag)
}
