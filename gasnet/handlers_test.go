package gasnet

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/gasnet/conduit"
)

func TestRegister(t *testing.T) {
	table := []entry{{Index: 0, Fn: 1}, {Index: 128, Fn: 2}, {Index: 0, Fn: 3}, {Index: 130, Fn: 4}, {Index: 0, Fn: 5}}
	var h Handlers
	err := h.register(table, lowestFirst)
	require.NoError(t, err)
	assert.Equal(t, []uint8{129, 128, 131, 130, 132}, []uint8{table[0].Index, table[1].Index, table[2].Index, table[3].Index, table[4].Index}, "the lowest that is free, in order")
	assert.Equal(t, []uintptr{2, 1, 4, 3, 5, 0}, h[128:134])

	for name, wrong := range map[string][]entry{
		"twice": {{Index: 200, Fn: 1}, {Index: 200, Fn: 2}}, "library's": {{Index: 127, Fn: 1}}, "no function": {{Index: 200}}, "no function for any": {{}},
		"too many": make([]entry, 129),
	} {
		for i := range wrong {
			if name == "too many" {
				wrong[i].Fn = 1
			}
		}
		assert.Error(t, new(Handlers).register(wrong, lowestFirst), name)
	}
	all := make([]entry, 128)
	for i := range all {
		all[i].Fn = uintptr(i + 1)
	}
	require.NoError(t, new(Handlers).register(all, lowestFirst))
	assert.Equal(t, uint8(255), all[127].Index)
}

// TestRegisterInSteps: tables add to each other, those of GASNet-EX from the top down; one that is refused changes nothing, not even its own indices.
func TestRegisterInSteps(t *testing.T) {
	var h Handlers
	first := []entry{{Fn: 1}, {Index: 254, Fn: 2}, {Fn: 3}}
	require.NoError(t, h.register(first, highestFirst))
	assert.Equal(t, []uint8{255, 254, 253}, []uint8{first[0].Index, first[1].Index, first[2].Index})

	refused := []entry{{Fn: 4}, {Index: 254, Fn: 5}}
	assert.ErrorContains(t, h.register(refused, highestFirst), "table[1].index = 254: given twice")
	assert.Zero(t, refused[0].Index)
	assert.Zero(t, h[252])

	second := []entry{{Fn: 6}}
	require.NoError(t, h.register(second, highestFirst))
	assert.Equal(t, uint8(252), second[0].Index)
	third := []entry{{Fn: 7}}
	require.NoError(t, h.register(third, lowestFirst))
	assert.Equal(t, []uintptr{7, 6, 3, 2, 1}, append([]uintptr{h[128]}, h[252:]...))
}

// TestRegisterAny: whatever indices a table leaves open, all end up different, in range, and where the table says.
func TestRegisterAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fixed := rapid.SliceOfNDistinct(rapid.Uint8Range(128, 255), 0, 100, rapid.ID[uint8]).Draw(t, "fixed")
		open := rapid.IntRange(0, 128-len(fixed)).Draw(t, "open")
		var table []entry
		for _, i := range fixed {
			table = append(table, entry{Index: i, Fn: uintptr(len(table) + 1)})
		}
		for range open {
			table = append(table, entry{Fn: uintptr(len(table) + 1)})
		}
		var h Handlers
		if err := h.register(table, order(rapid.Bool().Draw(t, "order"))); err != nil {
			t.Fatal(err)
		}
		for i, e := range table {
			if e.Index < 128 || h[e.Index] != uintptr(i+1) {
				t.Fatalf("entry %d is at %d, which has %d", i, e.Index, h[e.Index])
			}
		}
	})
}

func drawConsensus(t *rapid.T, name string) conduit.Consensus {
	return say(rapid.Int32Range(-2, 2).Draw(t, name+" id"), rapid.SampledFrom([]int32{0, 0, BarrierAnonymous, BarrierUnnamed, BarrierMismatch}).Draw(t, name+" flags"))
}

// TestConsensus: ranks may be heard in any order, in any groups, and twice.
func TestConsensus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawConsensus(t, "a"), drawConsensus(t, "b"), drawConsensus(t, "c")
		if a.Merge(b) != b.Merge(a) || a.Merge(b).Merge(c) != a.Merge(b.Merge(c)) || a.Merge(a) != a || a.Merge(b).Merge(b) != a.Merge(b) {
			t.Fatalf("%v %v %v", a, b, c)
		}
		names := map[int32]bool{}
		wrong := false
		for _, x := range []conduit.Consensus{a, b, c} {
			wrong = wrong || x.Kind == conduit.Mismatched
			if x.Kind == conduit.Named {
				names[x.ID] = true
			}
		}
		all := a.Merge(b).Merge(c)
		want := conduit.Anonymous
		switch {
		case wrong || len(names) > 1:
			want = conduit.Mismatched
		case len(names) == 1:
			want = conduit.Named
		}
		if all.Kind != want {
			t.Fatalf("%v %v %v together are %v", a, b, c, all)
		}
	})
}

func TestOutcome(t *testing.T) {
	named, anonymous, wrong := conduit.Consensus{Kind: conduit.Named, ID: 5}, conduit.Consensus{}, conduit.Consensus{Kind: conduit.Mismatched}
	assert.EqualValues(t, OK, outcome(named, 5, 0))
	assert.EqualValues(t, ErrBarrierMismatch, outcome(named, 6, 0))
	assert.EqualValues(t, OK, outcome(named, 6, BarrierAnonymous))
	assert.EqualValues(t, OK, outcome(anonymous, 6, 0))
	assert.EqualValues(t, OK, outcome(anonymous, 6, BarrierUnnamed))
	assert.EqualValues(t, ErrBarrierMismatch, outcome(wrong, 5, 0))
	assert.EqualValues(t, ErrBarrierMismatch, outcome(wrong, 5, BarrierAnonymous))
	assert.EqualValues(t, ErrBarrierMismatch, outcome(named, 5, BarrierMismatch))
}
