package ctests

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ended is a way for a GASNet job to end.
type ended struct {
	args     string
	status   int
	notified int // number of ranks whose handler of SIGQUIT runs; -1: some
	lost     int // ranks whose output may be lost
}

func gasnetEnds() []ended {
	return []ended{
		{"all 3", 3, 0, 0}, {"all 0", 0, 0, 0}, {"all_return 0", 0, 0, 0}, {"one 0 barrier", 4, 2, 0}, {"return 0 barrier", 4, 2, 0}, {"all_return 2", 2, 0, 0}, {"each 7", 7, 0, 0},
		{"early 6", 6, 0, 0}, {"early_one 7", 7, 0, 0},
		{"one 3 barrier", 3, 2, 0}, {"one 5 spin", 5, 2, 0}, {"one 6 sleep", 6, 2, 0}, {"one 9 traffic", 9, 2, 0},
		{"one 22 block", 22, 2, 0}, {"one 23 coll", 23, 2, 0}, {"one 24 puts", 24, 2, 0},
		{"return 8 barrier", 8, 2, 0}, {"return 9 spin", 9, 2, 0}, {"exit 9 poll", 9, 2, 0}, {"atexit 30 barrier", 30, 2, 0},
		{"handler_all 10", 10, -1, 0}, {"handler 11 poll", 11, 2, 0}, {"loopback 12 poll", 12, 2, 0}, {"handler_many 13 barrier", 13, 2, 0},
		{"reply 19 poll", 19, 2, 0}, {"locked 20 barrier", 20, 2, 0}, {"region 21 barrier", 21, 2, 0},
		{"threads 14 poll", 14, -1, 0}, {"threads 14 traffic", 14, -1, 0}, {"threads 0 spin", 0, -1, 0},
		{"thread 15 barrier", 15, 2, 0}, {"thread 16 spin", 16, 2, 0}, {"thread 17 poll", 17, 2, 0}, {"thread 18 traffic", 18, 2, 0},
		{"alarm 25 spin", 25, 2, 0}, {"alarm 26 barrier", 26, 2, 0}, {"alarm 27 puts", 27, 2, 0}, {"alarm 28 block", 28, 2, 0}, {"alarm 29 traffic", 29, 2, 0},
		{"child 31 sleep", 31, 2, 0}, {"_exit 32 barrier", 32, 2, 0}, {"_exit 0 spin", 1, 2, 0}, {"killed 33 barrier", 33, 2, 1}, {"killed 34 spin", 34, 2, 1},
		{"signal 2 spin", 4, 3, 0}, {"signal 9 spin", 137, 2, 1}, {"abort 0 spin", 134, 2, 1}, {"segv 0 barrier", 139, 2, 1},
		{"fatalerror 0 barrier", 134, 2, 0}, {"thread_fatalerror 0 spin", 134, 2, 0}, {"thread_segv 0 barrier", 139, 2, 1}, {"thread_abort 0 poll", 134, 2, 1},
	}
}

