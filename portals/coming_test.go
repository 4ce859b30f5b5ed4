package portals_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

const quiet = p.MDEventStartDisable | p.MDEventEndDisable

// poster is a client that looks into its queue, finds nothing, and then has a descriptor take the place of another, on condition that nothing has
// come to the queue since. sleeping is the descriptor that it changes.
type poster struct {
	*world
	sleeping p.Handle
}

func newPoster(t *testing.T, dialect p.Dialect) *poster {
	w := newWorldOf(t, dialect)
	_, md, code := w.b.MEMDAttach(4, any2, 0, math.MaxUint64, p.Retain, p.InsAfter, desc(w.bEQ, 40, 0, p.MDOpPut), nil, p.Retain)
	must(t, code)
	return &poster{w, md}
}

// update is the conditional update; it leaves the descriptor asleep, so that it can be made again.
func (r *poster) update() p.Code {
	return r.b.MDUpdate(r.sleeping, desc(r.bEQ, 40, 0, p.MDOpPut), nil, r.bEQ)
}

// begins lets a message arrive at b that has not ended.
func (r *poster) begins(kind p.HeaderKind) *p.Op {
	o := r.b.Arrive(&p.Header{Kind: kind, PT: 3, Length: 4, From: twintest.ID(0)})
	require.NotNil(r.t, o)
	return o
}

// TestArrivalHoldsUpdatesBack: from the match of a message until its last event has been taken, an update that depends on the queue is refused, whatever
// the message is, whatever events the descriptor posts, and whether or not the descriptor outlives it. Who is refused gets an event to come: a program that
// waits for the next one without limit continues.
func TestArrivalHoldsUpdatesBack(t *testing.T) {
	for name, c := range map[string]struct {
		options uint32
		dialect p.Dialect
		unlink  p.Unlink
		held    bool
		last    p.EventKind // UNLINK or an END
	}{
		"START and END":                  {held: true, last: p.PutEnd},
		"END only":                       {options: p.MDEventStartDisable, held: true, last: p.PutEnd},
		"START only":                     {options: p.MDEventEndDisable},
		"ACK only":                       {options: quiet},
		"END, used up":                   {options: p.MDEventStartDisable, unlink: p.UnlinkIt, held: true, last: p.PutEnd},
		"END, then UNLINK":               {options: p.MDEventStartDisable | p.MDEventAutoUnlink, unlink: p.UnlinkIt, held: true, last: p.Unlinked},
		"UNLINK only":                    {options: quiet | p.MDEventAutoUnlink, unlink: p.UnlinkIt, held: true, last: p.Unlinked},
		"UNLINK asked for, but retained": {options: quiet | p.MDEventAutoUnlink},
		"reference: START, UNLINK":       {options: p.MDEventEndDisable, dialect: p.Reference, unlink: p.UnlinkIt, held: true, last: p.Unlinked},
		"reference: nothing":             {options: quiet, dialect: p.Reference, unlink: p.UnlinkIt},
	} {
		for _, kind := range []p.HeaderKind{p.HPut, p.HGet, p.HGetPut} {
			t.Run(name+"/"+kind.String(), func(t *testing.T) {
				r := newPoster(t, c.dialect)
				_, md := r.post(desc(r.bEQ, 40, 1, p.MDOpPut|p.MDOpGet|c.options), c.unlink)
				must(t, r.update())
				o := r.begins(kind)
				r.events(r.b, r.bEQ)
				if !c.held {
					must(t, r.update())
					r.b.Done(o, p.NIOK)
					must(t, r.update())
					return
				}
				require.Equal(t, p.MDNoUpdate, r.update(), "what has begun is to be told")
				r.b.Done(o, p.NIOK)
				require.Equal(t, p.MDNoUpdate, r.update(), "it has been told")
				got := kinds(r.events(r.b, r.bEQ))
				last := got[len(got)-1]
				if c.last == p.Unlinked {
					require.Equal(t, p.Unlinked, last)
				} else {
					require.Contains(t, []p.EventKind{p.PutEnd, p.GetEnd, p.GetPutEnd}, last)
				}
				require.Equal(t, c.unlink == p.Retain, r.b.Valid(md))
				must(t, r.update())
			})
		}
	}
}

