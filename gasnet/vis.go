package gasnet

import (
	"fmt"
	"math"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/strided"
)

// transfer is a VIS call that has begun: the fragments that have not been started yet.
type transfer struct {
	left  []strided.Fragment
	start func(strided.Fragment) bool
	end   func() uintptr // the handle
}

// VISCopy makes a transfer between lists or boxes of memory, where this process can access the memory of all ranks: the data plane calls it. shape is the address of
// a struct ga_gasnet_vis_shape. It does not wait, and the transfer is complete when it returns. The caller wakes the target.
//
// Spec: GASNet 1.8, vector, indexed and strided transfers; GASNet-EX 0.19, gex_VIS
func (r *Rank) VISCopy(fn string, shape uintptr) error {
	s := visShapeAt(shape)
	reach, err := r.directReach(s.rank(), s.Node)
	if err != nil {
		return err
	}
	if s.Kind == VISStrided {
		b, err := s.box(reach)
		if err == nil {
			b.Copy()
		}
		return err
	}
	dst, src, bytes, err := s.lists(reach)
	if err == nil {
		strided.CopyList(&dst, &src, bytes)
	}
	return err
}

// directReach is the memory of a rank that this one may access with loads and stores: its segment. A rank reaches all of its own memory, unless the program is to
// be checked for what other networks do not allow.
func (r *Rank) directReach(arg string, node uint32) (Segment, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.exists(arg, node); err != nil {
		return Segment{}, err
	}
	if int(node) == r.world.Rank() && !r.checks {
		return Segment{Bytes: math.MaxUint64}, nil
	}
	return r.segments[node], nil
}

// VIS begins a transfer between lists or boxes of memory: shape is the address of a struct ga_gasnet_vis_shape. When a handler has to be run in the middle
// of it, the shape remembers where to go on.
//
// Spec: GASNet 1.8, vector, indexed and strided transfers; GASNet-EX 0.19, gex_VIS
func (r *Rank) VIS(fn string, shape uintptr) (rc int32, handle uintptr, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := visShapeAt(shape)
	e := r.engine
	if s.Progress == 0 {
		all, err := r.fragments(s)
		if err != nil {
			return 0, 0, err
		}
		if len(all) == 0 {
			return OK, 0, nil
		}
		if e == nil {
			return 0, 0, errDeclined
		}
		if e.transfers == nil {
			e.transfers = map[uint64]*transfer{}
		}
		e.lastTransfer++
		s.Progress = e.lastTransfer
		e.transfers[s.Progress] = r.begin(s, all)
	}
	t := e.transfers[s.Progress]
	for len(t.left) > 0 {
		if t.start(t.left[0]) {
			t.left = t.left[1:]
			continue
		}
		if e.serve(false) {
			return Deliver, 0, nil
		}
		r.idle()
	}
	delete(e.transfers, s.Progress)
	s.Progress = 0
	return OK, t.end(), nil
}

// begin makes a transfer out of fragments that may be moved.
func (r *Rank) begin(s *visShape, all []strided.Fragment) *transfer {
	e, node := r.engine, int(s.Node)
	op, handle := e.begin(s.How, r.without(s.Get))
	t := &transfer{left: all, end: func() uintptr { return e.begun(op, handle) }}
	if s.Get {
		t.start = func(f strided.Fragment) bool { return e.ext.Get(node, f.To, f.From, f.Len, op) }
	} else {
		t.start = func(f strided.Fragment) bool { return e.ext.Put(node, f.To, f.From, f.Len, !s.Free, op) }
	}
	return t
}

// fragments lists the parts of a transfer after checking that it may be.
func (r *Rank) fragments(s *visShape) ([]strided.Fragment, error) {
	if err := r.exists(s.rank(), s.Node); err != nil {
		return nil, err
	}
	reach := r.segments[s.Node]
	if s.Kind == VISStrided {
		b, err := s.box(reach)
		if err != nil {
			return nil, err
		}
		return b.Fragments(), nil
	}
	dst, src, bytes, err := s.lists(reach)
	if err != nil {
		return nil, err
	}
	return strided.Pair(&dst, &src, bytes), nil
}

// rank is what the call names its argument of the rank, and side that of the address or list of a side.
func (s *visShape) rank() string {
	if s.EX {
		return "rank"
	}
	return "node"
}