// TestGASNetExits ends jobs in every way that GASNet's programs do. The status is that of the first rank that failed; no process is left; output
// is not lost, unless the rank was killed; ranks that did not exit by themselves ran their handler of SIGQUIT. Each with a launcher, without
// handlers, and in a job without a launcher, where the status is rank 0's.
func TestGASNetExits(t *testing.T) {
	path := at.program.get(t, "gasnet/exits/exits.c", plain)
	const np = 3
	for _, w := range gasnetEnds() {
		for how, env := range map[string][]string{"launched": {"GT_QUIT=1"}, "launched,quiet": nil, "own": {"GT_QUIT=1", "GASNET_PSHM_NODES=3"}} {
			if how != []string{"launched", "launched,quiet", "own"}[turn(w.args, 3)] && !runs("TestGASNetExits", w.args) {
				continue
			}
			if wait := w.args[strings.LastIndex(w.args, " ")+1:]; slices.Contains([]string{"spin", "puts", "traffic"}, wait) && !runs("TestGASNetExits busy", w.args) {
				continue
			}
			t.Run(strings.ReplaceAll(w.args, " ", ",")+","+how, func(t *testing.T) {
				t.Parallel()
				path := ownProgram(t, path)
				j := job{np: np, args: strings.Fields(w.args), env: env, timeout: 30 * time.Second}
				want, notified := w.status, w.notified
				switch {
				case how == "own":
					j.np = 0
				case how == "launched,quiet" && w.args == "signal 2 spin": // only the library's own handler runs
					want = 1
				case how == "launched,quiet" && strings.Contains(w.args, " 0 barrier") && want == 4: // no rank has another status
					want = 0
				}
				if how == "launched,quiet" {
					notified = 0
				}
				o := j.run(t, path)
				assert.Equal(t, want, o.status, "%s", o)
				assert.GreaterOrEqual(t, strings.Count(o.out, "unflushed"), np-w.lost, "%s", o)
				if notified >= 0 {
					assert.Equal(t, notified, strings.Count(o.err, "SIGQUIT handler"), "%s", o)
				}
				assert.NotContains(t, o.err, "goroutine", "%s", o)
			})
		}
	}
}

// TestGASNetExitIsNamed: one line names the rank that sets the job's status, however many ranks exit with one and in whatever way. There is none for status 0.
func TestGASNetExitIsNamed(t *testing.T) {
	path := at.program.get(t, "gasnet/exits/exits.c", plain)
	for _, c := range []struct {
		args, quit string
		status     int
	}{
		{"all 3", "", 3}, {"one 3 barrier", "", 3}, {"exit 9 poll", "", 9}, {"return 8 barrier", "", 8}, {"all_return 2", "", 2}, {"early 6", "", 6}, {"each 7", "1", 7},
		{"one 3 barrier", "1", 3}, {"one 0 barrier", "1", 4}, {"one 0 barrier", "", 0}, {"all 0", "", 0},
	} {
		for how, j := range map[string]job{"launched": {np: 3}, "own": {env: []string{"GASNET_PSHM_NODES=3"}}, "mpich": {command: []string{"mpiexec.mpich", "-n", "3"}}} {
			t.Run(strings.ReplaceAll(c.args, " ", ",")+c.quit+","+how, func(t *testing.T) {
				if how == "mpich" && exec.Command("mpiexec.mpich", "--version").Run() != nil {
					t.Skip("MPICH is not installed")
				}
				j.args, j.timeout = strings.Fields(c.args), 30*time.Second
				if c.quit != "" {
					j.env = append(j.env, "GT_QUIT="+c.quit)
				}
				o := j.run(t, path)
				assert.Equal(t, c.status, o.status, "%s", o)
				lines := regexp.MustCompile(`(?m)^gasnetgo: .*$`).FindAllString(o.err, -1)
				if c.status == 0 {
					assert.Empty(t, lines, "%s", o)
				} else if assert.Len(t, lines, 1, "%s", o) {
					assert.Regexp(t, fmt.Sprintf(`^gasnetgo: rank \d \(pid \d+\) exited with status %d; ending the job$`, c.status), lines[0])
				}
			})
		}
	}
}

