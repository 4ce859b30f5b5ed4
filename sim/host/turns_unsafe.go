package host

import (
	"slices"
	"unsafe"

	"gasnetgo/internal/memory"
)

// A program that waits repeats calls that find nothing: between two of them it does the same again and again. What it does in a turn, from one stop to the next, follows from what is in memory where it has
// stopped, since all registers that a call preserves are on its stack then. So a turn is executed here once, without the rank (x86.Processor), and what it loads and stores is retained. When the rank is to be
// resumed with the same in all words that the turn loads, the turn is repeated by storing what it stores. The program runs only when there is something else.
//
// Nothing is assumed of what calls answer: an answer that differs is among the words that are loaded.

// turn is what a rank's program does from one stop to the next.
type turn struct {
	sp, frame uintptr // of the stop where it begins

	reads []span   // what it loads before it stores anything there
	was   []uint32 // what was there

	writes []span // what it leaves, but for what is dead on the stack
	values []uint32
	uses   int // how often it has been repeated
}

// span is n words of memory of 4 bytes.
type span struct {
	at uintptr
	n  int
}

func (s span) words() []uint32 { return unsafe.Slice(memory.At[uint32](s.at), s.n) }

// same reports whether the rank would do the same again.
func (t *turn) same() bool {
	was := t.was
	for _, s := range t.reads {
		for i, v := range s.words() {
			if v != was[i] {
				return false
			}
		}
		was = was[s.n:]
	}
	return true
}

// repeat has the rank be at the end of the turn.
func (t *turn) repeat() {
	values := t.values
	for _, s := range t.writes {
		copy(s.words(), values)
		values = values[s.n:]
	}
}

// stop is where a rank has stopped, and what it has done from there.
type stop struct {
	sp, frame uintptr
	turns     []*turn
	visits    int // in the present wait, since a turn from here has been known or executed
	wait      int // its number
	interval  int // visits before the next
}

const (
	stops        = 16 // of a rank that are remembered at a time, a power of two,
	stopsOfPlace = 4  // each in one of so many places
	turnsOfStop  = 8
	firstVisits  = 3
	mostVisits   = 1 << 16
	worth        = 128 // how often a turn has to be repeated: executing one takes as long as so many turns of a program
	longestTurn  = 2048
)

// repeats is what is known of a rank's turns.
type repeats struct {
	stops     [stops]stop
	wait      int        // number of the wait that the rank is in: see Waited
	rehearsal *rehearsal // the latest, for the next one

	latest [2 * longestCycle]*turn // that have been repeated, the last one first, if the rank has not run since
}

// longestCycle is how many turns may be different until a rank is where it was.
const longestCycle = 4

// Repeat has a rank that waits with an answered frame, or with the request Yield, go on as it would if it were resumed, up to the next such stop, if it does what it has done before from the same state. It reports whether
// that is so, and why the rank has stopped is what Stopped answers then.
// It is for calls that programs repeat while they wait: finding out takes longer than a turn. It must not be called for ranks with threads.
func (r *Rank) Repeat() bool {
	if r.fiber != nil || r.unrepeatable {
		return false
	}
	if r.repeats == nil {
		r.repeats = &repeats{}
	}
	t := r.find()
	if t == nil {
		if r.repeats.latest[0] != nil { // a cycle has no gap
			r.repeats.latest = [2 * longestCycle]*turn{}
		}
		return false
	}
	r.repeats.made(t)
	return true
}

// Cycle is after how many turns the rank is where it is now, with the same in its memory, if the rest of the job's memory stays as it is and its frames are answered as they were: as long as that is so, more turns change
// nothing. 0: that is not known. All of them have been made by Repeat twice, one after the other.
func (r *Rank) Cycle() int {
	if r.repeats == nil {
		return 0
	}
	latest := &r.repeats.latest
	for n := 1; n <= longestCycle && latest[n] != nil; n++ {
		if slices.Equal(latest[:n], latest[n:2*n]) {
			return n
		}
	}
	return 0
}

