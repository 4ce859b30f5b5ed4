package portals

// Matching takes a processor that walks the list longer with each entry. So simulated networks ask for the place of the entry that took a message. A walk
// counts it; for a list with an index it is computed when it is asked for.

// unplaced is the place of an entry that an index has found.
const unplaced = 0

// Walk is how many match entries a walk of the list looks at for a request that arrives now: those up to the one that takes it, or all if none
// does. It is 0 for headers that need no match. It changes nothing.
func (n *NI) Walk(h *Header) uint32 {
	var need uint32
	switch h.Kind {
	case HPut:
		need = MDOpPut
	case HGet:
		need = MDOpGet
	case HGetPut:
		need = MDOpPut | MDOpGet
	default:
		return 0
	}
	if h.PT >= uint32(len(n.table)) || !n.admits(h) {
		return 0
	}
	l := &n.table[h.PT]
	if l.count <= 1 {
		return l.count
	}
	d, _, _, place := l.find(h, need)
	return l.placeOf(d, place)
}

// Walked is what Walk was for the header that arrived last, and then 0. Call it before Done.
func (n *NI) Walked() uint32 {
	place := n.place
	if n.sought != 0 && place == unplaced {
		d := n.mds.at(n.sought)
		place = n.table[d.me.pt].placeOf(d, unplaced)
	}
	n.place, n.sought = 0, 0
	return place
}

// placeOf is the place of the entry of a descriptor that find has found with a place.
func (l *list) placeOf(d *descriptor, place uint32) uint32 {
	if place == unplaced && d != nil {
		return l.index.place(l, d.me)
	}
	return place
}

// stretch is some consecutive entries of a long list. Places are counted from the entries in the stretches before.
type stretch struct {
	prev, next *stretch
	first      *entry
	count      uint32
}

// mostStretch is the length at which a stretch is divided.
const mostStretch = 64

// place is the place of an entry in the list; that of the first is 1. The first call divides the list into stretches.
func (ix *index) place(l *list, e *entry) uint32 {
	if ix.stretches == nil {
		ix.divide(l)
	}
	at := uint32(1)
	for s := ix.stretches; s != e.stretch; s = s.next {
		at += s.count
	}
	for b := e.stretch.first; b != e; b = b.next {
		at++
	}
	return at
}

// divide divides a list that has entries.
func (ix *index) divide(l *list) {
	var s *stretch
	for e := l.first; e != nil; e = e.next {
		if s == nil || s.count == mostStretch {
			s = ix.stretchBehind(s, e)
		}
		e.stretch = s
		s.count++
	}
}

// stretchBehind makes an empty stretch that will begin with e. prev is nil for the first of all.
func (ix *index) stretchBehind(prev *stretch, e *entry) *stretch {
	s := &stretch{prev: prev, first: e}
	if prev == nil {
		ix.stretches = s
		return s
	}
	s.next = prev.next
	prev.next = s
	if s.next != nil {
		s.next.prev = s
	}
	return s
}

// extend counts e, which is in the list with others, in the stretch of a neighbour.
func (ix *index) extend(e *entry) {
	if ix.stretches == nil {
		return
	}
	if e.prev == nil {
		s := e.next.stretch
		s.first, e.stretch = e, s
	} else {
		e.stretch = e.prev.stretch
	}
	s := e.stretch
	s.count++
	if s.count <= mostStretch {
		return
	}
	half, from := s.count/2, s.first
	if e.next == nil { // lists grow at the end
		half, from = s.count-1, e
	} else {
		for range half {
			from = from.next
		}
	}
	behind := ix.stretchBehind(s, from)
	behind.take(from, s.count-half)
	s.count = half
}

// take adds n entries to the end of a stretch.
func (s *stretch) take(first *entry, n uint32) {
	s.count += n
	for e := first; n > 0; e, n = e.next, n-1 {
		e.stretch = s
	}
}

// shrink no longer counts e, whose neighbours are known still.
func (ix *index) shrink(e *entry) {
	if ix.stretches == nil {
		return
	}
	s := e.stretch
	e.stretch = nil
	if s.first == e {
		s.first = e.next
	}
	if s.count--; s.count == 0 {
		ix.unchain(s)
		return
	}
	ix.merge(s, s.next)
	ix.merge(s.prev, s)
}

// merge makes one stretch of two that are short. Either may be nil.
func (ix *index) merge(s, next *stretch) {
	if s == nil || next == nil || s.count+next.count > mostStretch/2 {
		return
	}
	s.take(next.first, next.count)
	ix.unchain(next)
}

// unchain takes a stretch out of their list.
func (ix *index) unchain(s *stretch) {
	if s.prev == nil {
		ix.stretches = s.next
	} else {
		s.prev.next = s.next
	}
	if s.next != nil {
		s.next.prev = s.prev
	}
}