// TestGASNetLateStatus: ranks have exited with 0, and then another rank fails, by itself or in its handler of SIGQUIT. The first such failure sets the status.
func TestGASNetLateStatus(t *testing.T) {
	path := at.program.get(t, "gasnet/exits/exits.c", plain)
	for _, c := range []struct {
		args, quit, quits string // and GT_QUIT, GT_QUITS
		status, notified  int
	}{
		{"one 0 barrier", "1", "exits", 4, 2}, {"one 0 barrier", "0", "exits", 4, 1}, {"one 0 barrier", "1", "late", 4, 2},
		{"one 0 barrier", "1", "returns", 0, 2}, {"one 0 barrier", "1", "zero", 0, 2}, {"one 0 barrier", "last", "exits", 0, 0},
		{"one 0 barrier", "1", "_exit", 4, 2}, {"one 0 barrier", "0", "faults", 139, 1},
		{"one 0 sleep", "1", "exits", 4, 2}, {"one 3 barrier", "1", "exits", 3, 2}, {"one 3 barrier", "0", "faults", 3, 1}, {"one 3 barrier", "0", "_exit", 3, 1},
		{"all 0 poll", "1", "exits", 0, 0}, {"each 7 poll", "1", "exits", 7, 0},
		{"fine_then 41 poll", "1", "exits", 41, 1}, {"fine_then 139 poll", "1", "exits", 139, 1},
	} {
		for how, j := range map[string]job{"launched": {np: 3}, "own": {env: []string{"GASNET_PSHM_NODES=3"}}, "sim": {command: simulated("ideal", 3)}} {
			notified := c.notified
			if how == "sim" && strings.HasPrefix(c.args, "fine_then 139") {
				notified = 0 // a simulated job is over with a crash
			}
			if how == "own" && (c.quits == "faults" || c.quits == "_exit") {
				continue // the shell sees the status of rank 0, which does not exit normally
			}
			t.Run(strings.ReplaceAll(c.args, " ", ",")+","+c.quit+","+c.quits+","+how, func(t *testing.T) {
				j.args, j.timeout = strings.Fields(c.args), 30*time.Second
				j.env = append(j.env, "GT_QUIT="+c.quit, "GT_QUITS="+c.quits, "GASNET_EXITTIMEOUT_MIN=1/2", "GASNET_EXITTIMEOUT_FACTOR=0")
				o := j.run(t, path)
				assert.Equal(t, c.status, o.status, "%s", o)
				assert.Equal(t, notified, strings.Count(o.err, "SIGQUIT handler"), "%s", o)
			})
		}
	}
}

// TestGASNetExitCases: the cases of GASNet's own test of exits, whose handler of SIGQUIT calls gasnet_exit(4). The status is the case's number, or for a crash
// the status that a shell reports.
func TestGASNetExitCases(t *testing.T) {
	path := at.program.get(t, "gasnet/exits/cases.c", plain)
	crashes := []int{0, 4, 134, 134, 139, 135, 136}
	const np = 3
	for number := range 114 {
		status, notified := number, np-1
		switch number {
		case 1, 2, 6, 7, 100, 107:
			notified = 0
		case 4:
			notified = np
		case 10, 14:
			notified = -1 // the order of the ranks is not known
		}
		switch {
		case number >= 100:
			status = crashes[(number-100)%len(crashes)]
		case number == 0 || number > 18:
			continue
		}
		worlds := map[string]job{"launched": {np: np}, "own": {env: []string{"GASNET_PSHM_NODES=3"}}, "sim": {command: withSpin("ideal", np), env: []string{"GASNET_EXITTIMEOUT=1/16"}}} // virtual seconds of polling take real ones
		for how, j := range worlds {
			if threads := number >= 14 && number <= 18 || number >= 107; how == "sim" && threads {
				continue // which cannot be on a simulated machine
			}
			name := fmt.Sprintf("%d,%s", number, how)
			if !runs("TestGASNetExitCases", name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				path := ownProgram(t, path)
				j.args, j.timeout = []string{fmt.Sprint(number)}, 30*time.Second
				o := j.run(t, path)
				assert.Equal(t, status, o.status, "%s", o)
				assert.NotContains(t, o.err, "goroutine", "%s", o)
				if notified >= 0 && (how != "sim" || status < 128) { // there, no rank is notified of a crash
					assert.Equal(t, notified, strings.Count(o.err, "SIGQUIT handler"), "%s", o)
				}
			})
		}
	}
}

