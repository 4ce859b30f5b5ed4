package portals

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/portalstest"
)

// own is a rank with a goroutine of its own.
type own struct{ turn }

func (own) Wait(_ string, cond func() bool) {
	for !cond() {
		runtime.Gosched()
	}
}
func (own) Idle(int) { runtime.Gosched() }

// together runs a function on ranks at the same time.
func together(t require.TestingT, ranks int, f func(rank int) error) {
	var g errgroup.Group
	for r := range ranks {
		g.Go(func() error { return f(r) })
	}
	require.NoError(t, g.Wait())
}

// configs are those of ranks with goroutines.
func configs(t *testing.T, ranks int) (all []Config) {
	segments := make([]Segment, ranks)
	for r := range segments {
		b := memory.Room(64)
		t.Cleanup(func() { runtime.KeepAlive(b) })
		segments[r] = Segment{Base: memory.Address(b), Len: uint64(len(b))}
	}
	for r, l := range portalstest.New(ranks).Links {
		all = append(all, Config{
			Host: &l.Host, Link: l, Index: index, ID: portalstest.ID, Me: r, Segments: segments, Options: Defaults(true, true), World: own{turn{t: t, rank: r}},
		})
	}
	return all
}

// All ranks have what each has contributed, one exchange after the other, however far apart ranks are.
func TestExchange(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ranks, exchanges := rapid.IntRange(1, 20).Draw(rt, "ranks"), rapid.IntRange(1, 6).Draw(rt, "exchanges")
		boots := make([]*Boot, ranks)
		for r, c := range configs(t, ranks) {
			b, err := NewBoot(c, ranks)
			require.NoError(rt, err)
			boots[r] = b
		}
		got := make([][][]uint64, ranks)
		together(rt, ranks, func(r int) error {
			for i := range exchanges {
				all, err := boots[r].Exchange(uint64(1000*i+r) | 1<<63)
				if err != nil {
					return err
				}
				got[r] = append(got[r], all)
			}
			return nil
		})
		for r, b := range boots {
			for i := range exchanges {
				for from, v := range got[r][i] {
					require.Equal(rt, uint64(1000*i+from)|1<<63, v)
				}
			}
			b.Close()
			dropped, _ := b.Host.NI.Status(ptl.SRDropCount)
			require.Zero(rt, dropped)
			created, gone := b.Host.NI.Objects()
			require.Equal(rt, created, gone)
		}
	})
}

// Exit returns on all ranks when all have called it, with the largest status.
func TestExit(t *testing.T) {
	for _, ranks := range []int{1, 2, 3, 7, 16} {
		cores := make([]*Core, ranks)
		for r, c := range configs(t, ranks) {
			core, err := New(c)
			require.NoError(t, err)
			cores[r] = core
		}
		worst := make([]uint8, ranks)
		together(t, ranks, func(r int) error {
			worst[r] = cores[r].Exit(uint8(17 * r % 5))
			return nil
		})
		for r, c := range cores {
			want := uint8(0)
			for i := range ranks {
				want = max(want, uint8(17*i%5))
			}
			require.Equal(t, want, worst[r], "%d ranks", ranks)
			require.Equal(t, want, c.Exit(0), "again")
			c.Close()
		}
	}
}
