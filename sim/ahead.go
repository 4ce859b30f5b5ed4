package sim

import (
	"math/bits"

	"gasnetgo/internal/cache"
)

// Fetcher is an actor that knows what memory its events will touch besides its own. With FetchAhead it is asked some events before to have that memory come. What it
// finds out from has come already: its own first four lines, and those that arg is the address of, if it is one. What it has had come in step 0 it finds out more
// from in step 1, some events later.
type Fetcher interface {
	// Fetch changes nothing that anybody could see. It may be asked for an event that has been cancelled, at any time before it would have been. more: there is
	// something to do in step 1.
	Fetch(step int, arg uint64) (more bool)
}

// FetchAhead has those who know fetch the memory of their events before these happen, from now on or no more. That takes some time for each event; it pays
// where the caches have no room for all the actors that there are.
func (k *Kernel) FetchAhead(on bool) {
	k.queue.ahead.forget()
	k.queue.ahead.on = on
	k.queue.setAlarm()
}

// FetchesAhead reports whether they do.
func (k *Kernel) FetchesAhead() bool { return k.queue.ahead.on }

// ahead is the events that will happen soon, as they are found in the wheel, list by list; those that are asked for at the last moment are missed. They come in
// waves, of which each has something done for it when there is a new one.
type ahead struct {
	on    bool
	again uint64 // number of the bucket before which there is to be another wave
	seen  uint64 // number of the last bucket that has been looked at
	turn  uint64 // the latest wave
	waves [waves]wave
}

// wave is the events of some buckets in a row that have any.
type wave struct {
	buckets [waveBuckets]uint64 // their numbers
	begin   uint64              // the first one, or behind all of the wheel
	n       int
	events  [waveEvents]foreseen // of the first of them, if they are too many
	found   int
}

type foreseen struct {
	bucket  uint64
	fetcher Fetcher // that has a step to do; nil: none
	arg     uint64
}

const (
	waves       = 4
	waveBuckets = 16
	waveEvents  = 24
)

// lookAhead finds a wave of events behind those that have been found, and has memory come for it and for those before it, which happen earlier: the events
// themselves, then actors and arguments, then what Fetchers know, in two steps. No event lies before the bucket now.
func (q *queue) lookAhead(now uint64) {
	a := &q.ahead
	a.turn++
	q.foresee(&a.waves[a.turn%waves], now)
	q.examine(&a.waves[(a.turn-1)%waves], now)
	for i, w := 0, &a.waves[(a.turn-2)%waves]; i < w.found; i++ {
		if e := &w.events[i]; e.fetcher != nil && (e.bucket < now || !e.fetcher.Fetch(0, e.arg)) {
			e.fetcher = nil // or it has happened
		}
	}
	w := &a.waves[(a.turn-3)%waves]
	for i := 0; i < w.found; i++ {
		if e := &w.events[i]; e.fetcher != nil && e.bucket >= now {
			e.fetcher.Fetch(1, e.arg)
		}
	}
	a.again = w.begin
}

// foresee fills a wave.
func (q *queue) foresee(w *wave, now uint64) {
	a := &q.ahead
	w.n, w.found = 0, 0
	b, last := max(a.seen, now)+1, q.present+q.mask
	w.begin = b
	for ; b <= last && w.n < waveBuckets; b++ {
		u := q.used[b&q.mask/64] >> (b & 63)
		if u == 0 {
			b |= 63
			continue
		}
		if b += uint64(bits.TrailingZeros64(u)); b > last {
			break
		}
		a.seen = b
		w.buckets[w.n] = b
		w.n++
		cache.Fetch(&q.slots[q.wheel[b&q.mask].first&^mixed-1])
	}
}

// examine looks at the events of a wave, which have come.
func (q *queue) examine(w *wave, now uint64) {
	for _, b := range w.buckets[:w.n] {
		if b < now {
			continue
		}
		for i := q.wheel[b&q.mask].first &^ mixed; i != 0 && w.found < waveEvents; w.found++ {
			s := &q.slots[i-1]
			i = s.next
			e := &w.events[w.found]
			cache.Call(s.actor, s.arg)
			e.bucket, e.arg = b, s.arg
			e.fetcher, _ = s.actor.(Fetcher)
		}
	}
}

// forget is for buckets that have other numbers from now on.
func (a *ahead) forget() { *a = ahead{on: a.on} }