// TestGASNetInterrupted: a user or a batch system interrupts the launcher, or rank 0 of a job without a launcher.
func TestGASNetInterrupted(t *testing.T) {
	path := at.program.get(t, "gasnet/exits/exits.c", plain)
	for _, wait := range []string{"spin", "barrier", "sleep"} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			for how, j := range map[string]job{"launched": {np: 3}, "own": {env: []string{"GASNET_PSHM_NODES=3"}}} {
				name := fmt.Sprintf("%s,%v,%s", wait, sig, how)
				if !runs("TestGASNetInterrupted", name) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					path := ownProgram(t, path)
					j.args, j.timeout = []string{"none", "0", wait}, 30*time.Second
					j.env = append(j.env, "GT_QUIT=1", "GT_READY=1")
					c := j.start(t, path)
					waitForRanks(t, c, 3)
					require.NoError(t, c.cmd.Process.Signal(sig))
					o := c.finish(t, c.cmd.Wait())
					assert.NotContains(t, []int{0, -1}, o.status, "%s", o)
					assert.NotContains(t, o.err, "goroutine", "%s", o)
				})
			}
		}
	}
}

// checkedWorlds are the implementations of a call that have checks of their own: C, Go, and a simulated machine.
func checkedWorlds(np int) map[string]job {
	return map[string]job{"c": {np: np}, "go": {np: np, env: []string{"GASNETGO_PLANE=go"}}, "sim": {command: simulated("ideal", np)}}
}

