package portals

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// slow is what find answers, by looking at everything.
func (l *list) slow(h *Header, need uint32) *descriptor {
	for e := l.first; e != nil; e = e.next {
		if _, _, ok := e.takes(h, need); ok {
			return e.md
		}
	}
	return nil
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
	require.Len(t, members, len(l.index.groups))
	for i, g := range l.index.groups {
		require.Equal(t, i, g.place)
		require.Equal(t, members[g], g.members)
		require.Same(t, g, l.index.byMask[g.mask])
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
					d, _, _ := l.find(&h, MDOpPut)
					require.Same(t, l.slow(&h, MDOpPut), d)
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
