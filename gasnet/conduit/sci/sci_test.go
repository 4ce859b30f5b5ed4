package sci

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/conduittest"
	"gasnetgo/internal/memory"
	"gasnetgo/sisci/siscitest"
)

// TestShort: a short request and its reply, between two ranks.
func TestShort(t *testing.T) {
	j := newJob(siscitest.Options{Nodes: 2, Seed: 1}, Defaults())
	j.boot(0, func(int) uintptr { return 0 })
	var got []string
	j.run(func(r int) {
		c := j.cores[r]
		if r == 0 {
			require.True(t, c.Request(1, &conduit.Message{Kind: conduit.Short, Handler: 200, Args: []int32{1, -2}}))
		}
		var a *conduit.Arrival
		c.Wait("a message", func() bool {
			a = c.Next(false)
			return a != nil
		})
		got = append(got, fmt.Sprint(r, a.From, a.Reply, a.Kind, a.Handler, a.Args[:a.NArgs]))
		if r == 1 {
			require.True(t, c.Reply(a, &conduit.Message{Kind: conduit.Short, Handler: 201, Args: []int32{3}}))
		}
		c.Done(a)
	})
	require.Equal(t, []string{"1 0 false 0 200 [1 -2]", "0 1 true 0 201 [3]"}, got)
}

// variants are the machines and options that the conformance tests run with.
var variants = []struct {
	name    string
	ring    siscitest.Options
	options func(*Options)
}{
	{"ordered", siscitest.Options{Ordered: true}, func(*Options) {}},
	{"unordered", siscitest.Options{}, func(*Options) {}},
	{"checksums", siscitest.Options{}, func(o *Options) { o.Sums = true }},
	{"all Longs by DMA", siscitest.Options{Ordered: true}, func(o *Options) { o.Inline = 0 }},
	{"aligned DMA", siscitest.Options{DMAAlign: 64}, func(o *Options) { o.Inline = 0 }},
	{"short DMA", siscitest.Options{DMAAlign: 8}, func(o *Options) { o.Staging, o.Inline = 2048, 100 }},
}

// TestConduit runs the tests that all conduits pass.
func TestConduit(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			conduittest.Run(t, func(w conduittest.World, ranks int) (all []conduit.Core) {
				o := Defaults()
				v.options(&o)
				v.ring.Nodes = ranks
				j := newJob(v.ring, o)
				j.boot(uint64(len(w.Segment(0))), func(r int) uintptr { return memory.Address(w.Segment(r)) })
				j.turns = w
				for _, c := range j.cores {
					all = append(all, c)
				}
				t.Cleanup(func() { closed(t, j) })
				return all
			})
		})
	}
}

// closed ends a job, and checks that nothing is left of it.
func closed(t *testing.T, j *job) {
	for r, c := range j.cores {
		require.True(t, c.came[0].empty() && c.came[1].empty(), "rank %d has messages that its program has not received", r)
		require.NoError(t, c.Close())
	}
	j.settle()
	require.Zero(t, j.ring.Memories())
	for r, n := range j.ring.Nodes {
		require.Zero(t, n.Unfinished(), "rank %d", r)
	}
}