// TestGASNetMisuse: a wrong call ends the job with one line that names the function; some are only checked with GASNETGO_DEBUG=1.
func TestGASNetMisuse(t *testing.T) {
	path := at.program.get(t, "gasnet/errors/bad.c", plain)
	for _, c := range []struct {
		what, line string
		debug      bool // it takes GASNETGO_DEBUG
	}{
		{"put_before_attach", `gasnet_put: .*before gasnet_attach`, false},
		{"node", `gasnet_put: node = 2: not in 0..1`, false},
		{"node_am", `gasnet_AMRequestShort0: dest = 2: not in 0..1`, false},
		{"before", `gasnet_put: dest = 0x[0-9a-f]+: 4 bytes there are not in the segment of rank 1`, false},
		{"behind", `gasnet_get: src = 0x[0-9a-f]+: 4 bytes there are not in the segment of rank 1`, false},
		{"memset", `gasnet_memset: dest = .* not in the segment of rank 1`, false},
		{"long", `gasnet_AMRequestLong0: dest_addr = .* not in the segment of rank 1`, false},
		{"medium", `gasnet_AMRequestMedium0: nbytes = 65001: more than gasnet_AMMaxMedium\(\), which is 65000`, false},
		{"value", `gasnet_put_val: nbytes = 9`, false},
		{"handle", `gasnet_wait_syncnb: handle = 0x`, false},
		{"handler", `handler = 201: a message from rank 0 is for it`, false},
		{"notify_twice", `gasnet_barrier_notify: called twice`, false},
		{"wait_alone", `gasnet_barrier_wait: called without gasnet_barrier_notify`, false},
		{"try_alone", `gasnet_barrier_try: called without gasnet_barrier_notify`, false},
		{"unlock_free", `gasnet_hsl_unlock: hsl = 0x`, false},
		{"lock_twice", `gasnet_hsl_lock: hsl = 0x`, false},
		{"destroy_taken", `gasnet_hsl_destroy: hsl = 0x`, false},
		{"region_twice", `gasnet_begin_nbi_accessregion: .*do not nest`, true},
		{"region_end", `gasnet_end_nbi_accessregion: called without`, true},
		{"region_sync", `gasnet_wait_syncnbi_all: called in an access region`, true},
		{"own_heap", `gasnet_put: dest = .* not in the segment of rank 0`, true},
		{"trylock_own", `gasnet_hsl_trylock: hsl = 0x[0-9a-f]+: this thread has it already`, true},
		{"init_static", `gasnet_hsl_init: hsl = 0x[0-9a-f]+: it has been initialised already, by GASNET_HSL_INITIALIZER`, true},
		{"init_taken", `gasnet_hsl_init: hsl = 0x[0-9a-f]+: it has been initialised already, and is taken`, true},
		{"destroy_twice", `gasnet_hsl_destroy: hsl = 0x[0-9a-f]+: it has been destroyed`, true},
		{"lock_destroyed", `gasnet_hsl_lock: hsl = 0x[0-9a-f]+: it has been destroyed`, true},
		{"trylock_destroyed", `gasnet_hsl_trylock: hsl = 0x[0-9a-f]+: it has been destroyed`, true},
		{"lock_uninitialised", `gasnet_hsl_lock: hsl = 0x[0-9a-f]+: it has not been initialised`, true},
		{"unlock_uninitialised", `gasnet_hsl_unlock: hsl = 0x[0-9a-f]+: it has not been initialised`, true},
		{"destroy_uninitialised", `gasnet_hsl_destroy: hsl = 0x[0-9a-f]+: it has not been initialised`, true},
		{"source_nb", `gasnet_wait_syncnb: the source of gasnet_put_nb_bulk, 100 bytes at 0x[0-9a-f]+, has changed since`, true},
		{"source_nb_list", `gasnet_wait_syncnb_all: the source of gasnet_put_nb_bulk, 8 bytes at 0x[0-9a-f]+, has changed since`, true},
		{"source_nbi", `gasnet_try_syncnbi_puts: the source of gasnet_put_nbi_bulk, 100 bytes at 0x[0-9a-f]+, has changed since`, true},
		{"source_region", `gasnet_wait_syncnb: the source of gasnet_put_nbi_bulk, 100 bytes at 0x[0-9a-f]+, has changed since`, true},
		{"source_vector", `gasnet_wait_syncnb: the source of gasnet_putv_nb_bulk, 20 bytes at 0x[0-9a-f]+, has changed since`, true},
		{"source_indexed", `gasnet_wait_syncnbi_all: the source of gasnet_puti_nbi_bulk, 8 bytes at 0x[0-9a-f]+, has changed since`, true},
		{"source_strided", `gasnet_wait_syncnb_some: the source of gasnet_puts_nb_bulk, 8 bytes at 0x[0-9a-f]+, has changed since`, true},
		{"source_async", `gasnet_AMRequestLongAsync0: source_addr = 0x[0-9a-f]+: of 100 bytes there some have changed before rank 1 has replied`, true},
		{"source_async_counted", `gasnet_AMRequestLongAsync: source_addr = 0x[0-9a-f]+: of 100 bytes there some have changed before rank 1 has replied`, true},
		{"dest_nb", `gasnet_wait_syncnb: the destination of gasnet_get_nb, 100 bytes at 0x[0-9a-f]+, has been written to since`, true},
		{"dest_nb_list", `gasnet_wait_syncnb_all: the destination of gasnet_get_nb_bulk, 100 bytes at 0x[0-9a-f]+, has been written to since`, true},
		{"dest_nbi", `gasnet_wait_syncnbi_gets: the destination of gasnet_get_nbi, 8 bytes at 0x[0-9a-f]+, has been written to since`, true},
		{"dest_region", `gasnet_wait_syncnb: the destination of gasnet_get_nbi_bulk, 100 bytes at 0x[0-9a-f]+, has been written to since`, true},
		{"dest_vector", `gasnet_wait_syncnbi_all: the destination of gasnet_getv_nbi_bulk, 20 bytes at 0x[0-9a-f]+, has been written to since`, true},
		{"dest_indexed", `gasnet_wait_syncnb: the destination of gasnet_geti_nb_bulk, 8 bytes at 0x[0-9a-f]+, has been written to since`, true},
		{"dest_strided", `gasnet_wait_syncnb: the destination of gasnet_gets_nb_bulk, 8 bytes at 0x[0-9a-f]+, has been written to since`, true},
		{"dest_source", `gasnet_get_nb: dest = 0x[0-9a-f]+: 4 bytes there overlap the source of gasnet_put_nb_bulk, 100 bytes at 0x[0-9a-f]+, which has not`, true},
		{"dest_source_at_once", `gasnet_get: dest = 0x[0-9a-f]+: 4 bytes there overlap the source of gasnet_put_nbi_bulk, 100 bytes at 0x[0-9a-f]+, which has not`, true},
		{"unlock_order", `gasnet_hsl_unlock: hsl = 0x[0-9a-f]+: not the last lock`, true},
		{"poll_with_lock", `gasnet_AMPoll: called with a handler-safe lock`, true},
		{"hold_twice", `gasnet_hold_interrupts: .* held already`, true},
		{"poll_held", `gasnet_AMPoll: called between gasnet_hold_interrupts`, true},
		{"resume_free", `gasnet_resume_interrupts: interrupts are not held`, true},
		{"poll_in_handler", `gasnet_AMPoll: called in a request handler`, true},
		{"put_in_handler", `gasnet_put: called in a request handler`, true},
		{"request_in_handler", `gasnet_AMRequestShort0: called in a request handler`, true},
		{"barrier_in_handler", `gasnet_barrier_notify: called in a request handler`, true},
		{"block_in_handler", `GASNET_BLOCKUNTIL: called in a request handler`, true},
		{"lock_in_handler", `gasnet_AMReplyShort0: called with a handler-safe lock`, true},
		{"unlock_in_handler", `gasnet_hsl_unlock: hsl = 0x[0-9a-f]+: this thread has no lock`, true},
		{"trylock_in_handler", `gasnet_AMReplyShort0: called with a handler-safe lock`, true},
		{"keep_in_handler", `gasnet: handler = 129: returned with 1 handler-safe locks that it took`, true},
		{"put_from_reply", `gasnet_put_val: called in a reply handler`, true},
		{"wait_from_reply", `gasnet_barrier_wait: called in a reply handler`, true},
		{"reply_outside", `gasnet_AMReplyShort0: token = 0x[0-9a-f]+: (called outside of any handler|not that of a request whose handler runs)`, true},
		{"reply_twice", `gasnet_AMReplyShort0: a second reply`, true},
		{"reply_from_reply", `gasnet_AMReplyShort0: called in a reply handler`, true},
		{"request_from_reply", `gasnet_AMRequestShort0: called in a reply handler`, true},
	} {
		for how, j := range checkedWorlds(2) {
			if !runs("TestGASNetMisuse", c.what+","+how) {
				continue
			}
			t.Run(c.what+","+how, func(t *testing.T) {
				j.args, j.timeout = []string{c.what}, 30*time.Second
				if c.debug {
					j.env = append(j.env, "GASNETGO_DEBUG=1")
				}
				o := j.run(t, path)
				assert.Equal(t, 1, o.status, "%s", o)
				assert.Regexp(t, `^gasnetgo: rank [01] of 2(, at [^:]*)?: .*`+c.line, o.err, "%s", o)
				assert.Equal(t, 1, strings.Count(o.err, "gasnetgo:"), "one line: %s", o)
			})
		}
	}
}

