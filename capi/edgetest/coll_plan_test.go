package edgetest

import (
	"bufio"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Plans of GASNet's collectives, played against each other in any order: all data arrives, no rank is stuck, and nothing is touched too early or too late.
func TestCollectivePlans(t *testing.T) {
	program := build(t, "coll_plan", []string{"-fsanitize=address,undefined"}, "../gasnet/coll/plan.c", "../gasnet/coll/maker.c", "../gasnet/coll/rooted.c", "../gasnet/coll/all.c", "../gasnet/coll/scan.c",
		"testdata/coll_plan.c")
	player := exec.Command(program)
	in, err := player.StdinPipe()
	require.NoError(t, err)
	out, err := player.StdoutPipe()
	require.NoError(t, err)
	var complaints strings.Builder
	player.Stderr = &complaints
	require.NoError(t, player.Start())
	answers := bufio.NewScanner(out)

	const broadcast, reduce, scan = 0, 5, 7
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.IntRange(0, 7).Draw(t, "kind")
		nodes := rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(1, 70)).Draw(t, "nodes")
		most := rapid.SampledFrom([]int{1, 1, 4}).Draw(t, "most images")
		bytes := rapid.SampledFrom([]int{0, 1, 8, 100, 256, 300, 2048, 2049, 4000}).Draw(t, "bytes")
		if kind == broadcast {
			bytes = rapid.SampledFrom([]int{bytes, 65537, 70000}).Draw(t, "bytes")
		}
		if kind == reduce || kind == scan {
			bytes = bytes / 8 * 8
		}
		var images strings.Builder
		total := 0
		for range nodes {
			n := rapid.IntRange(1, most).Draw(t, "images")
			total += n
			fmt.Fprintf(&images, " %d", n)
		}
		flag := func(name string) int { return rapid.IntRange(0, 1).Draw(t, name) }
		// an array of block sizes and offsets; 0: one image has all
		spread, layout := flag("spread"), [4]int{}
		for side := 0; side < 4 && spread == 1; side += 2 {
			layout[side] = rapid.SampledFrom([]int{0, 1, 1, 2, 3, 7, 100, 1000}).Draw(t, "block")
			layout[side+1] = rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 5), rapid.IntRange(0, 500)).Draw(t, "offset")
			if layout[side] == 0 {
				layout[side+1] %= total
			}
		}
		line := fmt.Sprintf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d%s\n", rapid.Uint32().Draw(t, "seed"), kind, flag("shared"), flag("in all"), flag("out all"), flag("ordered"), bytes,
			rapid.IntRange(0, total-1).Draw(t, "root"), flag("exclusive"), spread, layout[0], layout[1], layout[2], layout[3], nodes, images.String())
		_, err := in.Write([]byte(line))
		require.NoError(t, err)
		require.True(t, answers.Scan(), "%s", &complaints)
		require.Equal(t, "ok", answers.Text())
	})
	require.NoError(t, in.Close())
	require.NoError(t, player.Wait(), "%s", &complaints)
}