// Stays reports whether the turn that Repeat has made last would be made next and change nothing, if the rank's frame, of so many bytes, had the answer that it had before that turn.
func (r *Rank) Stays(bytes int) bool {
	if r.repeats == nil || r.repeats.latest[0] == nil {
		return false
	}
	t, frame := r.repeats.latest[0], uintptr(r.state.frame)
	if sp, _ := r.StackAndCalls(); t.sp != sp || t.frame != frame {
		return false
	}
	was := t.was
	for _, s := range t.reads {
		for i, v := range s.words() {
			if v != was[i] && s.at+4*uintptr(i)-frame >= uintptr(bytes) {
				return false
			}
		}
		was = was[s.n:]
	}
	return true
}

// Forward has the rank be n turns ahead in a cycle of so many that have changed nothing. frames are the sizes of the frames that it waits with at the beginnings of these turns, in bytes: their answers are those that they had.
func (r *Rank) Forward(cycle int, frames []int) {
	for _, bytes := range frames {
		t := r.repeats.latest[cycle-1]
		t.answer(uintptr(r.state.frame), bytes)
		r.repeats.made(t)
	}
}

// Stood says that the rank has made so many turns more of a cycle, or would have.
func (r *Rank) Stood(cycle, n int) {
	for _, t := range r.repeats.latest[:cycle] {
		t.uses += (n + cycle - 1) / cycle
	}
}

// Waited says that the rank has found what it has waited for: what it repeats from now on is something else.
func (r *Rank) Waited() {
	if r.repeats != nil {
		r.repeats.wait++
	}
}

// made repeats a turn.
func (k *repeats) made(t *turn) {
	copy(k.latest[1:], k.latest[:])
	k.latest[0] = t
	t.repeat()
}

// answer stores what the turn has found in the frame with which it begins.
func (t *turn) answer(frame uintptr, bytes int) {
	was := t.was
	for _, s := range t.reads {
		for i := range s.words() {
			if at := s.at + 4*uintptr(i); at-frame < uintptr(bytes) {
				*memory.At[uint32](at) = was[i]
			}
		}
		was = was[s.n:]
	}
}

// stop is what is known of one.
func (k *repeats) stop(sp, frame uintptr) *stop {
	var free *stop
	for i := range uintptr(stopsOfPlace) {
		s := &k.stops[(sp>>4^frame>>4+i)%stops]
		if s.sp == sp && s.frame == frame {
			return s
		}
		if free == nil || s.sp == 0 && free.sp != 0 {
			free = s
		}
	}
	*free = stop{sp: sp, frame: frame, interval: firstVisits}
	return free
}

// find is what the rank does next, if that is known or can be found out.
func (r *Rank) find() *turn {
	sp, _ := r.StackAndCalls()
	s := r.repeats.stop(sp, uintptr(r.state.frame))
	if s.wait != r.repeats.wait {
		s.wait, s.visits = r.repeats.wait, 0
	}
	if s.visits++; s.visits > firstVisits+1 && s.visits&(s.visits-1) != 0 { // what has not been known is hardly known now
		return nil
	}
	for i, t := range s.turns {
		if t.same() {
			copy(s.turns[1:i+1], s.turns[:i]) // the latest first
			s.turns[0] = t
			s.visits = 0
			t.uses++
			return t
		}
	}
	if s.visits < s.interval {
		return nil
	}
	s.visits = 0
	useless := false
	if len(s.turns) > 0 {
		switch uses := s.turns[0].uses; {
		case uses == 0:
			useless = true // such as those of a program that counts its calls
		case uses < worth && s.interval < worth:
			s.interval *= 2
		case uses >= worth:
			s.interval = firstVisits
		}
	}
	if useless {
		s.turns = slices.Delete(s.turns, 0, 1)
	}
	t := r.turn()
	if t == nil || useless {
		s.interval = min(2*s.interval, mostVisits)
	}
	if t == nil {
		return nil
	}
	if len(s.turns) == turnsOfStop {
		s.turns = s.turns[:turnsOfStop-1]
	}
	t.sp, t.frame = s.sp, s.frame
	s.turns = slices.Insert(s.turns, 0, t)
	return t
}
