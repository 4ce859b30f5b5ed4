//go:build amd64

package x86_test

import (
	"encoding/binary"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim/host/x86"
)

// vectors are the vector registers of a process that is stepped through: as the processor saves them, behind 160 bytes (PTRACE_GETFPREGS).
func vectors(t *testing.T, pid int) (x [16]x86.Vector) {
	const getFPRegs = 14
	var all [512]byte
	_, _, e := syscall.Syscall6(syscall.SYS_PTRACE, getFPRegs, uintptr(pid), 0, uintptr(unsafe.Pointer(&all[0])), 0, 0)
	require.Zero(t, e)
	for i := range x {
		x[i] = x86.Vector{binary.LittleEndian.Uint64(all[160+16*i:]), binary.LittleEndian.Uint64(all[168+16*i:])}
	}
	return x
}
