package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each rank has a heap, where all is as in a process.
func TestHeaps(t *testing.T) { onSomeRanks(t, "heaps.c", nil) }

// Where memory of malloc, mmap, sbrk and the stack is depends on nothing outside the rank's program. Of variables on the stack that is so within their page.
func TestAddressesAreTheSame(t *testing.T) {
	program := built(t, "heaps.c", "driver")
	where := func(ranks string, env ...string) []string {
		r := run(t, append(env, "DRIVER_HOST=nid00007"), work+"/simhost", ranks, program, "where")
		require.Zero(t, r.status, "%v", r)
		return strings.Split(strings.TrimSpace(r.out), "\n")
	}
	first := where("3")
	require.Len(t, first, 3)
	for i := range first {
		assert.NotEqual(t, first[i][2:], first[(i+1)%3][2:])
	}
	assert.Equal(t, first, where("3"))
	assert.Equal(t, first, where("3", "GOGC=2", "GOMAXPROCS=1", "MALLOC_PERTURB_=165", "GLIBC_TUNABLES=glibc.malloc.tcache_count=0"))
	assert.Equal(t, first, where("3", "LONG="+strings.Repeat("x", 5000)))
}

func TestMistakesWithTheHeap(t *testing.T) {
	program := built(t, "heaps.c", "driver", "-fno-builtin")
	for what, say := range map[string]string{
		"twice":       "free: this memory has been freed before\n",
		"large twice": "free: this is no memory of malloc, or it has been freed\n",
		"inside":      "free: this is no memory of malloc, or it has been freed\n",
	} {
		r := on(t, 1, program, what)
		assert.NotZero(t, r.status, what)
		assert.Contains(t, r.err, say, what)
	}
}
