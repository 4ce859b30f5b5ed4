package shmem

import (
	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/strided"
)

// Put copies bytes from source here to dest on pe. It returns when source may be reused (nbi: after Quiet). Nothing is checked about
// addresses when there is nothing to copy.
//
// Spec: OpenSHMEM 1.6, sections 9.6 and 9.7
func (p *PE) Put(_ string, ctx, dest, source uintptr, bytes uint64, pe int32, nbi bool) error {
	a, c, to, err := p.begin(ctx, pe)
	if err != nil || bytes == 0 {
		return err
	}
	at, err := p.symmetric(a, "dest", dest, bytes)
	if err != nil {
		return err
	}
	if err := local("source", source, bytes); err != nil {
		return err
	}
	return a.wrote(ctx, to, a.t.Put(a.counting(c), to, at, memory.Bytes(source, bytes), nbi))
}

// Get copies bytes from source on pe to dest here. It returns when they have arrived (nbi: after Quiet).
func (p *PE) Get(_ string, ctx, dest, source uintptr, bytes uint64, pe int32, nbi bool) error {
	a, c, to, err := p.begin(ctx, pe)
	if err != nil || bytes == 0 {
		return err
	}
	at, err := p.symmetric(a, "source", source, bytes)
	if err != nil {
		return err
	}
	if err := local("dest", dest, bytes); err != nil {
		return err
	}
	return a.fetched(ctx, nbi, a.t.Get(c, to, at, memory.Bytes(dest, bytes), nbi))
}

// IPut copies nelems blocks of bsize elements of elem bytes from source here to dest on pe. Blocks start sst elements apart here and dst
// elements apart there.
func (p *PE) IPut(_ string, ctx, dest, source uintptr, dst, sst int64, bsize, nelems, elem uint64, pe int32) error {
	x, err := p.stridedCopy(ctx, dest, source, dst, sst, bsize, nelems, elem, pe, true)
	if err != nil || x.row.Count == 0 {
		return err
	}
	a, c, s := x.a, x.c, x.row
	if a.strided != nil {
		return a.wrote(ctx, x.pe, a.strided.PutStrided(a.counting(c), x.pe, x.there, x.here, s))
	}
	for i := range s.Count {
		if i == s.Count-1 {
			c = a.counting(c)
		}
		to, from := s.Offsets(i)
		if err := a.t.Put(c, x.pe, x.there.Plus(to), x.here[from:][:s.Block], false); err != nil {
			return err
		}
	}
	return a.wrote(ctx, x.pe, nil)
}

// IGet copies nelems blocks of bsize elements of elem bytes from source on pe to dest here. Blocks start sst elements apart there and dst
// elements apart here.
func (p *PE) IGet(_ string, ctx, dest, source uintptr, dst, sst int64, bsize, nelems, elem uint64, pe int32) error {
	x, err := p.stridedCopy(ctx, dest, source, dst, sst, bsize, nelems, elem, pe, false)
	if err != nil || x.row.Count == 0 {
		return err
	}
	a, c, s := x.a, x.c, x.row
	if a.strided != nil {
		return a.fetched(ctx, false, a.strided.GetStrided(c, x.pe, x.there, x.here, s))
	}
	for i := range s.Count {
		to, from := s.Offsets(i)
		if err := a.t.Get(c, x.pe, x.there.Plus(from), x.here[to:][:s.Block], false); err != nil {
			return err
		}
	}
	return a.fetched(ctx, false, nil)
}

// stridedCopy is a strided put or get whose arguments have been checked.
type stridedCopy struct {
	a     *attached
	c     Ctx
	pe    int
	row   strided.Row // nothing to copy if its Count is 0; the fields below are not set then
	there Addr        // the region on pe
	here  []byte      // the region of this PE, from the first byte to the last
}

func (p *PE) stridedCopy(ctx, dest, source uintptr, dst, sst int64, bsize, nelems, elem uint64, pe int32, put bool) (x stridedCopy, err error) {
	if x.a, x.c, x.pe, err = p.begin(ctx, pe); err != nil {
		return x, err
	}
	if x.row, err = row(dst, sst, bsize, nelems, elem); err != nil || x.row.Count == 0 {
		return x, err
	}
	type region struct {
		arg    string
		addr   uintptr
		stride uint64
	}
	there, here := region{"dest", dest, x.row.To}, region{"source", source, x.row.From}
	if !put {
		there, here = region{"source", source, x.row.From}, region{"dest", dest, x.row.To}
	}
	bytes, ok := span(x.row, there.stride)
	if !ok {
		return x, tooLong(there.arg, there.addr)
	}
	if x.there, err = p.symmetric(x.a, there.arg, there.addr, bytes); err != nil {
		return x, err
	}
	if bytes, ok = span(x.row, here.stride); !ok {
		return x, tooLong(here.arg, here.addr)
	}
	if err := local(here.arg, here.addr, bytes); err != nil {
		return x, err
	}
	x.here = memory.Bytes(here.addr, bytes)
	return x, nil
}

// row checks the strides and counts of a strided copy and turns elements into bytes. Count is 0 if there is nothing to copy; nothing else counts then.
func row(dst, sst int64, bsize, nelems, elem uint64) (s strided.Row, err error) {
	if nelems == 0 || bsize == 0 {
		return strided.Row{}, nil
	}
	block, ok := product(bsize, elem)
	if !ok {
		return strided.Row{}, fault.New("bsize", bsize, "blocks of that many elements exceed the address space")
	}
	s = strided.Row{Block: block, Count: nelems}
	if s.To, err = stride("dst", dst, bsize, nelems, elem); err != nil {
		return s, err
	}
	s.From, err = stride("sst", sst, bsize, nelems, elem)
	return s, err
}

func stride(arg string, n int64, bsize, nelems, elem uint64) (uint64, error) {
	if n < 1 {
		return 0, fault.New(arg, n, "a stride must be at least 1")
	}
	if uint64(n) < bsize {
		return 0, fault.New(arg, n, "a stride must be at least the block size, %d", bsize)
	}
	bytes, ok := product(uint64(n), elem)
	if !ok && nelems > 1 {
		return 0, fault.New(arg, n, "a stride of that many elements exceeds the address space")
	}
	return bytes, nil
}

// span is the number of bytes from the first to the last; false if that exceeds what addresses can span.
func span(r strided.Row, stride uint64) (uint64, bool) {
	n, ok := r.Span(stride)
	return n, ok && n < 1<<63
}