// TestGASNetWarnings: calls that print a warning with GASNETGO_DEBUG=1, in GASNet's words, and calls that are correct. A client that is compiled with
// GASNET_DEBUG prints them without the variable; the variable overrides that.
func TestGASNetWarnings(t *testing.T) {
	path, debug := at.program.get(t, "gasnet/errors/bad.c", plain), at.program.get(t, "gasnet/errors/bad.c", variant{name: "debug", flags: []string{"-DGASNET_DEBUG"}})
	for what, line := range map[string]string{
		"lock_long":    `^HSL USAGE WARNING: held an HSL for a long interval \( +1\.\d{3} sec\)\n$`,
		"hold_long":    `^HSL USAGE WARNING: held a no-interrupt section for a long interval \( +1\.\d{3} sec\)\n$`,
		"init_twice":   `^HSL USAGE WARNING: gasnet_hsl_init: hsl = 0x[0-9a-f]+: it has been initialised already, and not destroyed\n$`,
		"read_put":     `^GASNET USAGE WARNING: gasnet_put: 8 bytes at 0x[0-9a-f]+ overlap the destination of gasnet_get_nbi, 8 bytes at 0x[0-9a-f]+, which has not been synchronised: .*\n$`,
		"read_message": `^GASNET USAGE WARNING: gasnet_AMRequestMedium0: 4 bytes at 0x[0-9a-f]+ overlap the destination of gasnet_get_nbi, .*\n$`,
		"read_vis":     `^GASNET USAGE WARNING: gasnet_puti_bulk: 8 bytes at 0x[0-9a-f]+ overlap the destination of gasnet_get_nbi, .*\n$`,
		"two_gets":     `^GASNET USAGE WARNING: gasnet_get_nbi: 8 bytes at 0x[0-9a-f]+ overlap the destination of gasnet_get_nbi, 4 bytes at .*: they bring different bytes\n$`,
		"init_again":   `^$`, "source_right": `^$`, "dest_right": `^$`, "two_right": `^$`,
	} {
		for how, w := range checkedWorlds(2) {
			if what == "two_gets" && how != "c" {
				continue // only the data plane knows when the bytes have arrived
			}
			t.Run(what+","+how, func(t *testing.T) {
				t.Parallel()
				path, debug := ownProgram(t, path), ownProgram(t, debug)
				for _, c := range []struct{ path, env, line string }{{path, "GASNETGO_DEBUG=1", line}, {path, "", "^$"}, {debug, "", line}, {debug, "GASNETGO_DEBUG=0", "^$"}} {
					j := w
					j.args, j.env = []string{what}, append(append(strings.Fields(c.env), "GT_CALM=1"), w.env...)
					o := j.run(t, c.path)
					assert.Zero(t, o.status, "%s", o)
					assert.Regexp(t, c.line, o.err, "%s", o)
				}
			})
		}
	}
}

