package edgetest

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
)

// What nodes say together in a barrier is the same in C and in Go.
func TestConsensus(t *testing.T) {
	program := build(t, "consensus", []string{"-DGASNET_SEQ"}, "testdata/consensus.c")
	type node struct{ id, flags int32 }
	var nodes []node
	for _, id := range []int32{0, 1, -1, 1<<31 - 1, -1 << 31} {
		for _, flags := range []int32{0, gasnet.BarrierAnonymous, gasnet.BarrierMismatch, gasnet.BarrierUnnamed, gasnet.BarrierImages, gasnet.BarrierAnonymous | gasnet.BarrierMismatch} {
			nodes = append(nodes, node{id, flags})
		}
	}
	say := func(n node) conduit.Consensus {
		return conduit.Say(n.id, n.flags&gasnet.BarrierAnonymous != 0, n.flags&gasnet.BarrierMismatch != 0)
	}
	var asked, want strings.Builder
	for _, a := range nodes {
		for _, b := range nodes {
			fmt.Fprintln(&asked, a.id, a.flags, b.id, b.flags)
			both, outcome, unnamed := say(a).Merge(say(b)), gasnet.OK, 0
			if !say(a).Accepts(say(b)) {
				outcome = gasnet.ErrBarrierMismatch
			}
			if both.Kind == conduit.Anonymous {
				unnamed = 1
			}
			fmt.Fprintln(&want, both.Kind, both.ID, outcome, unnamed)
		}
	}
	c := exec.Command(program)
	c.Stdin = strings.NewReader(asked.String())
	out, err := c.Output()
	require.NoError(t, err)
	require.Equal(t, want.String(), string(out))
}
