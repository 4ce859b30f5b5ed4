package sim

import (
	"math/bits"

	"gasnetgo/internal/cache"
)

// Fetcher is an actor that knows what memory its events will touch besides its own. With FetchAhead it is asked some events before, step by step, to have that memory
// come. What it finds out from in one step it has had come in the step before; what it begins with has come already: its own first three lines, and those that arg
// is the address of, if it is one.
type Fetcher interface {
	// Fetch changes nothing that anybody could see. It may be asked for an event that has been cancelled, at any time before it would have been. more: there is
	// another step, of ten at most.
	Fetch(step int, arg uint64) (more bool)
}

// FetchAhead has those who know fetch the memory of their events before these happen, from now on or no more. That takes a tenth of a microsecond for each event; it pays
// where the caches have no room for all the actors that there are.
func (k *Kernel) FetchAhead(on bool) {
	k.queue.ahead.forget()
	k.queue.ahead.on = on
}

// ahead is the events that will happen soon, a ring. They are found in the wheel, list by list; those that are asked for at the last moment are missed.
type ahead struct {
	on     bool
	active uint64 // places of the ring where there are steps to be done
	seen   uint64 // number of the last bucket that has been looked at
	first  uint64 // of the ring: counts on
	end    uint64
	ring   [ring]foreseen
}

type foreseen struct {
	bucket  uint64
	fetcher Fetcher // of an active one
	arg     uint64
	slot    uint32
	step    int32
}

const (
	ring      = 64 // bits of active
	lead      = 48 // events that are looked ahead, most of them in other places of memory
	slotStep  = 5  // events after an event's slot has been asked for, it and then its actor are
	everyStep = 3  // events from step to step
	mostAhead = 10 // steps of a Fetcher

	// steps are the places of the ring that have a step to do when its end is at 0: so many bits, each everyStep after the one before.
	steps uint64 = (1<<(everyStep*mostAhead) - 1) / (1<<everyStep - 1) << (ring - slotStep - everyStep*mostAhead)
)

// lookAhead is done whenever a bucket's events are about to happen, and keeps the lead.
func (q *queue) lookAhead() {
	a := &q.ahead
	for a.first < a.end && a.ring[a.first%ring].bucket <= q.present {
		a.active &^= 1 << (a.first % ring)
		a.first++
	}
	last := q.present + q.mask
	for b := max(a.seen, q.present) + 1; b <= last && a.end-a.first < lead; b++ {
		w := q.used[b&q.mask/64] >> (b & 63)
		if w == 0 {
			b |= 63
			continue
		}
		if b += uint64(bits.TrailingZeros64(w)); b > last {
			return
		}
		a.seen = b
		bucket := b
		for slot := q.wheel[b&q.mask].first; slot != 0 && a.end-a.first < ring; {
			bucket, slot = q.foresee(bucket, slot-1)
		}
	}
}

// foresee has the ring go on by an event. An event whose slot has come meanwhile may have another one behind it in its bucket: it answers that one's slot, plus 1.
func (q *queue) foresee(bucket uint64, slot uint32) (of uint64, another uint32) {
	a := &q.ahead
	cache.Fetch(&q.slots[slot])
	e := &a.ring[a.end%ring]
	e.bucket, e.slot = bucket, slot
	a.end++
	if a.end-a.first >= slotStep {
		place := (a.end - slotStep) % ring
		e := &a.ring[place]
		if s := &q.slots[e.slot]; s.key != 0 { // it has not been cancelled
			cache.Call(s.actor, s.arg)
			if f, ok := s.actor.(Fetcher); ok {
				e.fetcher, e.arg, e.step = f, s.arg, 0
				a.active |= 1 << place
			}
			of, another = e.bucket, s.next
		}
	}
	for due := a.active & bits.RotateLeft64(steps, int(a.end%ring)); due != 0; due &= due - 1 {
		place := bits.TrailingZeros64(due)
		e := &a.ring[place]
		if e.bucket < q.present || !e.fetcher.Fetch(int(e.step), e.arg) { // or it has happened before others that are further ahead in the ring
			a.active &^= 1 << place
		}
		e.step++
	}
	return of, another
}

// forget is for buckets that have other numbers from now on.
func (a *ahead) forget() { a.first, a.end, a.active, a.seen = 0, 0, 0, 0 }
