package job

import (
	"golang.org/x/sys/unix"
)

// Of Linux's personality: addresses are not random in programs that are executed from now on; and the value that only asks.
const (
	addrNoRandomize = 0x0040000
	askPersonality  = 0xffffffff
)

// fixAddresses makes the kernel load every program that the calling thread executes from now on at the same addresses, so that pointers to functions and static
// data are valid on all ranks. before is for restoreAddresses; ok is false if nothing was changed: it was set already, or is not allowed, as in many
// containers. The thread must be locked.
func fixAddresses() (before uintptr, ok bool) {
	before, _, err := unix.RawSyscall(unix.SYS_PERSONALITY, askPersonality, 0, 0)
	if err != 0 || before&addrNoRandomize != 0 {
		return 0, false
	}
	_, _, err = unix.RawSyscall(unix.SYS_PERSONALITY, before|addrNoRandomize, 0, 0)
	return before, err == 0
}

func restoreAddresses(before uintptr) {
	_, _, _ = unix.RawSyscall(unix.SYS_PERSONALITY, before, 0, 0)
}
