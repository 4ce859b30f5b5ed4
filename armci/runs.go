package armci

import "slices"

// Runs are one side of a transfer: runs of Bytes bytes each, at the addresses of a list or of a base with strides. The runs one after another are a stream of
// bytes; the two sides of a transfer have the same number of runs of the same length, so a place in one stream is that place in the other.
type Runs struct {
	Bytes   uint64
	List    []uintptr // where each run is; nil: what follows says
	At      uintptr   // of the first run
	Counts  []int32   // of each level, the first varies fastest
	Strides []int32   // in bytes, one for each count
}

// Count is how many runs there are.
func (r *Runs) Count() uint64 {
	if r.List != nil {
		return uint64(len(r.List))
	}
	n := uint64(1)
	for _, c := range r.Counts {
		n *= uint64(c)
	}
	return n
}

// Total is the length of the stream.
func (r *Runs) Total() uint64 { return r.Count() * r.Bytes }

// Clone has memory of its own.
func (r *Runs) Clone() Runs {
	c := *r
	c.List, c.Counts, c.Strides = slices.Clone(r.List), slices.Clone(r.Counts), slices.Clone(r.Strides)
	return c
}

// Extent is the lowest address of runs with strides, and the bytes from there to their end.
func (r *Runs) Extent() (at uintptr, bytes uint64) {
	return extent(r.At, r.Bytes, r.Counts, r.Strides)
}

// Walk visits bytes [from, from+n) of the stream, in pieces of runs.
func (r *Runs) Walk(from, n uint64, visit func(at uintptr, n uint64)) {
	if n == 0 {
		return
	}
	w := r.walk(from)
	for n > 0 {
		at, most := w.here()
		piece := min(most, n)
		visit(at, piece)
		w.pass(piece)
		n -= piece
	}
}

// walk is a place in a stream.
type walk struct {
	r       *Runs
	run     uint64 // of a list
	at      uintptr
	through uint64 // bytes of this run that are behind
	index   [MaxLevels]int32
}

// walk begins at a place before the end.
func (r *Runs) walk(from uint64) walk {
	w := walk{r: r, through: from % r.Bytes, run: from / r.Bytes, at: r.At}
	if r.List != nil {
		return w
	}
	left := w.run
	for level, c := range r.Counts {
		w.index[level] = int32(left % uint64(c))
		left /= uint64(c)
		w.at += uintptr(int64(w.index[level]) * int64(r.Strides[level]))
	}
	return w
}

// here is where the next byte is, and how many follow it in the run.
func (w *walk) here() (at uintptr, most uint64) {
	at = w.at
	if w.r.List != nil {
		at = w.r.List[w.run]
	}
	return at + uintptr(w.through), w.r.Bytes - w.through
}

// pass goes on by bytes of the run.
func (w *walk) pass(n uint64) {
	if w.through += n; w.through < w.r.Bytes {
		return
	}
	w.through = 0
	w.run++
	for level, c := range w.r.Counts {
		stride := int64(w.r.Strides[level])
		w.at += uintptr(stride)
		if w.index[level]++; w.index[level] < c {
			return
		}
		w.at -= uintptr(stride * int64(w.index[level]))
		w.index[level] = 0
	}
}

// Transfer is one call: a put, a get or an accumulate of runs. Neither side is empty. The slices are the caller's, until the transport's method returns.
type Transfer struct {
	Kind          int32 // KindPut, KindGet, KindAcc
	Local, Remote Runs
	Add           *Adder // of KindAcc
}

// Each visits the runs.
func (x *Transfer) Each(visit func(local, remote uintptr, n uint64)) {
	n, l, r := x.Local.Bytes, x.Local.walk(0), x.Remote.walk(0)
	for range x.Local.Count() {
		local, _ := l.here()
		remote, _ := r.here()
		visit(local, remote, n)
		l.pass(n)
		r.pass(n)
	}
}

// join makes one run of those that lie one behind another on both sides.
func (x *Transfer) join() {
	l, r := &x.Local, &x.Remote
	for len(l.Counts) > 0 && (l.Counts[0] == 1 || uint64(l.Strides[0]) == l.Bytes && uint64(r.Strides[0]) == r.Bytes) {
		l.Bytes *= uint64(l.Counts[0])
		r.Bytes = l.Bytes
		l.Counts, l.Strides = l.Counts[1:], l.Strides[1:]
		r.Counts, r.Strides = r.Counts[1:], r.Strides[1:]
	}
}