// TestSeveralArrivals: the last of them to end is the one that counts, also where only the UNLINK of their descriptor will tell.
func TestSeveralArrivals(t *testing.T) {
	for name, options := range map[string]uint32{"END": p.MDEventStartDisable, "UNLINK": quiet | p.MDEventAutoUnlink} {
		t.Run(name, func(t *testing.T) {
			r := newPoster(t, p.Cray)
			r.post(desc(r.bEQ, 40, 2, p.MDOpPut|options), p.UnlinkIt)
			first, second := r.begins(p.HPut), r.begins(p.HPut)
			require.Equal(t, p.MDNoUpdate, r.update())
			r.b.Done(second, p.NIOK)
			r.events(r.b, r.bEQ)
			require.Equal(t, p.MDNoUpdate, r.update())
			r.b.Done(first, p.NIFailed)
			require.Equal(t, p.MDNoUpdate, r.update())
			require.Len(t, r.events(r.b, r.bEQ), 1)
			must(t, r.update())
		})
	}
}

// TestOwnOperationsHoldNothingBack: what a process has issued itself is no message that it does not know of, and when it ends may be another's affair, so
// that a program which has sends, gets and acknowledgements outstanding posts its receives nevertheless. A reply that is coming in is an arrival.
func TestOwnOperationsHoldNothingBack(t *testing.T) {
	w := newWorld(t)
	w.post(desc(p.EQNone, 40, infinite, p.MDOpPut|p.MDOpGet|p.MDManageRemote), p.Retain)
	sleeping := w.bind(desc(w.aEQ, 40, 0, 0), p.Retain)
	update := func() p.Code { return w.a.MDUpdate(sleeping, desc(w.aEQ, 40, 0, 0), nil, w.aEQ) }
	src := w.bind(desc(w.aEQ, 8, infinite, p.MDEventStartDisable), p.Retain)

	w.put(src, 0, p.Whole, p.AckRequested)
	must(t, update())
	require.Equal(t, p.MDNoUpdate, w.a.MDUpdate(src, desc(w.aEQ, 8, 1, 0), nil, w.aEQ), "that descriptor's own SEND is to come")
	w.Sent(0, p.NIOK)
	require.Equal(t, p.MDNoUpdate, update(), "SEND_END is there")
	w.events(w.a, w.aEQ)
	must(t, update()) // the ACK may never come
	w.Settle()
	w.at(list{p.Ack}, nil)
	must(t, update())

	w.get(src, 0, p.Whole)
	w.Sent(0, p.NIOK)
	w.events(w.a, w.aEQ)
	must(t, update()) // nor the REPLY
	w.Deliver(0, 2, false)
	w.Done(0, p.NIOK)
	require.NotNil(t, w.Deliver(2, 0, false))
	require.Equal(t, p.MDNoUpdate, update(), "it comes")
	w.Done(0, p.NIOK)
	w.at(list{p.ReplyEnd}, nil)
	must(t, update())

	// Replies to come keep a descriptor from its UNLINK; a reply that may not come delays none.
	both := w.bind(desc(w.aEQ, 8, 2, quiet|p.MDEventAutoUnlink), p.UnlinkIt)
	w.get(both, 0, p.Whole)
	w.get(both, 0, p.Whole)
	must(t, update())
	w.Settle()
	w.at(list{p.Unlinked}, nil)
	must(t, update())
}

// TestOnlyThatQueue: arrivals of other queues and of none hold nothing back, nor do those of a queue that is gone hold the next one back in its place.
func TestOnlyThatQueue(t *testing.T) {
	r := newPoster(t, p.Cray)
	other, code := r.b.EQAlloc(4)
	must(t, code)
	_, md := r.post(desc(other, 40, 2, p.MDOpPut|p.MDEventStartDisable), p.UnlinkIt)
	o := r.begins(p.HPut)
	must(t, r.update())
	next := desc(r.bEQ, 40, 0, p.MDOpPut)
	require.Equal(t, p.MDNoUpdate, r.b.MDUpdate(r.sleeping, next, nil, other))
	must(t, r.b.MDUpdate(r.sleeping, next, nil, p.EQNone))
	require.Equal(t, p.MDNoUpdate, r.b.MDUpdate(md, next, nil, r.bEQ), "a message is under way there")

	must(t, r.b.EQFree(other))
	r.b.Done(o, p.NIOK)
	for range 2000 { // until its place is used again
		q, code := r.b.EQAlloc(4)
		must(t, code)
		must(t, r.b.MDUpdate(r.sleeping, next, nil, q))
		must(t, r.b.EQFree(q))
	}
}
