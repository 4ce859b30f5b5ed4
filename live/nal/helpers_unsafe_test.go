package nal

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// programMemory is memory as a program has it: not Go's, private to the process.
func programMemory(t testing.TB, bytes int) uintptr {
	b, err := unix.Mmap(-1, 0, bytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	require.NoError(t, err)
	t.Cleanup(func() { unix.Munmap(b) })
	return uintptr(unsafe.Pointer(&b[0]))
}

func unmap(at, bytes uintptr) {
	unix.Syscall(unix.SYS_MUNMAP, at, bytes, 0)
}

func fillRandom(b []byte, seed byte) {
	x := uint32(seed) + 1
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = byte(x >> 24)
	}
}
