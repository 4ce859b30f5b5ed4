package heap

import "math/bits"

// Grain is the size and alignment of the smallest block.
const Grain = 16

const none = -1

// Heap hands out [0, Size) in blocks. It is not safe for concurrent use.
type Heap struct {
	size   uint64
	base   uint64 // address of offset 0, for alignments
	blocks []block
	spare  int32            // list of unused entries of blocks, linked by next
	live   map[uint64]int32 // allocated blocks by offset
	bins   bins
	free   uint64
}

// block is a piece of the heap, free or not. Neighbours in memory are linked by before and after, free blocks of one bin by next and prev.
type block struct {
	off, size     uint64
	before, after int32
	next, prev    int32
	free          bool
}

// New returns a heap of size bytes (rounded down to a multiple of Grain). base is the address of its first byte: alignments are of addresses, so heaps that
// must agree need bases that are equal modulo every alignment used.
func New(size, base uint64) *Heap {
	size -= size % Grain
	h := &Heap{size: size, base: base, spare: none, live: map[uint64]int32{}, bins: newBins(size)}
	if size > 0 {
		h.release(h.newBlock(block{size: size, before: none, after: none}))
	}
	return h
}

// Size is the number of bytes that can be allocated in all.
func (h *Heap) Size() uint64 { return h.size }

// Free is the number of bytes that are not allocated.
func (h *Heap) Free() uint64 { return h.free }

// Live is the number of allocated blocks.
func (h *Heap) Live() int { return len(h.live) }

// Largest is the size of the largest block that could be allocated now.
func (h *Heap) Largest() uint64 {
	largest := uint64(0)
	for i := h.bins.last(); i != none; i = h.blocks[i].next {
		largest = max(largest, h.blocks[i].size)
	}
	return largest
}

// Alloc allocates size bytes whose address is a multiple of align, a power of two. It returns false if no free block can hold them or if size is 0.
func (h *Heap) Alloc(size, align uint64) (off uint64, ok bool) {
	size, ok = h.round(size)
	if !ok {
		return 0, false
	}
	align = max(align, Grain)
	i := h.find(size, align)
	if i == none {
		return 0, false
	}
	return h.allocate(i, size, align), true
}

// Release gives a block back. It answers false if off is not the start of an allocated one.
func (h *Heap) Release(off uint64) bool {
	i, ok := h.live[off]
	if !ok {
		return false
	}
	delete(h.live, off)
	h.release(i)
	return true
}

// Resize changes a block to size bytes, in place if the memory behind it allows that, else by moving it; the caller then copies the contents (the two
// places may overlap). It answers false, and leaves everything as it was, if off is not the start of an allocated block, size is 0 or there is no
// room. A block that moved has the least alignment.
func (h *Heap) Resize(off, size uint64) (newOff uint64, ok bool) {
	i, live := h.live[off]
	size, ok = h.round(size)
	if !live || !ok {
		return 0, false
	}
	if h.resizeInPlace(i, size) {
		return off, true
	}
	if j := h.find(size, Grain); j != none {
		newOff = h.allocate(j, size, Grain)
		h.Release(off)
		return newOff, true
	}
	b := h.blocks[i]
	room := b.size + h.freeSize(b.before) + h.freeSize(b.after)
	if room < size {
		return 0, false
	}
	// Nowhere else, but the free neighbours on both sides and the block itself are enough: slide down.
	h.Release(off)
	return h.allocate(h.find(size, Grain), size, Grain), true
}

// SizeOf is the number of bytes of the allocated block that starts at off, at least as many as were asked for.
func (h *Heap) SizeOf(off uint64) (size uint64, ok bool) {
	i, ok := h.live[off]
	if !ok {
		return 0, false
	}
	return h.blocks[i].size, true
}

// Around finds the block that off lies in. It walks the whole heap: for wording errors.
func (h *Heap) Around(off uint64) (start, size uint64, live bool) {
	for _, i := range h.live {
		if b := h.blocks[i]; off-b.off < b.size {
			return b.off, b.size, true
		}
	}
	return off, 0, false
}

// round is size as a multiple of Grain, false if it is 0 or larger than the heap.
func (h *Heap) round(size uint64) (uint64, bool) {
	if size == 0 || size > h.size {
		return 0, false
	}
	return (size + Grain - 1) &^ (Grain - 1), true
}

// find returns a free block that can hold size bytes at the alignment, or none.
func (h *Heap) find(size, align uint64) int32 {
	if slack := align - Grain; size+slack >= size {
		if i := h.bins.above(size + slack); i != none {
			return i
		}
	}
	// Every block of a class that is surely large enough is in use. A remaining one may still fit.
	for bin := h.bins.next(binOf(size)); bin != none; bin = h.bins.next(bin + 1) {
		for i := h.bins.head[bin]; i != none; i = h.blocks[i].next {
			b := &h.blocks[i]
			if skip := h.skip(b.off, align); skip <= b.size && b.size-skip >= size {
				return i
			}
		}
	}
	return none
}

// skip is the distance from off to the next address that is a multiple of align.
func (h *Heap) skip(off, align uint64) uint64 { return -(h.base + off) & (align - 1) }

// allocate reserves size bytes of the free block i, at its first aligned address, and frees the rest on either side.
func (h *Heap) allocate(i int32, size, align uint64) uint64 {
	h.unlink(i)
	if skip := h.skip(h.blocks[i].off, align); skip > 0 {
		front := i
		i = h.split(front, skip)
		h.link(front)
	}
	if h.blocks[i].size > size {
		h.link(h.split(i, size))
	}
	off := h.blocks[i].off
	h.live[off] = i
	return off
}

