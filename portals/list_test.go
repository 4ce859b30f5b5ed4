package portals

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// slow is what find answers, by looking at everything, and at how many entries a walk looks.
func (l *list) slow(h *Header, need uint32) (d *descriptor, walked uint32) {
	for e := l.first; e != nil; e = e.next {
		walked++
		if _, _, ok := e.takes(h, need); ok {
			return e.md, walked
		}
	}
	return nil, walked
}

// sound checks how a list and its index hang together.
func (l *list) sound(t require.TestingT) {
	count, label := uint32(0), uint64(0)
	var prev *entry
	in := map[*entry]bool{}
	for e := l.first; e != nil; prev, e = e, e.next {
		require.Equal(t, prev, e.prev)
		count++
		if l.index != nil && l.index.on {
			require.Greater(t, e.label, label)
			require.Less(t, e.label, uint64(labelEnd))
			label = e.label
		}
		in[e] = true
	}
	require.Equal(t, l.last, prev)
	require.Equal(t, l.count, count)
	if l.index == nil || !l.index.on {
		require.LessOrEqual(t, count, uint32(indexFrom))
		return
	}
	members := map[*group]uint32{}
	for i := range l.index.buckets {
		b := &l.index.buckets[i]
		prev = nil
		for e := b.first; e != nil; prev, e = e, e.chain {
			require.Equal(t, prev, e.back)
			require.True(t, in[e])
			require.True(t, prev == nil || prev.label < e.label)
			require.Same(t, b, l.index.bucket(e.group, e.bits, e.id))
			delete(in, e)
			members[e.group]++
		}
		require.Equal(t, b.last, prev)
	}
	require.Empty(t, in)
	l.soundStretches(t)
	require.Len(t, members, len(l.index.groups))
	for i, g := range l.index.groups {
		require.Equal(t, i, g.place)
		require.Equal(t, members[g], g.members)
		require.Same(t, g, l.index.byMask[g.mask])
	}
}

// soundStretches checks that the stretches of a list have its entries, in order, and are not too many.
func (l *list) soundStretches(t require.TestingT) {
	e := l.first
	var prev *stretch
	for s := l.index.stretches; s != nil; prev, s = s, s.next {
		require.Equal(t, prev, s.prev)
		require.Same(t, e, s.first)
		require.NotZero(t, s.count)
		require.LessOrEqual(t, s.count, uint32(mostStretch))
		for range s.count {
			require.Same(t, s, e.stretch)
			e = e.next
		}
	}
	if l.index.stretches != nil {
		require.Nil(t, e)
	}
}

// taker is an entry that takes puts.
func taker(bits, ignore uint64, id ProcessID) *entry {
	d := &descriptor{md: MD{Options: MDOpPut | MDManageRemote | MDTruncate}, active: true}
	d.me = &entry{bits: bits, ignore: ignore, id: id, md: d}
	return d.me
}

func TestIndexIsAWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		masks := rapid.SliceOfN(rapid.SampledFrom([]uint64{0, 1, 6, ^uint64(0), 1 << 63, 0xffff << 32}), 1, 6).Draw(t, "masks")
		ids := []ProcessID{{NIDAny, PIDAny}, {1, PIDAny}, {NIDAny, 2}, {1, 2}, {2, 2}}
		someBits := rapid.Uint64Range(0, 9)
		var l list
		var all []*entry
		add := func(e *entry, put func(e *entry)) {
			put(e)
			all = append(all, e)
		}
		draw := func() *entry {
			return taker(someBits.Draw(t, "bits")<<rapid.SampledFrom([]int{0, 31, 60}).Draw(t, "shift"),
				rapid.SampledFrom(masks).Draw(t, "ignore"), rapid.SampledFrom(ids).Draw(t, "id"))
		}
		for range rapid.IntRange(0, 60).Draw(t, "first") {
			add(draw(), func(e *entry) { l.attach(e, InsAfter) })
		}
		t.Repeat(map[string]func(*rapid.T){
			"attach": func(t *rapid.T) {
				at := Position(rapid.IntRange(0, 1).Draw(t, "at"))
				for range rapid.IntRange(1, 20).Draw(t, "times") {
					add(draw(), func(e *entry) { l.attach(e, at) })
				}
			},
			"insert": func(t *rapid.T) {
				if len(all) == 0 {
					return
				}
				at, base := Position(rapid.IntRange(0, 1).Draw(t, "at")), rapid.SampledFrom(all).Draw(t, "base")
				// Many next to one use up the labels between two.
				for range rapid.SampledFrom([]int{1, 1, 5, 100}).Draw(t, "times") {
					add(taker(1, masks[0], ids[0]), func(e *entry) { l.insert(e, base, at) })
				}
			},
			"remove": func(t *rapid.T) {
				for range min(len(all), rapid.SampledFrom([]int{1, 1, 5, 100}).Draw(t, "times")) {
					i := rapid.IntRange(0, len(all)-1).Draw(t, "which")
					l.remove(all[i])
					all = append(all[:i], all[i+1:]...)
				}
			},
			"disable": func(t *rapid.T) {
				if len(all) > 0 {
					e := rapid.SampledFrom(all).Draw(t, "which")
					e.md.active = !e.md.active
				}
			},
			"find": func(t *rapid.T) {
				for range 20 {
					h := Header{Kind: HPut, MatchBits: rapid.Uint64().Draw(t, "h"), From: rapid.SampledFrom(ids[3:]).Draw(t, "from")}
					if len(all) > 0 && rapid.Bool().Draw(t, "like an entry") {
						e := rapid.SampledFrom(all).Draw(t, "which")
						h.MatchBits = e.bits ^ h.MatchBits&e.ignore
					}
					d, _, _, place := l.find(&h, MDOpPut)
					want, walked := l.slow(&h, MDOpPut)
					require.Same(t, want, d)
					if rapid.Bool().Draw(t, "place") {
						require.Equal(t, walked, l.placeOf(d, place))
					}
				}
			},
			"": func(t *rapid.T) { l.sound(t) },
		})
	})
}

