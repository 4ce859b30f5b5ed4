package strided

// Box is a transfer between two regions of levels of strides: Count[0] contiguous bytes, repeated Count[i] times at distances of ToStrides[i-1] bytes where they
// are written and FromStrides[i-1] where they are read. There is one count more than strides. Level 1 repeats fastest.
type Box struct {
	To, From               uintptr
	ToStrides, FromStrides []uint64
	Count                  []uint64
}

// level is what a box repeats: a row with its place in the walk.
type level struct {
	count, to, from uint64
	at              uint64
}

// fewLevels is how many levels a walk has without allocating memory.
const fewLevels = 8

// EachRow visits the rows of the box in order: where the first block of a row is written, where it is read, and the row, which is the same for all. There are
// none if a count is 0. Levels that continue where the one below ends, on both sides, are one level, so that a contiguous box is one row of one block.
func (b *Box) EachRow(visit func(to, from uintptr, row Row)) {
	var few [fewLevels]level
	row, levels, some := b.joined(few[:0])
	if !some {
		return
	}
	to, from := b.To, b.From
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
			to -= uintptr(l.to * (l.count - 1))
			from -= uintptr(l.from * (l.count - 1))
		}
		if i == len(levels) {
			return
		}
	}
}

// joined is the innermost level as a row, and the levels around it, appended to a list. It drops levels of one repetition, and joins those that continue where the
// one below ends. some is false if there are no bytes.
func (b *Box) joined(levels []level) (row Row, outer []level, some bool) {
	for _, n := range b.Count {
		if n == 0 {
			return Row{}, nil, false
		}
	}
	block := b.Count[0]
	for i, n := range b.Count[1:] {
		to, from, last := b.ToStrides[i], b.FromStrides[i], len(levels)-1
		switch {
		case n == 1:
		case last < 0 && to == block && from == block:
			block *= n
		case last >= 0 && to == levels[last].to*levels[last].count && from == levels[last].from*levels[last].count:
			levels[last].count *= n
		default:
			levels = append(levels, level{count: n, to: to, from: from})
		}
	}
	if len(levels) == 0 {
		return Row{Block: block, Count: 1}, nil, true
	}
	return Row{Block: block, Count: levels[0].count, To: levels[0].to, From: levels[0].from}, levels[1:], true
}

// Fragments lists the blocks of the box in order.
func (b *Box) Fragments() (all []Fragment) {
	b.EachRow(func(to, from uintptr, row Row) {
		for i := range row.Count {
			t, f := row.Offsets(i)
			all = append(all, Fragment{to + uintptr(t), from + uintptr(f), row.Block})
		}
	})
	return all
}