// TestGASNetDebugPrograms: debug mode reports nothing about correct programs.
func TestGASNetDebugPrograms(t *testing.T) {
	for _, source := range []string{"am_args.c", "am_storm.c", "moves.c", "vis_shapes.c", "coll_data.c", "coll_reduce.c", "coll_flight.c", "coll_team.c", "coll_images.c", "barrier_rules.c", "threads.c", "core.c"} {
		t.Run(source, func(t *testing.T) {
			for how, j := range checkedWorlds(2) {
				if how == "sim" && notSimulated("gasnet/"+source) != "" {
					continue
				}
				if !runs("TestGASNetDebugPrograms", source+"/"+how) {
					continue
				}
				j.env = append(j.env, "GASNETGO_DEBUG=1")
				o := j.run(t, at.program.get(t, "gasnet/"+source, plain))
				o.verdict(t)
				assert.Empty(t, o.err, "%s: %s", how, o)
			}
		})
	}
}

// TestGASNetIdents: build systems extract these strings from executables.
func TestGASNetIdents(t *testing.T) {
	for mode, program := range map[string]string{"SEQ": "gasnet/core.c", "PAR": "gasnet/threads.c"} {
		text, err := os.ReadFile(at.program.get(t, program, plain))
		require.NoError(t, err)
		for _, want := range []string{"$GASNetThreadModel: GASNET_" + mode + " $", "$GASNetSegment: GASNET_SEGMENT_FAST $", "$GASNetConduitName: SMP $", "$GASNetConfig: RELEASE=1.29.3,SPEC=1.8,CONDUIT=SMP("} {
			assert.Contains(t, string(text), want)
		}
	}
}

// withSpin is a simulated machine whose ranks get time soon when others compute.
func withSpin(machine string, np int) []string {
	return slices.Insert(simulated(machine, np), 2, "--spin", "200ms")
}

