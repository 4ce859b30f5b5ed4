package sim

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// spinner is a rank that spends one time after the other, and looks at the end of each whether it has been touched.
type spinner struct {
	c       *CPU
	costs   []Time
	at, n   int
	rounds  bool // by SpendRounds
	touched bool
	log     []string
}

func (s *spinner) spend() {
	if s.rounds {
		s.c.SpendRounds(s.costs, s.at, s, 0, s)
	} else {
		s.c.Spend(s.costs[s.at], s, 0)
	}
}

func (s *spinner) Rounded(n int) { s.n, s.at = s.n+n, (s.at+n)%len(s.costs) }
func (s *spinner) Touched()      { s.touched = true }

func (s *spinner) Act(k *Kernel, _ uint64) {
	s.Rounded(1)
	if s.touched {
		s.touched = false
		s.log = append(s.log, fmt.Sprintf("%v: touched, in %d", k.Now(), s.n))
	}
	s.spend()
}

// poke is something that happens to its CPU.
type poke struct {
	What, Delay, D int
	Foreign        bool
}

type poker struct {
	s     *spinner
	chain uint64
	pokes []poke
}

func (p *poker) next(k *Kernel, i int) {
	if i == len(p.pokes) {
		return
	}
	t, order := k.Now()+Time(p.pokes[i].Delay), uint64(i)
	if p.pokes[i].Foreign {
		k.AtFrom(t, p, order, 8*order+p.chain)
	} else {
		k.At(t, p, order)
	}
}

// interruption is its end.
type interruption poker

func (p *interruption) Act(*Kernel, uint64) { p.s.c.Leave(1) }

func (p *poker) Act(k *Kernel, i uint64) {
	s := p.s
	switch d := Time(p.pokes[i].D); p.pokes[i].What {
	case 0:
		p.next(k, int(i+1))
		p.log(k, "touch")
		s.c.Touch()
		if !s.rounds {
			s.touched = true
		}
		return
	case 1:
		p.log(k, "interrupt")
		s.c.Interrupt(d, (*interruption)(p), 0)
	case 2: // of another part of the node
	case 3:
		s.c.CatchUp()
		p.log(k, "look")
	}
	p.next(k, int(i+1))
}

func (p *poker) log(k *Kernel, what string) {
	p.s.c.CatchUp()
	p.s.log = append(p.s.log, fmt.Sprintf("%v: %s, in %d, until %v", k.Now(), what, p.s.n, p.s.c.ends))
}

// TestSpendRounds: what happens to a CPU in rounds, and when, is what happens to one that has an event for each spending.
func TestSpendRounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := rapid.SliceOfN(rapid.SampledFrom([]Time{4, 6, 10}), 1, 3).Draw(t, "costs")
		var chains [][]poke
		for i := range rapid.IntRange(1, 3).Draw(t, "chains") {
			chains = append(chains, rapid.SliceOfN(rapid.Custom(func(t *rapid.T) poke {
				return poke{
					rapid.IntRange(0, 3).Draw(t, "what"),
					rapid.SampledFrom([]int{1, 2, 3, 5, 8, 12, 20, 40, 100}).Draw(t, "delay"), // none is a cost: see atBorn
					rapid.SampledFrom([]int{2, 3, 4, 8}).Draw(t, "d"),
					rapid.Bool().Draw(t, "foreign"),
				}
			}), 1, 20).Draw(t, fmt.Sprint("pokes", i)))
		}
		run := func(rounds bool) []string {
			k := &Kernel{}
			s := &spinner{c: NewCPU(k), costs: costs, rounds: rounds}
			for i, pokes := range chains {
				p := &poker{s, uint64(i), pokes}
				p.next(k, 0)
			}
			s.spend()
			for k.Now() < 3000 && k.Step() {
			}
			return s.log
		}
		require.Equal(t, run(false), run(true))
	})
}

func TestTotal(t *testing.T) {
	costs := []Time{1, 10, 100}
	require.Equal(t, Time(0), Total(costs, 2, 0))
	require.Equal(t, Time(101), Total(costs, 2, 2))
	require.Equal(t, Time(222+110), Total(costs, 4, 8))
}
