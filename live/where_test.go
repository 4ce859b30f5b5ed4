package live

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gasnetgo/internal/crash"
)

// TestCallOf: the library's function is the outermost of those that the innermost functions belong to, below the C library's.
func TestCallOf(t *testing.T) {
	libc := crash.Place{Object: "/lib/libc.so.6", Function: "syscall"}
	inner := crash.Place{Object: "/usr/lib/libgasnetgo.so.1"}
	barrier := crash.Place{Object: "/usr/lib/libgasnetgo.so.1", Function: "pshmem_barrier_all"}
	work := crash.Place{Object: "/home/me/prog", Function: "work"}
	main := crash.Place{Object: "/home/me/prog", Function: "main"}
	for _, c := range []struct {
		trace   []crash.Place
		call    string
		program []crash.Place
	}{
		{[]crash.Place{libc, inner, barrier, main}, "shmem_barrier_all", []crash.Place{main}},
		{[]crash.Place{inner, work, main}, "in the library", []crash.Place{work, main}},
		{[]crash.Place{work, main}, "in the program", []crash.Place{work, main}},
		{[]crash.Place{libc, main}, "in the program", []crash.Place{libc, main}},
		{[]crash.Place{work, barrier, main}, "in the program", []crash.Place{work, barrier, main}}, // in a handler
	} {
		call, program := callOf(c.trace)
		assert.Equal(t, c.call, call)
		assert.Equal(t, c.program, program)
	}
}

func TestWaits(t *testing.T) {
	w := Waits{At: 0x1000, Bytes: 4, Signed: true, Cmp: "!=", Value: 0xfffffffe}
	assert.Equal(t, "for the value at 0x1000 to be != -2", w.String())
	assert.True(t, w.in("shmem_int_wait_until"))
	assert.False(t, w.in("shmem_set_lock"))
	assert.Equal(t, "lock 0x1000", Waits{At: 0x1000, Lock: true}.String())
	assert.Empty(t, Waits{}.String())
	assert.Equal(t, "254", Waits{Bytes: 1}.number(0xfe))
}

func TestIsCall(t *testing.T) {
	assert.True(t, isCall([8]byte{3: 0xe8}) || isCall([8]byte{7: 0x94}), "a call, on one architecture or the other")
	assert.False(t, isCall([8]byte{}))
}
