package shmem

import (
	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
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
	a, c, to, err := p.begin(ctx, pe)
	if err != nil {
		return err
	}
	s, err := strides(dst, sst, bsize, nelems, elem)
	if err != nil || s.Count == 0 {
		return err
	}
	there, ok := span(s, s.To)
	if !ok {
		return tooLong("dest", dest)
	}
	at, err := p.symmetric(a, "dest", dest, there)
	if err != nil {
		return err
	}
	here, ok := span(s, s.From)
	if !ok {
		return tooLong("source", source)
	}
	if err := local("source", source, here); err != nil {
		return err
	}
	src := memory.Bytes(source, here)
	if a.strided != nil {
		return a.wrote(ctx, to, a.strided.PutStrided(a.counting(c), to, at, src, s))
	}
	for i := range s.Count {
		if i == s.Count-1 {
			c = a.counting(c)
		}
		if err := a.t.Put(c, to, at.Plus(i*s.To), src[i*s.From:][:s.Block], false); err != nil {
			return err
		}
	}
	return a.wrote(ctx, to, nil)
}

// IGet copies nelems blocks of bsize elements of elem bytes from source on pe to dest here. Blocks start sst elements apart there and dst
// elements apart here.
func (p *PE) IGet(_ string, ctx, dest, source uintptr, dst, sst int64, bsize, nelems, elem uint64, pe int32) error {
	a, c, to, err := p.begin(ctx, pe)
	if err != nil {
		return err
	}
	s, err := strides(dst, sst, bsize, nelems, elem)
	if err != nil || s.Count == 0 {
		return err
	}
	there, ok := span(s, s.From)
	if !ok {
		return tooLong("source", source)
	}
	at, err := p.symmetric(a, "source", source, there)
	if err != nil {
		return err
	}
	here, ok := span(s, s.To)
	if !ok {
		return tooLong("dest", dest)
	}
	if err := local("dest", dest, here); err != nil {
		return err
	}
	into := memory.Bytes(dest, here)
	if a.strided != nil {
		return a.fetched(ctx, false, a.strided.GetStrided(c, to, at, into, s))
	}
	for i := range s.Count {
		if err := a.t.Get(c, to, at.Plus(i*s.From), into[i*s.To:][:s.Block], false); err != nil {
			return err
		}
	}
	return a.fetched(ctx, false, nil)
}

// strides checks a strided copy and turns elements into bytes. Count is 0 if there is nothing to copy; nothing else counts then.
func strides(dst, sst int64, bsize, nelems, elem uint64) (s Strides, err error) {
	if nelems == 0 || bsize == 0 {
		return Strides{}, nil
	}
	block, ok := product(bsize, elem)
	if !ok {
		return Strides{}, fault.New("bsize", bsize, "blocks of that many elements exceed the address space")
	}
	s = Strides{Block: block, Count: nelems}
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

// span is the number of bytes from the first to the last.
func span(s Strides, stride uint64) (uint64, bool) {
	n, ok := product(s.Count-1, stride)
	return n + s.Block, ok && n+s.Block >= n
}
