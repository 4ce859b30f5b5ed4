package gasnet

import "slices"

// published is where a rank's segment is; capi/gasnet/ex/segment.c has the same.
type published struct{ Rank, Addr, Bytes uint64 }

// Bind makes memory of the program this rank's segment, instead of Attach. Not collective. ErrResource: segments here are only those of Attach. Where the data plane does everything, it also reaches them.
//
// Spec: GASNet-EX 0.19, gex_EP_BindSegment
func (r *Rank) Bind(fn string, addr uintptr, bytes uint64) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state != open {
		return ErrNotInit, nil
	}
	if r.engine != nil {
		b, ok := r.world.(Binder)
		if ok {
			ok, err = b.Bind(Segment{Addr: addr, Bytes: bytes})
		}
		if !ok || err != nil {
			return ErrResource, err
		}
	}
	r.segments = slices.Clone(r.segments)
	r.segments[r.world.Rank()] = Segment{Addr: addr, Bytes: bytes}
	return OK, nil
}

// Publish tells this rank of segments that others have bound.
//
// Spec: GASNet-EX 0.19, gex_EP_PublishBoundSegment
func (r *Rank) Publish(fn string, table uintptr, n uint64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.segments = slices.Clone(r.segments)
	for _, p := range publishedAt(table, n) {
		r.segments[p.Rank] = Segment{Addr: uintptr(p.Addr), Bytes: p.Bytes}
	}
	if b, ok := r.world.(Binder); ok && r.engine != nil {
		b.Publish(r.segments)
	}
	return nil
}
