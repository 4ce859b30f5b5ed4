package host_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// compactly runs a program on n ranks of one mapping each.
func compactly(t *testing.T, n int, program string, args ...string) result {
	return run(t, []string{"DRIVER_HOST=nid00007", "DRIVER_COMPACT=1"}, append([]string{work + "/simhost", strconv.Itoa(n), program}, args...)...)
}

// placeless is text without addresses of the host's libraries, which depend on the threads that it has started.
func placeless(text string) string { return libraryAddress.ReplaceAllString(text, "0x7f...") }

var libraryAddress = regexp.MustCompile(`0x7f[0-9a-f]{10}\b`)

// TestCompact: programs do the same in either layout.
func TestCompact(t *testing.T) {
	for _, c := range []struct{ source, flags, args string }{
		{"globals.c", "", ""},
		{"globals.c", "-Wl,-z,max-page-size=65536", ""},
		{"globals.c", "-Wl,-z,noseparate-code -Wl,-z,lazy", ""},
		{"environs.c", "", ""},
		{"stacks.c", "-O0", ""},
		{"nested.c", "-O0", ""},
		{"tls.c", "", ""},
		{"state.c", "-rdynamic", ""},
		{"objects.cc", "", ""},
		{"objects.cc", "", "throw"},
		{"objects.cc", "-static-libgcc -static-libstdc++", ""},
		{"getopts.c", "", "-n 300 3"},
		{"exits.c", "", "handled"},
		{"refused.c", "", "thread"},
	} {
		t.Run(strings.Join([]string{c.source, c.flags, c.args}, " "), func(t *testing.T) {
			program := built(t, c.source, "driver", strings.Fields(c.flags)...)
			args := strings.Fields(c.args)
			usual, compact := on(t, 5, program, args...), compactly(t, 5, program, args...)
			assert.Equal(t, usual.status, compact.status, "%v", compact)
			same(t, usual.out, compact.out)
			same(t, placeless(usual.err), placeless(compact.err))
		})
	}
	t.Run("libraries", func(t *testing.T) { broughtLibraries(t, compactly) })
}

// TestCompactReports: crashes and places where ranks wait are found as in the usual layout; only writes to text are not noticed.
func TestCompactReports(t *testing.T) {
	program := built(t, "crashes.c", "driver")
	for how, say := range map[string]string{
		"null":     "rank 1: SIGSEGV: no access to address 0x10\n",
		"overflow": "SIGSEGV: the stack is full",
		"nowhere":  "SIGSEGV: no access to address 0x0",
		"sort":     "in culprit",
	} {
		r := compactly(t, 3, program, how)
		assert.Equal(t, 139, r.status, "%v", r)
		assert.Contains(t, r.err, say)
	}
	r := compactly(t, 3, built(t, "stuck.c", "driver", "-O0"))
	assert.Equal(t, 124, r.status, "%v", r)
	assert.Regexp(t, `rank 0: \[.* in world_receive.* in inner.*\(stuck.c:6\).* in outer.* in main.*\(stuck.c:\d+\)\]`, r.err)
}

// TestCompactMappings: a rank takes one mapping, and no more memory than in the usual layout.
func TestCompactMappings(t *testing.T) {
	program := built(t, "storm.c", "driver")
	const ranks = 1000
	var kb, maps [2]int
	for i, layout := range []string{"", "DRIVER_COMPACT=1"} {
		for range 3 { // the least of three, and a quarter below: on a busy host the garbage collector comes late, once in all three by an eighth of all memory
			r := run(t, []string{"DRIVER_STATS=1", layout}, work+"/simhost", strconv.Itoa(ranks), program, "100")
			require.Zero(t, r.status, "%v", r)
			m := stats.FindStringSubmatch(r.err)
			require.NotNil(t, m, "%v", r)
			t.Log(m[0])
			now, _ := strconv.Atoi(m[6])
			if kb[i] == 0 || now < kb[i] {
				kb[i] = now
			}
			maps[i], _ = strconv.Atoi(m[7])
		}
	}
	assert.Less(t, kb[1], kb[0]+kb[0]/4)
	assert.Less(t, maps[1], 200+ranks)
	assert.Greater(t, maps[0], 2*ranks)
}
