package ctests

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Two executables in one job have no common globals: the line names both, and the variable that turns globals off.
func TestDifferentExecutables(t *testing.T) {
	first := at.program.get(t, "../examples/hello.c", plain)
	second := at.program.get(t, "../examples/hello.c", slow)
	choose := []string{filepath.Join(at.build, "bin/gasnetgo"), "run", "-n", "2", "--", "sh", "-c", `test $GASNETGO_RANK = 0 && exec "$0"; exec ` + second}
	o := job{command: choose, timeout: 20 * time.Second}.run(t, first)
	assert.Equal(t, 1, o.status, "%s", o)
	assert.Regexp(t, `^gasnetgo: rank \d of 2: shmem_init: global variables are not symmetric: this rank runs .*hello.*, rank \d runs .*hello.*GASNETGO_DATA_SEGMENT=off.*\n$`, o.err)

	o = job{command: choose, env: []string{"GASNETGO_DATA_SEGMENT=off"}, timeout: 20 * time.Second}.run(t, first)
	assert.Equal(t, 1, o.status, "hello puts to a global: %s", o)
	assert.Contains(t, o.err, "shmem_long_p: dest = ", "%s", o)
}

// Ranks on the data plane and ranks with all calls through Go use the same locks, waits and atomics: one protocol with two implementations.
func TestMixedPlanes(t *testing.T) {
	run := func(t *testing.T, source string) {
		path := at.program.get(t, source, plain)
		o := job{timeout: 60 * time.Second, command: []string{filepath.Join(at.build, "bin/gasnetgo"), "run", "-n", "4", "--",
			"sh", "-c", `test $((GASNETGO_RANK % 2)) = 0 && export GASNETGO_PLANE=go; exec "$0"`}}.run(t, path)
		assert.Equal(t, 0, o.status, "%s", o)
	}
	for _, name := range []string{"lock", "lock_order", "amo_contention", "wait_arrays", "order", "put_types"} {
		t.Run(name, func(t *testing.T) { run(t, "shmem/"+name+".c") })
	}
	t.Run("fortran", func(t *testing.T) { // locks of 4 bytes
		needFortran(t)
		run(t, "fortran/order.F90")
	})
}
