package node

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
)

func futex(word *uint32, op int, val uint32, ts *unix.Timespec) error {
	_, _, errno := unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), uintptr(op), uintptr(val), uintptr(unsafe.Pointer(ts)), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// mapAt maps the file's bytes [off, off+size) at address at. It replaces existing mappings only if replace is set.
func mapAt(fd int, at uintptr, size uint64, off uint64, replace bool) error {
	flags := unix.MAP_SHARED | unix.MAP_NORESERVE
	if replace {
		flags |= unix.MAP_FIXED
	} else {
		flags |= unix.MAP_FIXED_NOREPLACE
	}
	got, err := unix.MmapPtr(fd, int64(off), memory.Pointer(at), uintptr(size), unix.PROT_READ|unix.PROT_WRITE, flags)
	if err != nil {
		return err
	}
	if uintptr(got) != at { // a kernel before 4.17 takes the address for a hint
		unix.MunmapPtr(got, uintptr(size))
		return unix.EEXIST
	}
	return nil
}
