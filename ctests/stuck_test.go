package ctests

import (
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const stuck = "testdata/stuck.c"

// TestSimDeadlock: on a deadlock the job ends and reports where each rank waits, with ranks at the same place in one line.
func TestSimDeadlock(t *testing.T) {
	o := inside(t, "ideal", 2000, stuck, []string{"deadlock"})
	require.Equal(t, 1, o.status, "%v", o)
	require.Regexp(t, `^gasnetgo: deadlock at 5\S*us: nothing can happen any more, and 2000 ranks wait:
  1998 ranks, 0, 2-1998: shmem_long_wait_until \(.*value 1.*\), .*since 5\S*us
      waits\+0x\w+ \(stuck.c:15\)
      main\+0x\w+ \(stuck.c:45\)
  rank 1: shmem_barrier_all, .*since 5\S*us
      main\+0x\w+ \(stuck.c:41\)
  rank 1999: pause, since 5\S*us
      main\+0x\w+ \(stuck.c:43\)
$`, o.err)

	o = inside(t, "xt3", 3, stuck, []string{"arguments"})
	require.Equal(t, 1, o.status, "%v", o)
	require.Regexp(t, `3 ranks, 0-2: shmem_long_wait_until \(rank 0: .*value 1.*\), .*since`, o.err)
}

// TestSimSpin: a rank that spins is named with its place, and the job's end reports where the others are.
func TestSimSpin(t *testing.T) {
	o := inside(t, "ideal", 3, stuck, []string{"spin"}, "--silence", "0.5", "--timeout", "2.5", "--spin", "0", "--carry", "off")
	require.Equal(t, 124, o.status, "%v", o)
	assert.Regexp(t, `gasnetgo: rank 1 of 3: has run 500ms without a library call, in spins\+0x\w+ \(stuck.c:2[12]\) < main\S* \(stuck.c:50\); a spin that counts does not end in virtual time: have`, o.err)
	assert.Regexp(t, `gasnetgo: stopped by signal: terminated, at 5\S*us of virtual time; ranks that have not ended: 3
  rank 1: runs, without a library call
      spins\+0x\w+ \(stuck.c:2[12]\)
      main\+0x\w+ \(stuck.c:50\)
  rank 0: shmem_long_wait_until`, o.err)
	assert.Len(t, regexp.MustCompile(`has run`).FindAllString(o.err, -1), 1, "told once")

	o = inside(t, "ideal", 2, stuck, []string{"busy"}, "--timeout", "1")
	require.Equal(t, 124, o.status, "%v", o)
	assert.NotContains(t, o.err, "without a library call")
	assert.Regexp(t, `(2 ranks, 0-1|rank 0): shmem_long_p \(.*\)`, o.err)

	o = inside(t, "ideal", 1, stuck, []string{"clock"}, "--timeout", "1")
	require.Equal(t, 124, o.status, "%v", o)
	assert.Regexp(t, `ranks that have not ended: 1\n  rank 0: clock_gettime.*\n.*main\+0x\w+ \(stuck.c:\d+\)`, o.err)
}

// TestSimSpinEnds: ranks that spin on memory see what others store, and delay loops end: computing takes virtual time when a rank has computed for long. One line says so.
func TestSimSpinEnds(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("ranks are not interrupted here")
	}
	const line = `^gasnetgo: rank \d of 3: has computed for 50ms without a library call, in [a-z]+\S*\+0x.*: this and what ranks compute from now on takes virtual time, 200 % of the CPU time on this host, and times differ from run to run \(--spin 0: it never does\)\n$`
	for _, mode := range []string{"word", "delay", "sort"} {
		for _, machine := range []string{"ideal", "xt3"} {
			t.Run(mode+"/"+machine, func(t *testing.T) {
				o := inside(t, machine, 3, "testdata/spins.c", []string{mode}, "--spin", "50ms:2", "--carry", "off")
				require.Zero(t, o.status, "%v", o)
				assert.Equal(t, "over\n", o.out)
				assert.Regexp(t, line, o.err)
			})
		}
	}
	for _, flags := range [][]string{{"--stats=" + filepath.Join(t.TempDir(), "stats")}, {"--compute", "measured"}} {
		o := inside(t, "xt3", 3, "testdata/spins.c", []string{"word"}, append(flags, "--spin", "50ms", "--carry", "off")...)
		require.Zero(t, o.status, "%v: %v", flags, o)
		assert.Regexp(t, `(?m)^over$`, o.out) // where all is measured a wait takes as long as its rank has not been interrupted
	}
}