// TestLabelsRunOut inserts at one place for so long that there is no label left, which moves some and not all.
func TestLabelsRunOut(t *testing.T) {
	for name, insert := range map[string]func(l *list, middle, e *entry){
		"before one":       func(l *list, middle, e *entry) { l.insert(e, middle, InsBefore) },
		"after one":        func(l *list, middle, e *entry) { l.insert(e, middle, InsAfter) },
		"at the head":      func(l *list, _, e *entry) { l.attach(e, InsBefore) },
		"at the tail":      func(l *list, _, e *entry) { l.attach(e, InsAfter) },
		"before the first": func(l *list, _, e *entry) { l.insert(e, l.first, InsBefore) },
	} {
		t.Run(name, func(t *testing.T) {
			var l list
			var middle *entry
			for i := range 100 {
				e := taker(uint64(i), 0, ProcessID{})
				l.attach(e, InsAfter)
				if i == 50 {
					middle = e
				}
			}
			for i := range 20000 {
				insert(&l, middle, taker(uint64(i), 1<<(i%3), ProcessID{}))
			}
			l.sound(t)
			for range 20000 {
				insert(&l, middle, taker(7, 7, ProcessID{}))
			}
			l.sound(t)
		})
	}
}

func TestIndexComesAndGoes(t *testing.T) {
	var l list
	var all []*entry
	for range 3 {
		for i := range 3000 {
			e := taker(uint64(i), 0, ProcessID{})
			l.attach(e, InsAfter)
			all = append(all, e)
		}
		l.sound(t)
		require.True(t, l.indexed())
		require.GreaterOrEqual(t, len(l.index.buckets), 3000)
		for _, e := range all {
			l.remove(e)
		}
		all = all[:0]
		l.sound(t)
		require.False(t, l.indexed())
		require.Nil(t, l.index.buckets, "memory of a list that was long once")
	}
}

// TestPlaceOfALongList: places are counted in few steps, wherever entries come and go.
func TestPlaceOfALongList(t *testing.T) {
	var l list
	for i := range 10000 {
		l.attach(taker(uint64(i), 0, ProcessID{}), InsAfter)
	}
	require.EqualValues(t, 10000, l.index.place(&l, l.last))
	for e := l.first; e != nil; e = e.next { // leaves two of each stretch
		for range 30 {
			if e.next != nil {
				l.remove(e.next)
			}
		}
	}
	l.sound(t)
	stretches, count := 0, uint32(0)
	for s := l.index.stretches; s != nil; s = s.next {
		stretches++
	}
	require.LessOrEqual(t, stretches, 2*int(l.count)/(mostStretch/2)+1)
	for e := l.first; e != nil; e = e.next {
		count++
		require.Equal(t, count, l.index.place(&l, e))
	}
}

// TestWalk: a header that arrives looks at the entries before the one that takes it, and at that one.
func TestWalk(t *testing.T) {
	from := ProcessID{1, 2}
	for _, n := range []int{0, 1, 2, indexFrom, indexFrom + 1, 1000} {
		ni := New(Config{ID: ProcessID{1, 1}})
		for i := range n {
			_, _, code := ni.MEMDAttach(3, ProcessID{NIDAny, PIDAny}, uint64(i), 0, Retain, InsAfter, MD{Start: 0x10000, Length: 8, Threshold: ThresholdInfinite, Options: MDOpPut | MDTruncate, EQ: EQNone}, nil, Retain)
			require.Equal(t, OK, code)
		}
		walk := func(kind HeaderKind, pt uint32, bits int) int {
			h := &Header{Kind: kind, PT: pt, MatchBits: uint64(bits), Length: 8, From: from, To: ni.ID()}
			before := ni.Walk(h)
			op := ni.Arrive(h)
			require.Equal(t, before, ni.Walked())
			require.Zero(t, ni.Walked())
			if op != nil {
				ni.Done(op, NIOK)
				ni.Free(op)
			}
			return int(before)
		}
		for _, i := range []int{0, 1, n / 2, n - 1} {
			if i < n && i >= 0 {
				require.Equal(t, i+1, walk(HPut, 3, i), "entry %d of %d", i, n)
			}
		}
		require.Equal(t, n, walk(HPut, 3, n), "none of %d", n)
		require.Equal(t, n, walk(HGet, 3, 0), "none of %d allows a get", n)
		require.Equal(t, n, walk(HGetPut, 3, 0))
		require.Zero(t, walk(HPut, 4, 0), "another list")
		require.Zero(t, walk(HPut, 1<<20, 0), "no list")
		require.Zero(t, walk(HReply, 3, 0))
		require.Zero(t, walk(HAck, 3, 0))
	}
}
