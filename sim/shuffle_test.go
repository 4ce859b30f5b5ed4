package sim

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// placed is an actor of a node that notes its events.
type placed struct {
	node int
	log  *[]int
}

func (p *placed) NodeOf(uint64) int { return p.node }

func (p *placed) Act(k *Kernel, arg uint64) { *p.log = append(*p.log, p.node*100+int(arg)) }

// starter schedules events of its node without naming it.
type starter struct{ then *[]int }

func (s *starter) Act(_ *Kernel, arg uint64) { *s.then = append(*s.then, int(arg)) }

// TestShuffle: events of different nodes at one time run in an order that depends on the seed, those of a node in order, and those of AtFrom behind them, in theirs.
func TestShuffle(t *testing.T) {
	orders := map[int]bool{}
	for seed := range uint64(50) {
		k := new(Kernel)
		k.Shuffle(seed)
		var log []int
		var cancelled EventID
		for arg := range uint64(3) {
			for node := range 4 {
				k.At(Nanosecond, &placed{node, &log}, arg)
			}
			k.AtFrom(Nanosecond, &placed{int(arg), &log}, 90+arg, 9-arg)
			cancelled = k.At(Nanosecond, &placed{0, &log}, 50)
			require.True(t, k.Cancel(cancelled))
		}
		require.False(t, k.Cancel(cancelled))
		at, some := k.Next()
		require.True(t, some)
		require.Equal(t, Nanosecond, at)
		require.True(t, k.Run(15))
		require.False(t, k.Step())
		require.Equal(t, Nanosecond, k.Now())
		require.Equal(t, []int{292, 191, 90}, log[12:], "those of AtFrom, by order")
		own := log[:12]
		for node := range 4 {
			first := slices.Index(own, node*100)
			require.Equal(t, []int{node * 100, node*100 + 1, node*100 + 2}, own[first:first+3])
		}
		orders[own[0]*100+own[3]] = true
	}
	require.Greater(t, len(orders), 4, "the seed decides")

	k := new(Kernel)
	k.Shuffle(1)
	var then []int
	k.At(0, &starter{&then}, 1)
	k.At(0, &starter{&then}, 2)
	k.Run(5)
	require.Equal(t, []int{1, 2}, then)
	require.Panics(t, func() { k.At(-1, &starter{&then}, 0) })
	k = new(Kernel)
	k.At(0, &starter{&then}, 1)
	require.Panics(t, func() { k.Shuffle(1) })
}

// again is an actor of a node that schedules itself for the same time, until others have had theirs.
type again struct {
	node  int
	left  *int
	times int
}

func (a *again) NodeOf(uint64) int { return a.node }

func (a *again) Act(k *Kernel, _ uint64) {
	if a.times++; a.times == 2 {
		*a.left--
	}
	if *a.left > 0 {
		k.At(k.Now(), a, 0)
	}
}

// TestShuffleIsFair: whatever the seed is, nodes that act without time in between take turns.
func TestShuffleIsFair(t *testing.T) {
	for seed := range uint64(20) {
		k := new(Kernel)
		k.Shuffle(seed)
		left := 4
		for node := range 4 {
			k.At(Nanosecond, &again{node: node, left: &left}, 0)
		}
		k.Run(100)
		require.Zero(t, left, "seed %d", seed)
		require.False(t, k.Step())
	}
}
