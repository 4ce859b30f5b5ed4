package ctests

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// wrong is one wrong call: the mode of bad.c and the one line it must print.
type wrong struct {
	mode string
	line string // regular expression behind "gasnetgo: rank R of N: "
	np   int    // 2 if 0
	env  []string
	// the program's status if the call returns instead of ending the job: then the line comes from gasnetgo_error
	returns int
	among   bool // the line may stand among others
}

// Placeholders such as ADDR keep the expressions readable.
var words = strings.NewReplacer("ADDR", `0x[0-9a-f]+`, "OUTSIDE", `not in 0\.\.1`)

func wrongCalls() []wrong {
	list := []wrong{
		// a PE that does not exist
		{mode: "put-pe", line: `shmem_long_put: pe = 9: OUTSIDE`},
		{mode: "put-pe-negative", line: `shmem_long_put: pe = -1: OUTSIDE`},
		{mode: "put-pe-zero-length", line: `shmem_long_put: pe = 9: OUTSIDE`},
		{mode: "get-pe", line: `shmem_long_get: pe = 9: OUTSIDE`},
		{mode: "p-pe", line: `shmem_long_p: pe = 9: OUTSIDE`},
		{mode: "g-pe", line: `shmem_long_g: pe = 9: OUTSIDE`},
		{mode: "putmem-pe", line: `shmem_putmem: pe = 1073741824: OUTSIDE`},
		{mode: "put32-pe", line: `shmem_put32: pe = 9: OUTSIDE`},
		{mode: "put-nbi-pe", line: `shmem_double_put_nbi: pe = 9: OUTSIDE`},
		{mode: "iput-pe", line: `shmem_long_iput: pe = 9: OUTSIDE`},
		{mode: "iget-pe", line: `shmem_long_iget: pe = 9: OUTSIDE`},
		{mode: "amo-pe", line: `shmem_long_atomic_add: pe = 9: OUTSIDE`},
		{mode: "amo-fetch-pe", line: `shmem_long_atomic_fetch_add: pe = 9: OUTSIDE`},
		{mode: "amo-old-pe", line: `shmem_long_fadd: pe = 9: OUTSIDE`},
		{mode: "cswap-pe", line: `shmem_int_atomic_compare_swap: pe = -3: OUTSIDE`},

		// collectives
		{mode: "broadcast-root", line: `shmem_long_broadcast: PE_root = 2: OUTSIDE`},
		{mode: "broadcast-root-negative", line: `shmem_broadcast64: PE_root = -1: OUTSIDE`},
		{mode: "broadcast-stack", line: `shmem_long_broadcast: source = ADDR: not symmetric.*`},
		{mode: "reduce-stack", line: `shmem_long_sum_reduce: dest = ADDR: not symmetric.*`},
		{mode: "reduce-null", line: `shmem_double_max_reduce: source = NULL: .*16 bytes`},
		{mode: "reduce-huge", line: `shmem_long_sum_reduce: nreduce = \d+: a length that exceeds the address space`},
		{mode: "to-all-negative", line: `shmem_int_sum_to_all: nreduce = -1: a length that exceeds the address space`},
		{mode: "scan-stack", line: `shmem_long_sum_inscan: source = ADDR: not symmetric.*`},
		{mode: "collect-stack", line: `shmem_long_collect: source = ADDR: not symmetric.*`},
		{mode: "fcollect-over-the-end", line: `shmem_fcollectmem: dest = ADDR: not symmetric.*SHMEM_SYMMETRIC_SIZE.*`},
		{mode: "alltoalls-stride", line: `shmem_long_alltoalls: dst = 0: a stride must be at least 1`},
		{mode: "alltoall-malloc", line: `shmem_alltoallmem: dest = ADDR: not symmetric.*`},
		{mode: "sync-no-team", line: `shmem_team_sync: team = SHMEM_TEAM_INVALID: no team`},
		{mode: "sync-bad-team", line: `shmem_team_sync: team = 0x12345: not a team.*`},
		{mode: "set-start", line: `shmem_barrier: PE_start = 2: OUTSIDE`},
		{mode: "set-size", line: `shmem_barrier: PE_size = 3: not in 1\.\.2`},
		{mode: "set-stride", line: `shmem_sync: logPE_stride = 1: 2 PEs from 0 on, 2 to the power 1 apart, are not all in 0\.\.1`},
		{mode: "set-without-me", line: `shmem_broadcast64: PE_start = 1: this PE, 0, is not one of the 1 PEs.*`},
		{mode: "collectives-differ", line: `shmem_.*: .*PE [01] .* all PEs .*the same calls.*`},
		{mode: "lengths-differ", line: `shmem_.*: .*PE [01].*; all PEs must make the same call.*`},
		{mode: "roots-differ", line: `shmem_.*: .*PE [01] .* all PEs .*the same calls.*`},
		{mode: "roots-differ-large", line: `shmem_.*: .*PE [01] .* all PEs .*the same calls.*|waits in a collective .*PE [01] makes another call.*`},
		{mode: "roots-swapped", line: `shmem_.*: .*PE [01] .* all PEs .*the same calls.*|waits in a collective .*PE [01] makes another call.*`},
		{mode: "broadcast-against-reduce", line: `shmem_.*: .*PE [01] .* all PEs .*the same calls.*|waits in a collective .*PE [01] makes another call.*`},
		{mode: "collect-dest", line: `shmem_.*collect: dest = (NULL|\(nil\)): .*`},

		// an address that is not symmetric
		{mode: "put-stack", line: `shmem_long_put: dest = ADDR: not symmetric.*stack`},
		{mode: "put-malloc", line: `shmem_long_put: dest = ADDR: not symmetric.*`},
		{mode: "get-stack", line: `shmem_long_get: source = ADDR: not symmetric.*`},
		{mode: "p-stack", line: `shmem_long_p: dest = ADDR: not symmetric.*`},
		{mode: "g-stack", line: `shmem_long_g: source = ADDR: not symmetric.*`},
		{mode: "amo-stack", line: `shmem_long_atomic_inc: dest = ADDR: not symmetric.*`},
		{mode: "iput-stack", line: `shmem_long_iput: dest = ADDR: not symmetric.*`},
		{mode: "lock-stack", line: `shmem_set_lock: lock = ADDR: not symmetric.*`},
		{mode: "put-beyond-heap", line: `shmem_long_put: dest = ADDR: not symmetric.*`},
		{mode: "put-over-the-end", line: `shmem_putmem: dest = ADDR: not symmetric.*SHMEM_SYMMETRIC_SIZE.*`},
		{mode: "iput-over-the-end", line: `shmem_long_iput: dest = ADDR: not symmetric.*`},
		{mode: "put-huge", line: `shmem_long_put: (dest|source|nelems) = \S+: .*`},

		// NULL with a length
		{mode: "put-null-dest", line: `shmem_long_put: dest = NULL: .*8 bytes`},
		{mode: "put-null-source", line: `shmem_long_put: source = NULL: .*8 bytes`},
		{mode: "get-null-dest", line: `shmem_long_get: dest = NULL: .*8 bytes`},
		{mode: "get-null-source", line: `shmem_long_get: source = NULL: .*8 bytes`},
		{mode: "p-null", line: `shmem_long_p: dest = NULL: .*`},
		{mode: "amo-null", line: `shmem_long_atomic_inc: dest = NULL: .*`},
		{mode: "wait-null", line: `shmem_long_wait_until: ivar = NULL: .*`},
		{mode: "wait-some-null-indices", line: `shmem_long_wait_until_some: indices = NULL: .*`},
		{mode: "lock-null", line: `shmem_set_lock: lock = NULL: .*`},
		{mode: "info-name-null", line: `shmem_info_get_name: name = NULL.*`},

		// other arguments
		{mode: "amo-misaligned", line: `shmem_long_atomic_inc: dest = ADDR: not at a multiple of 8 bytes`},
		{mode: "iput-stride", line: `shmem_long_iput: dst = 0: .*at least 1`},
		{mode: "iput-source-stride", line: `shmem_long_iput: sst = -1: .*at least 1`},
		{mode: "iget-stride", line: `shmem_long_iget: sst = 0: .*at least 1`},
		{mode: "wait-cmp", line: `shmem_long_wait_until: cmp = 77: not a comparison.*`},
		{mode: "test-cmp", line: `shmem_long_test: cmp = -1: not a comparison.*`},
		{mode: "wait-any-cmp", line: `shmem_long_wait_until_any: cmp = 42: not a comparison.*`},
		{mode: "unlock-unheld", line: `shmem_clear_lock: lock = ADDR: this PE does not hold it`},
		{mode: "lock-twice", line: `shmem_set_lock: lock = ADDR: .*(holds|held).*`},

		// contexts, teams, signals
		{mode: "ctx-invalid-put", line: `shmem_ctx_long_put: ctx = SHMEM_CTX_INVALID: no context`},
		{mode: "ctx-nonsense", line: `shmem_ctx_long_p: ctx = 0x3039: not a context of this PE.*`},
		{mode: "ctx-destroyed", line: `shmem_ctx_quiet: ctx = ADDR: .*destroyed`},
		{mode: "ctx-destroy-default", line: `shmem_ctx_destroy: ctx = SHMEM_CTX_DEFAULT: cannot be destroyed`},
		{mode: "ctx-create-null", line: `shmem_ctx_create: ctx = NULL: .*`},
		{mode: "ctx-pe", line: `shmem_ctx_long_p: pe = 2: OUTSIDE`},
		{mode: "ctx-team-pe", line: `shmem_ctx_long_atomic_inc: pe = 1: not in 0\.\.0`},
		{mode: "ctx-session-null", line: `shmem_ctx_session_start: config = NULL: .*`},
		{mode: "pe-quiet-pe", line: `shmem_pe_quiet: target_pes\[1\] = 7: OUTSIDE`},
		{mode: "pe-quiet-null", line: `shmem_pe_quiet: target_pes = NULL: .*`},
		{mode: "team-nonsense", line: `shmem_team_my_pe: team = 0x181cd: not a team of this PE.*`},
		{mode: "team-destroyed", line: `shmem_team_n_pes: team = ADDR: .*destroyed`},
		{mode: "team-destroy-world", line: `shmem_team_destroy: team = SHMEM_TEAM_WORLD: cannot be destroyed`},
		{mode: "team-destroy-shared", line: `shmem_team_destroy: team = SHMEM_TEAM_SHARED: cannot be destroyed`},
		{mode: "team-config-null", line: `shmem_team_get_config: config = NULL: .*`},
		{mode: "team-split-null", line: `shmem_team_split_strided: new_team = NULL: .*`},
		{mode: "team-2d-null", line: `shmem_team_split_2d: yaxis_team = NULL: .*`},
		{mode: "team-split-config-null", line: `shmem_team_split_strided: config = NULL: .*`},
		{mode: "signal-stack", line: `shmem_long_put_signal: sig_addr = ADDR: not symmetric.*`},
		{mode: "signal-misaligned", line: `shmem_signal_add: sig_addr = ADDR: not at a multiple of 8 bytes`},
		{mode: "signal-op", line: `shmem_long_put_signal: sig_op = 5: not a signal operator.*`},
		{mode: "signal-pe", line: `shmem_signal_set: pe = -1: OUTSIDE`},
		{mode: "signal-put-stack", line: `shmem_long_put_signal: dest = ADDR: not symmetric.*`},
		{mode: "signal-fetch-stack", line: `shmem_signal_fetch: sig_addr = ADDR: not symmetric.*`},
		{mode: "signal-wait-cmp", line: `shmem_signal_wait_until: cmp = 9: not a comparison.*`},
		{mode: "ibput-stride", line: `shmem_long_ibput: dst = 2: a stride must be at least the block size, 3`},
		{mode: "mswap-pe", line: `shmem_int_mswap: pe = 4: OUTSIDE`},

		// a fault inside the library's Go code: what a panic becomes
		{mode: "pointer-to-nothing", line: `shmem_info_get_name: an argument leads to 0x123456789000, where there is no memory; arguments: buf 0x123456789000`},
		{mode: "pointer-near-null", line: `shmem_info_get_name: an argument leads to 0x8, where there is no memory; arguments: buf 0x8`},

		// the heap
		{mode: "free-global", line: `shmem_free: ptr = ADDR: .*`},
		{mode: "free-malloc", line: `shmem_free: ptr = ADDR: .*`},
		{mode: "free-interior", line: `shmem_free: ptr = ADDR: .*(inside|block).*`},
		{mode: "free-twice", line: `shmem_free: ptr = ADDR: .*(freed|free|no block).*`},
		{mode: "free-beyond", line: `shmem_free: ptr = ADDR: .*`},
		{mode: "realloc-interior", line: `shmem_realloc: ptr = ADDR: .*inside.*`, returns: 60},
		{mode: "realloc-freed", line: `shmem_realloc: ptr = ADDR: .*freed.*`, returns: 60},
		{mode: "malloc-sizes-differ", line: `shmem_malloc: size = \d+: .*(1000.*2000|2000.*1000).*`, among: true},
		{mode: "heap-exhausted", line: `shmem_malloc: .*2147483648.*SHMEM_SYMMETRIC_SIZE.*`, returns: 61},
		{mode: "heap-exhausted", line: `shmem_malloc: .*2147483648.*1048576.*SHMEM_SYMMETRIC_SIZE.*`, returns: 61, env: []string{"SHMEM_SYMMETRIC_SIZE=1M"}},
		{mode: "finalize-twice", line: `shmem_finalize: called after shmem_finalize; ignored`, returns: 50},

		// before the first and after the last variable: both are correct
		{mode: "env", line: `.*SHMEM_SYMMETRIC_SIZE = "abc": not a size.*`, returns: 62, env: []string{"SHMEM_SYMMETRIC_SIZE=abc"}, np: 1},
		{mode: "env", line: `.*SHMEM_SYMMETRIC_SIZE = "-5": not a size.*`, returns: 62, env: []string{"SHMEM_SYMMETRIC_SIZE=-5"}, np: 1},
		{mode: "env", line: `.*XT_SYMMETRIC_HEAP_SIZE = "lots": not a size.*`, returns: 62, env: []string{"XT_SYMMETRIC_HEAP_SIZE=lots"}, np: 1},
		{mode: "env", line: `.*SMA_SYMMETRIC_SIZE = "lots": not a size.*`, returns: 62, env: []string{"SMA_SYMMETRIC_SIZE=lots"}, np: 1},
		{mode: "env", line: `.*GASNETGO_PLANE = "rust": not one of c, go.*`, returns: 62, env: []string{"GASNETGO_PLANE=rust"}, np: 1},
		{mode: "env", line: `.*GASNETGO_SPIN = "soon": .*`, returns: 62, env: []string{"GASNETGO_SPIN=soon"}, np: 1},
		{mode: "none", line: `shmem_init: .*SHMEM_SYMMETRIC_SIZE = "abc": not a size.*`, env: []string{"SHMEM_SYMMETRIC_SIZE=abc"}, np: 1},
		{mode: "none", line: `shmem_init: .*GASNETGO_DATA_SEGMENT = "perhaps": .*`, env: []string{"GASNETGO_DATA_SEGMENT=perhaps"}, np: 1},
	}
	for _, c := range [][2]string{{"put", "shmem_long_put"}, {"p", "shmem_long_p"}, {"g", "shmem_long_g"}, {"amo", "shmem_long_atomic_inc"},
		{"my_pe", "shmem_my_pe"}, {"n_pes", "shmem_n_pes"}, {"malloc", "shmem_malloc"}, {"free", "shmem_free"}, {"barrier", "shmem_barrier_all"},
		{"quiet", "shmem_quiet"}, {"wait", "shmem_long_wait_until"}, {"lock", "shmem_set_lock"}, {"ptr", "shmem_ptr"}, {"finalize", "shmem_finalize"}} {
		list = append(list, wrong{mode: "before-" + c[0], line: c[1] + `: called before shmem_init.*`})
		if c[0] != "my_pe" && c[0] != "n_pes" && c[0] != "finalize" { // programs print "rank 2 done", and finalize again, at the very end
			list = append(list, wrong{mode: "after-" + c[0], line: c[1] + `: called after shmem_finalize.*`})
		}
	}
	return list
}

