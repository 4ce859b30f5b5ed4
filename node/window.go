package node

import (
	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
)

// Window maps bytes of local rank l's part of s, from off on, once more: at an address that the kernel chooses, or at at, if that is not 0, where nothing may be mapped.
// off is of a page. The errors are the kernel's; EEXIST: something is mapped at at. The memory stays in s's part, too.
func (n *Node) Window(s *Segment, l LocalRank, off, bytes uint64, at uintptr, readOnly bool) (uintptr, error) {
	prot := unix.PROT_READ | unix.PROT_WRITE
	if readOnly {
		prot = unix.PROT_READ
	}
	got, err := mapNew(n.opts.FD, s.partOff(l)+off, bytes, at, prot, unix.MAP_SHARED)
	if err == nil {
		_ = unix.Madvise(memory.Bytes(got, roundUp(bytes, Page)), unix.MADV_DONTDUMP)
	}
	return got, err
}

// Blank reserves addresses that cannot be accessed, for so many bytes, where Window would map memory: for memory of another host.
func (n *Node) Blank(bytes uint64, at uintptr) (uintptr, error) {
	return mapNew(-1, 0, bytes, at, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
}

// mapNew maps bytes of a file, from off on, where nothing is mapped: at an address that the kernel chooses, or at at, if that is not 0.
func mapNew(fd int, off, bytes uint64, at uintptr, prot, flags int) (uintptr, error) {
	flags |= unix.MAP_NORESERVE
	if at != 0 {
		flags |= unix.MAP_FIXED_NOREPLACE
	}
	got, err := unix.MmapPtr(fd, int64(off), memory.Pointer(at), uintptr(bytes), prot, flags)
	if err != nil {
		return 0, err
	}
	if at != 0 && uintptr(got) != at { // a kernel before 4.17 takes the address for a hint
		_ = unix.MunmapPtr(got, uintptr(bytes))
		return 0, unix.EEXIST
	}
	return uintptr(got), nil
}

// CloseWindow unmaps what Window has mapped, or Blank has reserved.
func (n *Node) CloseWindow(at uintptr, bytes uint64) error {
	return unix.MunmapPtr(memory.Pointer(at), uintptr(bytes))
}

// Adopt makes memory of the program, whole pages, the bytes of this rank's part of s from off on. Contents and addresses stay. No thread may write it meanwhile. The error is
// EFAULT if the program has no memory there.
func (n *Node) Adopt(s *Segment, off uint64, at uintptr, bytes uint64) error {
	if !mappedHere(at, bytes) {
		return unix.EFAULT
	}
	memory.Copy(s.Part(n.me)+uintptr(off), at, bytes)
	return mapAt(n.opts.FD, at, bytes, s.partOff(n.me)+off, true)
}

// Restore ends what Adopt has done: the memory is the program's alone, with its contents. No thread may write it meanwhile.
func (n *Node) Restore(s *Segment, off uint64, at uintptr, bytes uint64) error {
	got, err := unix.MmapPtr(-1, 0, memory.Pointer(at), uintptr(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_FIXED)
	if err != nil {
		return err
	}
	memory.Copy(uintptr(got), s.Part(n.me)+uintptr(off), bytes)
	return nil
}

// mappedHere reports whether this process has memory in all of a range of pages.
func mappedHere(at uintptr, bytes uint64) bool {
	_, _, errno := unix.Syscall(unix.SYS_MSYNC, at, uintptr(bytes), unix.MS_ASYNC)
	return errno == 0
}