func (s *visShape) side(name, legacy string) string {
	if s.EX {
		return name
	}
	return name + legacy
}

// box is a transfer of strides whose remote side lies in reach. It is empty if there is an error.
func (s *visShape) box(reach Segment) (strided.Box, error) {
	if s.Levels > maxLevels {
		return strided.Box{}, fault.New("stridelevels", s.Levels, "not in 0..%d", uint64(maxLevels))
	}
	if s.Levels > 0 {
		switch null := "%s: NULL with stridelevels = %d"; {
		case s.Counts == 0:
			return strided.Box{}, fmt.Errorf(null, "count", s.Levels)
		case s.Dst.Strides == 0:
			return strided.Box{}, fmt.Errorf(null, "dststrides", s.Levels)
		case s.Src.Strides == 0:
			return strided.Box{}, fmt.Errorf(null, "srcstrides", s.Levels)
		}
	}
	b := strided.Box{To: s.Dst.List, From: s.Src.List, Block: s.Block, ToStrides: s.strides(&s.Dst), FromStrides: s.strides(&s.Src), Count: s.count()}
	remote, strides, name := b.To, b.ToStrides, "dst"
	if s.Get {
		remote, strides, name = b.From, b.FromStrides, "src"
	}
	below, above, excess := strided.Span(b.Block, strides, b.Count)
	if !s.EX && below > 0 { // a stride of GASNet-1's has no sign
		for excess = 0; strides[excess] >= 0 || b.Count[excess] == 1; excess++ {
		}
	}
	low := remote - uintptr(below)
	switch {
	case excess >= 0 && s.EX:
		return strided.Box{}, fmt.Errorf("%sstrides[%d] = %d, %d times: further than there are addresses", name, excess, strides[excess], b.Count[excess])
	case excess >= 0:
		return strided.Box{}, fmt.Errorf("%sstrides[%d] = %d, %d times: further than there are addresses", name, excess, uint64(strides[excess]), b.Count[excess])
	case above > 0 && !reach.has(low, below+above):
		return strided.Box{}, outside(s.side(name, "addr"), s.Node, reach, low, below+above)
	}
	return b, nil
}

// maxLevels is no limit of GASNet's; no array has more.
const maxLevels = 1 << 16

// lists is the sides of a transfer of lists whose remote side lies in reach, and the number of bytes of each. They are empty if there is an error.
func (s *visShape) lists(reach Segment) (dst, src strided.List, bytes uint64, err error) {
	dst, bytes, err = s.listed(&s.Dst, "dst")
	if err != nil {
		return strided.List{}, strided.List{}, 0, err
	}
	src, others, err := s.listed(&s.Src, "src")
	if err == nil && bytes != others {
		err = fmt.Errorf("%d bytes to fill, %d bytes to fill them with", bytes, others)
	}
	if err == nil {
		if s.Get {
			err = within(reach, s.Node, s.side("src", "list"), &src)
		} else {
			err = within(reach, s.Node, s.side("dst", "list"), &dst)
		}
	}
	if err != nil {
		return strided.List{}, strided.List{}, 0, err
	}
	return dst, src, bytes, nil
}

// listed is one side of a transfer of lists, and its number of bytes.
func (s *visShape) listed(side *visSide, name string) (l strided.List, bytes uint64, err error) {
	if side.Count > 0 && side.List == 0 {
		return l, 0, fault.New(s.side(name, "list"), nil, "NULL with %scount = %d", name, side.Count)
	}
	if s.Kind == VISIndexed {
		l = strided.List{Addrs: handlesAt(side.List, side.Count), Len: side.Len}
	} else {
		l = strided.List{Pieces: piecesAt(side.List, side.Count)}
	}
	bytes, excess := l.Bytes()
	if excess >= 0 {
		return l, 0, fmt.Errorf("%s[%d].len = %d: more bytes than there are addresses", s.side(name, "list"), excess, l.At(excess).Len)
	}
	return l, bytes, nil
}

// within checks that the pieces of a list lie in a segment.
func within(reach Segment, node uint32, name string, l *strided.List) error {
	for i := range l.Count() {
		if p := l.At(i); p.Len > 0 && !reach.has(p.Addr, p.Len) {
			return outside(fmt.Sprintf("%s[%d]", name, i), node, reach, p.Addr, p.Len)
		}
	}
	return nil
}
