package portals

import "math/bits"

// Labels are between 0 and labelEnd, both excluded. At the ends of a list they grow and shrink by labelStep.
const (
	labelBits = 62
	labelEnd  = 1 << labelBits
	labelStep = 1 << 32
)

// label gives e, which is in the list, a label between those of its neighbours.
//
// If there is none, labels around e are spread evenly over the smallest range that is sparse enough, where larger ranges must be sparser. This moves O(log n)
// labels per insertion on average, wherever programs insert: Bender, Cole, Demaine, Farach-Colton, Zito, Two simplified algorithms for maintaining order in a
// list (2002).
func (l *list) label(e *entry) {
	low, high := uint64(0), uint64(labelEnd)
	if e.prev != nil {
		low = e.prev.label
	}
	if e.next != nil {
		high = e.next.label
	}
	half := (high - low) / 2
	switch {
	case half == 0:
		e.label = low
		l.spread(e)
	case e.next == nil:
		e.label = low + min(half, labelStep)
	case e.prev == nil:
		e.label = high - min(half, labelStep)
	default:
		e.label = low + half
	}
}

// spread makes space around e, whose label may equal that of its neighbour.
func (l *list) spread(e *entry) {
	first, last, count := e, e, uint64(1)
	dense := 1.0 // entries in a range that is too full
	for width := 1; width <= labelBits; width++ {
		dense *= 1.5
		low := e.label &^ (1<<width - 1)
		high := low + 1<<width
		for first.prev != nil && first.prev.label >= low {
			first = first.prev
			count++
		}
		for last.next != nil && last.next.label < high {
			last = last.next
			count++
		}
		// Room for a label between any two, and around them.
		step := (high - low) / (count + 1)
		if step >= 2 && float64(count) <= dense {
			number(first, last, low, step)
			return
		}
	}
	l.relabel()
}

// relabel spreads all labels evenly.
func (l *list) relabel() {
	width := labelBits - bits.Len32(l.count+1)
	if l.first != nil {
		number(l.first, l.last, 0, 1<<width)
	}
}

// number gives the entries from first to last labels low+step, low+2*step and so on.
func number(first, last *entry, low, step uint64) {
	for e := first; ; e = e.next {
		low += step
		e.label = low
		if e == last {
			return
		}
	}
}