// resizeInPlace makes block i size bytes long if its own memory and a free block right behind it are enough.
func (h *Heap) resizeInPlace(i int32, size uint64) bool {
	b := &h.blocks[i]
	if b.size+h.freeSize(b.after) < size {
		return false
	}
	if b.size < size {
		after := b.after
		h.unlink(after)
		h.merge(i, after)
	}
	if h.blocks[i].size > size {
		h.release(h.split(i, size))
	}
	return true
}

// release makes block i free and one with its free neighbours.
func (h *Heap) release(i int32) {
	if after := h.blocks[i].after; h.freeSize(after) > 0 {
		h.unlink(after)
		h.merge(i, after)
	}
	if before := h.blocks[i].before; h.freeSize(before) > 0 {
		h.unlink(before)
		h.merge(before, i)
		i = before
	}
	h.link(i)
}

// freeSize is the size of block i if it exists and is free, else 0.
func (h *Heap) freeSize(i int32) uint64 {
	if i == none || !h.blocks[i].free {
		return 0
	}
	return h.blocks[i].size
}

// split cuts block i after size bytes and answers the second part. Neither is in a bin.
func (h *Heap) split(i int32, size uint64) int32 {
	b := h.blocks[i]
	j := h.newBlock(block{off: b.off + size, size: b.size - size, before: i, after: b.after})
	if b.after != none {
		h.blocks[b.after].before = j
	}
	h.blocks[i].size, h.blocks[i].after = size, j
	return j
}

// merge adds block j, right behind i, to i. Neither is in a bin.
func (h *Heap) merge(i, j int32) {
	b := h.blocks[j]
	h.blocks[i].size += b.size
	h.blocks[i].after = b.after
	if b.after != none {
		h.blocks[b.after].before = i
	}
	h.blocks[j] = block{next: h.spare}
	h.spare = j
}

func (h *Heap) newBlock(b block) int32 {
	if i := h.spare; i != none {
		h.spare = h.blocks[i].next
		h.blocks[i] = b
		return i
	}
	h.blocks = append(h.blocks, b)
	return int32(len(h.blocks) - 1)
}

// link puts block i into the bin of its size and marks it free.
func (h *Heap) link(i int32) {
	b := &h.blocks[i]
	bin := binOf(b.size)
	b.free, b.prev, b.next = true, none, h.bins.head[bin]
	if b.next != none {
		h.blocks[b.next].prev = i
	}
	h.bins.set(bin, i)
	h.free += b.size
}

// unlink takes block i out of its bin and marks it used.
func (h *Heap) unlink(i int32) {
	b := &h.blocks[i]
	if b.next != none {
		h.blocks[b.next].prev = b.prev
	}
	if b.prev != none {
		h.blocks[b.prev].next = b.next
	} else {
		h.bins.set(binOf(b.size), b.next)
	}
	b.free = false
	h.free -= b.size
}

// bins are the heads of the free lists and which of them are not empty.
type bins struct {
	head []int32
	rows uint64   // bit r: row r has a list
	row  []uint32 // bit c of row r: list r*columns+c is not empty
}

const (
	columnBits = 5
	columns    = 1 << columnBits
)

// binOf is the class of a block of size bytes. Up to columns grains every size has a class of its own; from there on each
// power of two is cut into columns equal steps.
func binOf(size uint64) int {
	g := size / Grain
	if g < columns {
		return int(g)
	}
	h := bits.Len64(g) - 1
	return (h-columnBits+1)<<columnBits | int(g>>(h-columnBits))&(columns-1)
}

func newBins(size uint64) bins {
	rows := binOf(size)>>columnBits + 1
	b := bins{head: make([]int32, rows<<columnBits), row: make([]uint32, rows)}
	for i := range b.head {
		b.head[i] = none
	}
	return b
}

// set makes i the head of a list.
func (b *bins) set(bin int, i int32) {
	b.head[bin] = i
	r, c := bin>>columnBits, uint(bin&(columns-1))
	if i != none {
		b.row[r] |= 1 << c
		b.rows |= 1 << r
		return
	}
	if b.row[r] &^= 1 << c; b.row[r] == 0 {
		b.rows &^= 1 << r
	}
}

// next is the first list at or after bin that is not empty, or none.
func (b *bins) next(bin int) int {
	r := bin >> columnBits
	if r >= len(b.row) {
		return none
	}
	if m := b.row[r] >> uint(bin&(columns-1)); m != 0 {
		return bin + bits.TrailingZeros32(m)
	}
	m := b.rows &^ (1<<(r+1) - 1)
	if m == 0 {
		return none
	}
	r = bits.TrailingZeros64(m)
	return r<<columnBits | bits.TrailingZeros32(b.row[r])
}

// above is a free block of the first class whose every member has at least size bytes, or none.
func (b *bins) above(size uint64) int32 {
	bin := binOf(size)
	if g := size / Grain; g >= columns {
		step := uint64(1) << (bits.Len64(g) - 1 - columnBits)
		if g&(step-1) != 0 {
			bin++
		}
	}
	if bin = b.next(bin); bin == none {
		return none
	}
	return b.head[bin]
}

// last is the head of the list of the largest blocks, or none.
func (b *bins) last() int32 {
	if b.rows == 0 {
		return none
	}
	r := bits.Len64(b.rows) - 1
	return b.head[r<<columnBits|(bits.Len32(b.row[r])-1)]
}
