package client

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
	"gasnetgo/portals/portalstest"
)

// echo is a client with messages, credits and a ring, as an active message layer over Portals has them. A request carries a payload into the ring of its
// target; the target's thread reads it there and replies with the same payload to the place that the request names. One event queue serves everything. An
// initiator has a number of credits for each target, so that the target's ring always has space for a request.
type echo struct {
	*Client
	rank        int
	local       Memory
	ring        *Ring
	inbox       []Eager  // requests: the header data is a slot
	landing     []byte   // replies: a slot for each request in flight
	free        []uint64 // slots
	sent        [][]byte // payload of the request of a slot
	credits     []int    // by peer
	outstanding Count    // requests without reply
	wrong       int      // replies with other bytes
}

// The portal indices, counted from Config.Index.
const (
	indexRequests = iota
	indexReplies
	indexSegment
)

const (
	eqNone   = portals.EQNone
	bothWays = portals.MDOpPut | portals.MDOpGet | portals.MDManageRemote | NoEvents

	credits    = 2
	mostBytes  = 600 // some payloads are in the message, others are read when it arrives
	bufferSize = 4 * mostBytes
)

func newEcho(t *testing.T, w *world, rank, size int) *echo {
	x := &echo{Client: w.client(rank), rank: rank}
	slots := credits * size
	x.landing, x.sent = make([]byte, slots*mostBytes), make([][]byte, slots)
	for i := range slots {
		x.free = append(x.free, uint64(i))
	}
	x.credits = slices.Repeat([]int{credits}, size)
	require.NoError(t, x.Open(func(s *Setup) {
		q := s.Operations(x.arrived)
		x.local = s.Memory(NoStart, q, Everything())
		buffers := BuffersFor(slots)
		x.ring = s.Ring(RingConfig{Index: indexRequests, Ignore: ^uint64(0), Memory: make([]byte, buffers*bufferSize), Buffers: buffers, Largest: mostBytes, Queue: q})
		s.Entry(&Entry{Index: indexReplies, Ignore: ^uint64(0), MD: segmentOf(x.landing).Describe(portals.MDOpPut|portals.MDManageRemote|NoStart, q)})
	}))
	return x
}

// request sends a payload, if there is space and a credit. Needs the lock, as do all others.
func (x *echo) request(to int, payload []byte) bool {
	if x.credits[to] == 0 {
		return false
	}
	op := x.TryStart(0, portalstest.ID(to))
	if op == nil {
		return false
	}
	x.credits[to]--
	slot := x.free[len(x.free)-1]
	x.free, x.sent[slot] = x.free[:len(x.free)-1], payload
	op.CountComplete(&x.outstanding)
	n := uint64(len(payload))
	_ = x.Request(op, x.local.At(memory.Address(payload), n), n, x.target(to, indexRequests, op.ID(), 0), slot)
	x.Release(op)
	return true
}

func (x *echo) target(to int, index uint32, bits, offset uint64) portals.Target {
	return portals.Target{ID: portalstest.ID(to), PT: x.Index + index, MatchBits: bits, Offset: offset}
}

// arrived is the handler of requests and replies.
func (x *echo) arrived(e *portals.Event) {
	if e.PTIndex == x.Index+indexReplies {
		x.replied(e)
	} else if m, ok := x.ring.Arrived(e); ok {
		x.inbox = append(x.inbox, m)
	}
}

// replied completes the request that a reply names.
func (x *echo) replied(e *portals.Event) {
	slot := e.Offset / mostBytes
	if !bytes.Equal(x.landing[e.Offset:][:e.MLength], x.sent[slot]) {
		x.wrong++
	}
	x.credits[e.Initiator.NID]++
	x.free = append(x.free, slot)
	x.Complete(x.Operation(e.MatchBits >> IDBits))
}

// serve replies to one request, if there is one and space.
func (x *echo) serve() {
	if len(x.inbox) == 0 {
		return
	}
	a := x.inbox[0]
	op := x.TryStart(0, a.From)
	if op == nil {
		return
	}
	x.inbox = x.inbox[1:]
	payload := bytes.Clone(a.Payload)
	x.ring.Release(a)
	op.KeepAlive(payload)
	n := uint64(len(payload))
	to := x.target(int(a.From.NID), indexReplies, a.MatchBits<<IDBits|op.ID(), a.HdrData*mostBytes)
	_ = x.Message(op, x.local.At(memory.Address(payload), n), n, to, 0)
	x.Release(op)
}

// Ranks send each other requests and reply to those that arrive, with narrow links and few credits.
func TestEcho(t *testing.T) {
	const size, rounds = 3, 200
	for _, room := range []int{0, 2} {
		t.Run(fmt.Sprint("room ", room), func(t *testing.T) {
			w := newWorld(size)
			w.net.Room = room
			var ranks []*echo
			for i := range size {
				ranks = append(ranks, newEcho(t, w, i, size))
			}
			var finished atomic.Int32
			var all sync.WaitGroup
			for _, x := range ranks {
				all.Add(1)
				go func() {
					defer all.Done()
					x.Host.Lock()
					defer x.Host.Unlock()
					for i := range rounds {
						payload := bytes.Repeat([]byte{byte(x.rank), byte(i)}, (i*37+x.rank)%mostBytes/2)
						x.until(func() bool { return x.request((x.rank+i)%size, payload) })
					}
					x.until(func() bool { return x.outstanding == 0 })
					finished.Add(1)
					w.poke()
					x.until(func() bool { return finished.Load() == size })
				}()
			}
			all.Wait()
			for _, x := range ranks {
				require.NoError(t, x.Err())
				require.Zero(t, x.wrong)
				require.Greater(t, x.ring.Refills(), 10)
				require.Equal(t, slices.Repeat([]int{credits}, size), x.credits)
				dropped, _ := x.Host.NI.Status(portals.SRDropCount)
				require.Zero(t, dropped)
				x.Host.Lock()
				require.NoError(t, x.Quiet("the last replies", 0))
				x.Host.Unlock()
				x.Close()
				created, gone := x.Host.NI.Objects()
				require.Equal(t, created, gone)
			}
		})
	}
}

// until serves requests until cond holds.
func (x *echo) until(cond func() bool) {
	_ = x.Await("requests and replies", func() bool {
		x.serve()
		return cond()
	})
}
