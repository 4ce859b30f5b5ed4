package strided

import "math/bits"

// Piece is contiguous memory.
type Piece struct {
	Addr uintptr
	Len  uint64
}

// Fragment is one contiguous copy.
type Fragment struct {
	To, From uintptr
	Len      uint64
}

// List is a region of pieces in order: Pieces, or Len bytes at each of Addrs. A piece may have no bytes; its address does not count then.
type List struct {
	Pieces []Piece
	Addrs  []uintptr
	Len    uint64
}

// Count is the number of pieces.
func (l *List) Count() int { return len(l.Pieces) + len(l.Addrs) }

// At is piece i.
func (l *List) At(i int) Piece {
	if i < len(l.Addrs) {
		return Piece{l.Addrs[i], l.Len}
	}
	return l.Pieces[i]
}

// Bytes is the number of bytes. excess is the index of the piece with which it exceeds the address space, -1 if it does not.
func (l *List) Bytes() (n uint64, excess int) {
	if l.Addrs != nil {
		n, ok := product(uint64(len(l.Addrs)), l.Len)
		if !ok {
			return 0, int(^uint64(0) / l.Len)
		}
		return n, -1
	}
	for i, p := range l.Pieces {
		var carry uint64
		if n, carry = bits.Add64(n, p.Len, 0); carry != 0 {
			return 0, i
		}
	}
	return n, -1
}

// pairs walks two lists that have the same number of bytes. The bytes of one, in its order, fill the other in its order.
type pairs struct {
	to, from         *List
	nextTo, nextFrom int   // pieces that have not begun
	t, f             Piece // what is left of those that have
	left             uint64
}

// next is the longest contiguous part that begins here and has not been walked. False: there are no more bytes.
func (w *pairs) next() (g Fragment, ok bool) {
	for w.left > 0 {
		for w.t.Len == 0 {
			w.t = w.to.At(w.nextTo)
			w.nextTo++
		}
		for w.f.Len == 0 {
			w.f = w.from.At(w.nextFrom)
			w.nextFrom++
		}
		if g.Len > 0 && (g.To+uintptr(g.Len) != w.t.Addr || g.From+uintptr(g.Len) != w.f.Addr) {
			break
		}
		if g.Len == 0 {
			g.To, g.From = w.t.Addr, w.f.Addr
		}
		n := min(w.t.Len, w.f.Len)
		g.Len += n
		w.t = Piece{w.t.Addr + uintptr(n), w.t.Len - n}
		w.f = Piece{w.f.Addr + uintptr(n), w.f.Len - n}
		w.left -= n
	}
	return g, g.Len > 0
}

// Pair cuts two lists where a piece of either ends, and joins neighbours that are contiguous on both sides. bytes is the length of each list.
func Pair(to, from *List, bytes uint64) (all []Fragment) {
	w := pairs{to: to, from: from, left: bytes}
	for g, ok := w.next(); ok; g, ok = w.next() {
		all = append(all, g)
	}
	return all
}
