package portals

// Region is memory of the program: Len bytes at Addr, or, if Vec is not nil, Len bytes of the pieces in Vec behind the first Addr bytes.
type Region struct {
	Addr uintptr
	Len  uint64
	Vec  []Iovec
}

// Slice is [off, off+n) of the region. It must be inside.
func (r Region) Slice(off, n uint64) Region {
	if off > r.Len || n > r.Len-off {
		panic("portals: slice outside its region")
	}
	if r.Vec == nil {
		return Region{Addr: r.Addr + uintptr(off), Len: n}
	}
	skip, vec := uint64(r.Addr)+off, r.Vec
	for len(vec) > 0 && skip >= vec[0].Len {
		skip -= vec[0].Len
		vec = vec[1:]
	}
	return Region{Addr: uintptr(skip), Len: n, Vec: vec}
}

// Pieces yields the pieces of memory in order, none of them empty.
func (r Region) Pieces(yield func(Iovec) bool) {
	if r.Vec == nil {
		if r.Len > 0 {
			yield(Iovec{r.Addr, r.Len})
		}
		return
	}
	skip, left := uint64(r.Addr), r.Len
	for i := 0; left > 0; i++ {
		v := r.Vec[i]
		if skip >= v.Len {
			skip -= v.Len
			continue
		}
		n := min(v.Len-skip, left)
		if !yield(Iovec{v.Base + uintptr(skip), n}) {
			return
		}
		skip, left = 0, left-n
	}
}
