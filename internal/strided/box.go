package strided

import (
	"cmp"
	"slices"
)

// Box is a transfer between two regions of levels of strides: Block contiguous bytes, repeated Count[i] times at distances of ToStrides[i] bytes where they are
// written and FromStrides[i] where they are read. A stride may have any sign: To and From are where the first block is, which need not be the lowest. What is written does
// not overlap.
type Box struct {
	To, From               uintptr
	Block                  uint64
	ToStrides, FromStrides []int64
	Count                  []uint64
}

// level is what a box repeats: a row with its place in the walk.
type level struct {
	count, at uint64
	to, from  int64
}

// fewLevels is how many levels a walk has without allocating memory.
const fewLevels = 8

// EachRow visits the rows of the box: where the first block of a row is written, where it is read, and the row, which is the same for all. There are none if a
// count is 0. Levels run in the order of memory that is written, whatever their order in the box, and those that continue where the one below ends, on both sides, are one level. So a
// contiguous box is one row of one block.
func (b *Box) EachRow(visit func(to, from uintptr, row Row)) {
	var few [fewLevels]level
	to, from := b.To, b.From
	levels, some := b.sorted(few[:0], &to, &from)
	if !some {
		return
	}
	row, levels := joined(b.Block, levels)
	for {
		visit(to, from, row)
		i := 0
		for ; i < len(levels); i++ {
			l := &levels[i]
			if l.at++; l.at < l.count {
				to += uintptr(l.to)
				from += uintptr(l.from)
				break
			}
			l.at = 0
			to -= uintptr(l.to * int64(l.count-1))
			from -= uintptr(l.from * int64(l.count-1))
		}
		if i == len(levels) {
			return
		}
	}
}

// sorted is the levels of the box that repeat, appended to a list, those with small strides first. A level that runs backwards where it writes runs forwards: to and from become where its
// last block was. some is false if there are no bytes.
func (b *Box) sorted(levels []level, to, from *uintptr) (_ []level, some bool) {
	if b.Block == 0 || slices.Contains(b.Count, 0) {
		return nil, false
	}
	for i, n := range b.Count {
		l := level{count: n, to: b.ToStrides[i], from: b.FromStrides[i]}
		if n == 1 {
			continue
		}
		if l.to < 0 {
			*to += uintptr(l.to * int64(n-1))
			*from += uintptr(l.from * int64(n-1))
			l.to, l.from = -l.to, -l.from
		}
		levels = append(levels, l)
	}
	slices.SortStableFunc(levels, func(a, b level) int { return cmp.Compare(a.to, b.to) })
	return levels, true
}

// joined is the innermost level as a row, and the levels around it. It joins those that continue where the one below ends.
func joined(block uint64, all []level) (row Row, outer []level) {
	levels := all[:0]
	for _, l := range all {
		last := len(levels) - 1
		switch {
		case last < 0 && l.to == int64(block) && l.from == int64(block):
			block *= l.count
		case last >= 0 && l.to == levels[last].to*int64(levels[last].count) && l.from == levels[last].from*int64(levels[last].count):
			levels[last].count *= l.count
		default:
			levels = append(levels, l)
		}
	}
	if len(levels) == 0 {
		return Row{Block: block, Count: 1}, nil
	}
	return Row{Block: block, Count: levels[0].count, To: uint64(levels[0].to), From: uint64(levels[0].from)}, levels[1:]
}

// Fragments lists the blocks of the box, as EachRow visits them.
func (b *Box) Fragments() (all []Fragment) {
	b.EachRow(func(to, from uintptr, row Row) {
		for i := range row.Count {
			t, f := row.Offsets(i)
			all = append(all, Fragment{to + uintptr(t), from + uintptr(f), row.Block})
		}
	})
	return all
}
