package job

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The layout is a contract with C and between versions of the launcher and the library, so it may not drift.
var (
	_ [4096]byte = [unsafe.Sizeof(Page{})]byte{} // one page, because it is mapped on its own
	_ [16]byte   = [unsafe.Offsetof(Page{}.Exit)]byte{}
	_ [20]byte   = [unsafe.Offsetof(Page{}.ExitRank)]byte{}
	_ [24]byte   = [unsafe.Offsetof(Page{}.LauncherPID)]byte{}
	_ [28]byte   = [unsafe.Offsetof(Page{}.claim)]byte{}
	_ [32]byte   = [unsafe.Offsetof(Page{}.ID)]byte{}
	_ [64]byte   = [unsafe.Offsetof(Page{}.line)]byte{}
	_ [576]byte  = [unsafe.Offsetof(Page{}.asked)]byte{}
	_ [640]byte  = [unsafe.Offsetof(Page{}.wanted)]byte{}
	_ [704]byte  = [unsafe.Offsetof(Page{}.served)]byte{}
	_ [1024]byte = [unsafe.Offsetof(Page{}.states)]byte{}
)

const pageBytes = 4096

// Futex operations without the private flag, since the waiters are in other processes; x/sys does not name them.
const futexSleep, futexWake = 0, 1

// mapPage maps the first page of a memory file. The mapping lives as long as the process: a watcher may be asleep on it.
func mapPage(fd int) (*Page, error) {
	mem, err := unix.MmapPtr(fd, 0, nil, pageBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("cannot map the job's memory file: %w", err)
	}
	return (*Page)(mem), nil
}

func futexWakeAll(word *uint32) {
	const allWaiters = 1<<31 - 1
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, allWaiters, 0, 0, 0)
}

// futexWait sleeps while *word is old, at most for bound (nil: forever). It may return early.
func futexWait(word *uint32, old uint32, bound *unix.Timespec) {
	_, _, _ = unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexSleep, uintptr(old),
		uintptr(unsafe.Pointer(bound)), 0, 0)
}

// siginfoExit is the head of siginfo_t as waitid fills it on 64-bit Linux.
type siginfoExit struct {
	_      [2]int32
	code   int32
	_      int32
	pid    int32
	_      uint32
	status int32
}

// waitPidfd reaps the process behind a pidfd: its si_code (CLD_EXITED, ...) and status. It does not block: code 0 means not yet.
func waitPidfd(pidfd int) (code, status int, err error) {
	var info unix.Siginfo
	for {
		err = unix.Waitid(unix.P_PIDFD, pidfd, &info, unix.WEXITED|unix.WNOHANG, nil)
		if err != unix.EINTR {
			break
		}
	}
	exit := (*siginfoExit)(unsafe.Pointer(&info))
	return int(exit.code), int(exit.status), err
}
