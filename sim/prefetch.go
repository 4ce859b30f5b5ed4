package sim

import (
	"math/bits"

	"gasnetgo/internal/prefetch"
)

// Prefetcher is an actor that knows what memory its events touch besides the actor itself. While prefetching is on, the kernel calls it some dozen events
// before one of its own. At step 0 the first four lines of the actor are cached, and three lines at arg, if that is an address. At step 1, some events later,
// the lines that step 0 prefetched are cached as well.
type Prefetcher interface {
	// Prefetch affects only speed. It may be called for a cancelled event, until the event's time. more: step 1 is needed.
	Prefetch(step int, arg uint64) (more bool)
}

// SetPrefetch switches prefetching on or off. It takes some time per event and pays if the actors do not fit the caches.
func (k *Kernel) SetPrefetch(on bool) {
	k.queue.ahead.forget()
	k.queue.ahead.on = on
	k.queue.setAlarm()
}

// Prefetching reports whether it is on.
func (k *Kernel) Prefetching() bool { return k.queue.ahead.on }

// ahead holds upcoming events as found in the wheel, list by list; events scheduled at the last moment are missed. They are handled in waves. With each new
// wave, the earlier waves advance one step.
type ahead struct {
	on    bool
	again uint64 // number of the bucket before which the next wave is due
	seen  uint64 // number of the last bucket examined
	turn  uint64 // number of the latest wave
	waves [waves]wave
}

// wave is the events of some consecutive non-empty buckets.
type wave struct {
	buckets [waveBuckets]uint64 // their numbers
	begin   uint64              // the first one, or a number beyond the wheel
	n       int
	events  [waveEvents]upcoming // the first ones, if there are too many
	found   int
}

type upcoming struct {
	bucket     uint64
	prefetcher Prefetcher // has a step left; nil: none
	arg        uint64
}

const (
	waves       = 4
	waveBuckets = 16
	waveEvents  = 24
)

// lookAhead finds a wave of events behind those found before, and prefetches for it and for the earlier waves, which happen sooner: the events themselves, then
// actors and arguments, then what Prefetch of the actors names, in two steps. No event lies before the bucket now.
func (q *queue) lookAhead(now uint64) {
	a := &q.ahead
	a.turn++
	q.fill(&a.waves[a.turn%waves], now)
	q.examine(&a.waves[(a.turn-1)%waves], now)
	for i, w := 0, &a.waves[(a.turn-2)%waves]; i < w.found; i++ {
		if e := &w.events[i]; e.prefetcher != nil && (e.bucket < now || !e.prefetcher.Prefetch(0, e.arg)) {
			e.prefetcher = nil // no step left, or the event has happened
		}
	}
	w := &a.waves[(a.turn-3)%waves]
	for i := 0; i < w.found; i++ {
		if e := &w.events[i]; e.prefetcher != nil && e.bucket >= now {
			e.prefetcher.Prefetch(1, e.arg)
		}
	}
	a.again = w.begin
}

// fill finds the events of a wave.
func (q *queue) fill(w *wave, now uint64) {
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
		prefetch.Line(&q.slots[q.wheel[b&q.mask].first&^mixed-1])
	}
}

// examine reads the events of a wave, which have been prefetched.
func (q *queue) examine(w *wave, now uint64) {
	for _, b := range w.buckets[:w.n] {
		if b < now {
			continue
		}
		for i := q.wheel[b&q.mask].first &^ mixed; i != 0 && w.found < waveEvents; w.found++ {
			s := &q.slots[i-1]
			i = s.next
			e := &w.events[w.found]
			prefetch.Event(s.actor, s.arg)
			e.bucket, e.arg = b, s.arg
			e.prefetcher, _ = s.actor.(Prefetcher)
		}
	}
}

// forget drops all waves because the buckets are renumbered.
func (a *ahead) forget() { *a = ahead{on: a.on} }