// TestSimSpinCharged: the loop because of which computing takes time is charged from its beginning, as the next one is, not from when that has been noticed, half a second later.
func TestSimSpinCharged(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("ranks are not interrupted here")
	}
	o := inside(t, "xt3", 1, "testdata/spins.c", []string{"charged"}, "--spin", "500ms")
	require.Zero(t, o.status, "%v", o)
	parts := regexp.MustCompile(`charged (\d+) %`).FindAllStringSubmatch(o.out, -1)
	require.Len(t, parts, 2, "%v", o)
	for _, part := range parts {
		percent, err := strconv.Atoi(part[1])
		require.NoError(t, err)
		assert.Greater(t, percent, 75, o.out)
		assert.Less(t, percent, 110, o.out)
	}
}

// TestSimSpinNamed: a rank that spins forever is interrupted, so all others run; it is named, and where it is.
func TestSimSpinNamed(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("ranks are not interrupted here")
	}
	o := inside(t, "ideal", 3, stuck, []string{"spin"}, "--spin", "0.1", "--silence", "1", "--timeout", "3", "--carry", "off")
	require.Equal(t, 124, o.status, "%v", o)
	assert.Regexp(t, `rank 1 of 3: has run 1s without a library call, in spins\S* .*; no rank has made a call since then, and the job may never end`, o.err)
	assert.Len(t, regexp.MustCompile(`has run`).FindAllString(o.err, -1), 1, "told once")
	assert.Regexp(t, `ranks that have not ended: 3(?s:.*)\n  rank 1: runs, without a library call.*\n      spins\+0x\w+ \(stuck.c:2[12]\)\n      main\+0x\w+ \(stuck.c:50\)\n`, o.err)
	assert.Regexp(t, `2 ranks, 0, 2: shmem_long_wait_until`, o.err, "they have run since")
}

// TestSimClocks: a rank that does nothing but read clocks for long is named once, with its place and what that costs; one that does something else from time to time is not.
func TestSimClocks(t *testing.T) {
	for _, with := range [][]string{nil, {"--compute", "measured"}} {
		o := inside(t, "xt3", 3, "testdata/spins.c", []string{"clock"}, append(with, "--spin", "50ms")...)
		require.Zero(t, o.status, "%v", o)
		assert.Equal(t, "over\n", o.out)
		assert.Regexp(t, `^gasnetgo: rank 1 of 3: has done nothing but read clocks for 50ms \(clock_gettime\), in .*main\S* \(spins.c:\d+\); a read takes 86.069ns of virtual time \(host.clock\), so a loop `+
			`that waits for a second needs 11.6 M reads: nanosleep, .*\n$`, o.err)
	}
	for _, args := range [][]string{{"yields", "50ms"}, {"clock", "0"}} {
		o := inside(t, "xt3", 3, "testdata/spins.c", args[:1], "--spin", args[1])
		require.Zero(t, o.status, "%v", o)
		assert.Empty(t, o.err)
	}
}

// TestSimCrash: a crash in one rank ends the job and reports the rank, the time and the call stack.
func TestSimCrash(t *testing.T) {
	o := inside(t, "xt3", 3, stuck, []string{"crash"})
	require.Equal(t, 139, o.status, "%v", o)
	require.Regexp(t, `^gasnetgo: rank 1 of 3, at \d+\.\d+us: crashed: SIGSEGV: no access to address 0x0
  #0 0x\w+ in crashes\S*\+0x\w+ \(stuck.c:27\)
  #1 0x\w+ in main\+0x\w+ \(stuck.c:54\)
$`, o.err)
}