// TestErrors makes each wrong call and expects one line on standard error that names function, argument and value, a status that is not
// zero, and no deadlock: the other rank waits in a barrier.
func TestErrors(t *testing.T) {
	skips := readSkips(t)
	path := at.program.get(t, "shmem/errors/bad.c", plain)
	for _, plane := range []string{"c", "go"} {
		t.Run(plane, func(t *testing.T) {
			if plane == "go" && testing.Short() {
				t.Skip("short")
			}
			for _, w := range wrongCalls() {
				name := strings.Join(append([]string{w.mode}, w.env...), "/")
				if !runs("TestErrors", plane+"/"+name) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					o, bad := checkWrong(t, path, w, plane)
					switch reason := known(skips, "errors/"+name, plane); {
					case reason == "" && len(bad) > 0:
						t.Errorf("%s\n%s", strings.Join(bad, "\n"), o)
					case reason != "" && len(bad) > 0:
						t.Skipf("known: %s", reason)
					case reason != "":
						t.Errorf("passes now; take it out of skips.txt (%s)", reason)
					}
				})
			}
		})
	}
}

// checkWrong makes one wrong call and returns the deviations from the expected result.
func checkWrong(t *testing.T, path string, w wrong, plane string) (o outcome, bad []string) {
	expect := func(ok bool, what string) {
		if !ok {
			bad = append(bad, what)
		}
	}
	np := w.np
	if np == 0 {
		np = 2
	}
	env := append([]string{"GASNETGO_PLANE=" + plane}, w.env...)
	o = job{np: np, args: []string{w.mode}, env: env, timeout: 20 * time.Second}.run(t, path)
	lines := strings.Split(strings.TrimRight(o.err, "\n"), "\n")
	line := regexp.MustCompile(`^gasnetgo: rank \d+ of \d+: ` + words.Replace(w.line) + `$`)

	expect(o.status != -1, "hangs")
	expect(!strings.Contains(o.err, "goroutine"), "a Go traceback")
	if w.returns != 0 { // the launcher adds a line about the program's status
		expect(o.status == w.returns, fmt.Sprintf("status %d instead of %d", o.status, w.returns))
		expect(slices.ContainsFunc(lines, line.MatchString), "no line that matches "+line.String())
		return o, bad
	}
	expect(!strings.Contains(o.out, "came back"), "the call returned")
	expect(o.status != 0 && o.status != 50, fmt.Sprintf("status %d", o.status))
	expect(slices.ContainsFunc(lines, line.MatchString), "no line that matches "+line.String())
	expect(len(lines) == 1 || w.among, fmt.Sprintf("%d lines instead of one", len(lines)))
	return o, bad
}
