package gasnet

import (
	"fmt"

	"gasnetgo/gasnet/vis"
	"gasnetgo/internal/fault"
)

// Kinds of a visShape, as capi/gasnet/shape.h has them.
const (
	visVector = iota
	visIndexed
	visStrided
)

// transfer is a VIS call that has begun: the parts that have not been started yet.
type transfer struct {
	left  []vis.Fragment
	start func(vis.Fragment) bool
	end   func() uintptr // the handle
}

// VIS begins a transfer between lists or boxes of memory: shape is the address of a struct ga_gasnet_vis_shape. When a handler has to be run in the middle
// of it, the shape remembers where to go on.
//
// Spec: GASNet 1.8, vector, indexed and strided transfers
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
func (r *Rank) begin(s *visShape, all []vis.Fragment) *transfer {
	e, node := r.engine, int(s.Node)
	op, handle := e.begin(s.How, s.Get)
	t := &transfer{left: all, end: func() uintptr { return e.begun(op, handle) }}
	if s.Get {
		t.start = func(f vis.Fragment) bool { return e.ext.Get(node, f.Dst, f.Src, f.Len, op) }
	} else {
		t.start = func(f vis.Fragment) bool { return e.ext.Put(node, f.Dst, f.Src, f.Len, true, op) }
	}
	return t
}

// fragments lists the parts of a transfer after checking that it may be.
func (r *Rank) fragments(s *visShape) ([]vis.Fragment, error) {
	if err := r.exists("node", s.Node); err != nil {
		return nil, err
	}
	if s.Kind == visStrided {
		return r.strided(s)
	}
	dst, err := s.side(&s.Dst, "dst")
	if err != nil {
		return nil, err
	}
	src, err := s.side(&s.Src, "src")
	if err != nil {
		return nil, err
	}
	all, err := vis.Pair(dst, src)
	if err != nil {
		return nil, err
	}
	remote, name := dst, "dstlist"
	if s.Get {
		remote, name = src, "srclist"
	}
	for i, p := range remote {
		if p.Len == 0 {
			continue
		}
		if err := r.target(fmt.Sprintf("%s[%d]", name, i), s.Node, p.Addr, p.Len); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (r *Rank) strided(s *visShape) ([]vis.Fragment, error) {
	if s.Levels > maxLevels {
		return nil, fault.New("stridelevels", s.Levels, "not in 0..%d", uint64(maxLevels))
	}
	count, dst, src := s.count(), s.strides(&s.Dst), s.strides(&s.Src)
	remote, strides, name := s.Dst.List, dst, "dst"
	if s.Get {
		remote, strides, name = s.Src.List, src, "src"
	}
	for _, n := range count {
		if n == 0 {
			return nil, nil
		}
	}
	span, err := vis.Span(strides, count)
	if err != nil {
		return nil, fmt.Errorf("%s%w", name, err)
	}
	if err := r.target(name+"addr", s.Node, remote, span); err != nil {
		return nil, err
	}
	return vis.Strides{Dst: s.Dst.List, Src: s.Src.List, DstStrides: dst, SrcStrides: src, Count: count}.Fragments(), nil
}

// maxLevels is no limit of GASNet's; no array has more.
const maxLevels = 1 << 16

// side is one side of a transfer of lists.
func (s *visShape) side(side *visSide, name string) ([]vis.Piece, error) {
	if side.Count > 0 && side.List == 0 {
		return nil, fault.New(name+"list", nil, "NULL with %scount = %d", name, side.Count)
	}
	if s.Kind == visIndexed {
		return vis.Indexed(handlesAt(side.List, side.Count), side.Len), nil
	}
	return piecesAt(side.List, side.Count), nil
}
