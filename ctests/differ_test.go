package ctests

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// differing are calls of collective routines in which the last PE differs from the others, with the line that at least one PE prints. LAST stands for the last
// PE, FN for any function.
func differing() map[string]string {
	const alike = `; all PEs must make the same calls of collective routines in the same order`
	other := func(there, here string) string {
		return `FN: (PE LAST makes another call: ` + there + ` there, ` + here + ` here|PE \d+ makes another call: ` + here + ` there, ` + there + ` here)` + alike
	}
	waits := func(where, here string) string {
		return `FN: waits for PE \d+, which waits for this PE in ` + where + `, while this PE is in a ` + here + alike
	}
	const twoRoots = `FN: PE \d+ makes another call: broadcast of \d+ bytes from PE_root (0 there, .* PE_root 1|1 there, .* PE_root 0) here` + alike
	const barrier = `a barrier of all PEs \(shmem_barrier_all, shmem_malloc, shmem_finalize or the like\)`
	const reduction = `reduction of 8 bytes`
	return map[string]string{
		"malloc-sizes-differ":       `shmem_malloc: size = \d+: rank \d+ asks for [12]000 bytes aligned to \d+, rank \d+ for [12]000 aligned to \d+; all ranks must make the same calls`,
		"roots-differ-and-barrier":  twoRoots,
		"roots-differ-and-sync":     twoRoots,
		"roots-differ-and-finalize": twoRoots,
		"roots-swapped":             `FN: PE \d+ makes another call: broadcast of 8 bytes from PE_root [01] there, broadcast of 8 bytes from PE_root [01] here` + alike,
		"broadcast-against-reduce":  `FN: PE \d+ (is in shmem_\w+; all PEs of a team must make the same calls|makes another call: .* there, .* here` + alike + `)`,
		"lengths-zero":              other(`reduction of 0 bytes`, reduction),
		"broadcast-zero":            other(`broadcast of 0 bytes from PE_root LAST`, `broadcast of 8 bytes from PE_root LAST`),
		"sync-against-reduce":       other(`sync or barrier`, reduction),
		"sync-against-fcollect":     other(`sync or barrier`, `fcollect of 240000 bytes`),
		"left-out":                  waits(barrier, reduction),
		"left-out-and-exit":         waits(barrier, reduction),
		"barrier-against-sync":      waits(barrier, `sync or barrier`),
		"team-against-team":         waits(`a sync or barrier of ALL PEs from 0 by 1`, `sync or barrier`),
		"set-against-team":          waits(`a sync or barrier of ALL PEs from 0 by 1`, `sync or barrier`),
		"split-against-reduce":      other(`split of the team`, reduction),
		"destroy-against-sync":      other(`end of the team`, `sync or barrier`),
	}
}

// TestDiffering makes such calls and expects a line that names both calls, and no deadlock: live over both transports, with the data plane and without it, and on
// simulated machines, where the line may be part of the deadlock report.
func TestDiffering(t *testing.T) {
	path := at.program.get(t, "shmem/errors/bad.c", plain)
	worlds := []struct {
		name, machine string
		env           []string
	}{
		{name: "windows"},
		{name: "go", env: []string{"GASNETGO_PLANE=go"}},
		{name: "portals", env: []string{"GASNETGO_SHMEM_TRANSPORT=portals"}},
		{name: "ideal", machine: "ideal"},
		{name: "xt3", machine: "xt3"},
	}
	for _, w := range worlds {
		for _, np := range []int{2, 4} {
			for mode, line := range differing() {
				if np > 2 && (mode == "roots-swapped" || strings.HasPrefix(mode, "broadcast-against")) {
					continue // these are about two PEs
				}
				t.Run(fmt.Sprintf("%s/np%d/%s", w.name, np, mode), func(t *testing.T) {
					t.Parallel()
					path := ownProgram(t, path)
					j := job{np: np, args: []string{mode}, env: w.env, timeout: 20 * time.Second}
					begin := `(?m)^gasnetgo: rank \d+ of \d+: `
					if w.machine != "" {
						j.command, begin = simulated(w.machine, np), `(?m)^gasnetgo: (rank \d+ of \d+, at \S+: |(rank \d+ ended without shmem_finalize .*; )?deadlock (?s:.*)\n  because, at rank \d+, )`
					}
					o := j.run(t, path)
					words := strings.NewReplacer("LAST", fmt.Sprint(np-1), "ALL", fmt.Sprint(np), "FN", `shmem_\w+`)
					assert.Regexp(t, regexp.MustCompile(begin+words.Replace(line)+`$`), o.err)
					assert.NotContains(t, []int{-1, 0, 50}, o.status, "%v", o)
				})
			}
		}
	}
}