// TestGASNetSimExits: the same on a simulated machine, where time is virtual and a crash ends the job at once.
func TestGASNetSimExits(t *testing.T) {
	path := at.program.get(t, "gasnet/exits/exits.c", plain)
	for _, w := range []struct {
		args   string
		status int
	}{
		{"all 3", 3}, {"all 0", 0}, {"each 7", 7}, {"one 3 barrier", 3}, {"one 0 barrier", 0}, {"return 0 barrier", 0}, {"early 6", 6}, {"early_one 7", 7}, {"return 8 barrier", 8},
		{"all_return 2", 2}, {"signal 2 poll", 1}, {"signal 15 barrier", 1}, {"handler_all 10", 10}, {"handler 11 poll", 11}, {"loopback 12 poll", 12}, {"handler_many 13 barrier", 13},
		{"reply 19 poll", 19}, {"locked 20 barrier", 20}, {"region 21 barrier", 21}, {"one 22 block", 22}, {"one 23 coll", 23}, {"one 9 traffic", 9}, {"one 6 sleep", 6}, {"atexit 30 barrier", 30},
		{"one 5 spin", 5}, {"return 9 spin", 9}, {"signal 2 spin", 1}, {"killed 34 spin", 34}, {"abort 0 spin", 134}, {"segv 0 spin", 139}, {"signal 9 spin", 137},
		{"_exit 32 barrier", 32}, {"_exit 0 barrier", 1}, {"killed 33 barrier", 33}, {"fatalerror 0 barrier", 134}, {"abort 0 barrier", 134}, {"segv 0 barrier", 139}, {"signal 9 barrier", 137},
	} {
		for _, machine := range []string{"ideal", "xt4"} {
			if machine == "xt4" && strings.HasSuffix(w.args, " spin") && w.args != "one 5 spin" {
				continue // seconds each, and alike
			}
			name := strings.ReplaceAll(w.args, " ", ",") + "," + machine
			if !runs("TestGASNetSimExits", name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				j := job{command: simulated(machine, 3), args: strings.Fields(w.args), timeout: 30 * time.Second}
				if strings.HasSuffix(w.args, " spin") {
					j.command, j.env = withSpin(machine, 3), []string{"GASNET_EXITTIMEOUT=1/16"}
				}
				o := j.run(t, path)
				assert.Equal(t, w.status, o.status, "%s", o)
				lost := 0 // as live: what a rank that is killed has not flushed
				for _, killed := range []string{"killed ", "abort ", "segv ", "signal 9 "} {
					if strings.HasPrefix(w.args, killed) {
						lost = 1
					}
				}
				assert.Equal(t, 3-lost, strings.Count(o.out, "unflushed"), "%s", o)
			})
		}
	}
	for ranks, status := range map[string]int{"1": 4, "last": 4, "others": 1} {
		t.Run("signal,quit,"+ranks, func(t *testing.T) {
			o := job{command: simulated("ideal", 3), args: []string{"signal", "2", "poll"}, env: []string{"GT_QUIT=" + ranks}, timeout: 30 * time.Second}.run(t, path)
			assert.Equal(t, status, o.status, "%s", o)
			assert.Contains(t, o.err, "*** Caught a signal: SIGINT(2) on node 2/3\n", "%s", o)
		})
	}
}

// TestGASNetSignalStatus: one rank gets a signal. Ranks whose handler of SIGQUIT calls gasnet_exit(4) decide the status.
func TestGASNetSignalStatus(t *testing.T) {
	path := at.program.get(t, "gasnet/exits/exits.c", plain)
	for ranks, want := range map[string]struct{ status, notified int }{"1": {4, 3}, "last": {4, 1}, "others": {1, 2}} {
		for _, sig := range []string{"2", "15", "1", "13"} {
			if !runs("TestGASNetSignalStatus", ranks+","+sig) {
				continue
			}
			t.Run(ranks+","+sig, func(t *testing.T) {
				t.Parallel()
				path := ownProgram(t, path)
				o := job{np: 3, args: []string{"signal", sig, "spin"}, env: []string{"GT_QUIT=" + ranks}, timeout: 30 * time.Second}.run(t, path)
				assert.Equal(t, want.status, o.status, "%s", o)
				assert.Equal(t, want.notified, strings.Count(o.err, "SIGQUIT handler"), "%s", o)
				assert.Regexp(t, `\*\*\* Caught a signal: SIG[A-Z]+\(`+sig+`\) on node 2/3\n`, o.err, "%s", o)
			})
		}
	}
}
