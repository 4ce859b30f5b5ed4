package ctests

import (
	"regexp"
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
	o := inside(t, "ideal", 3, stuck, []string{"spin"}, "--silence", "0.5", "--timeout", "2.5")
	require.Equal(t, 124, o.status, "%v", o)
	assert.Regexp(t, `gasnetgo: rank 1 of 3: has run 500ms without a library call, in spins\+0x\w+ \(stuck.c:2[12]\) < main\S* \(stuck.c:50\); a spin on memory does not end in virtual time: have`, o.err)
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

// TestSimCrash: a crash in one rank ends the job and reports the rank, the time and the call stack.
func TestSimCrash(t *testing.T) {
	o := inside(t, "xt3", 3, stuck, []string{"crash"})
	require.Equal(t, 139, o.status, "%v", o)
	require.Regexp(t, `^gasnetgo: rank 1 of 3, at \d+\.\d+us: crashed: SIGSEGV: no access to address 0x0
  #0 0x\w+ in crashes\S*\+0x\w+ \(stuck.c:27\)
  #1 0x\w+ in main\+0x\w+ \(stuck.c:54\)
$`, o.err)
}
