package job

import "golang.org/x/sys/unix"

// Every rank of a foreign launcher holds a record lock on its own byte of the memory file, far behind everything, for as long as its process lives: the kernel
// lets go of it when the process has its status and not before, and no pid has to mean the same in every container.
const livesAt = FileBytes - MaxRanks

// HoldLife is Control's.
func (f *File) HoldLife(rank int) bool {
	lock := unix.Flock_t{Type: unix.F_WRLCK, Start: livesAt + int64(rank), Len: 1}
	return unix.FcntlFlock(uintptr(f.FD), unix.F_SETLK, &lock) == nil
}

// OthersOver is Control's. This process's own lock never stands in its way.
func (f *File) OthersOver() (bool, error) {
	lock := unix.Flock_t{Type: unix.F_WRLCK, Start: livesAt, Len: int64(f.Page.Size)}
	if err := unix.FcntlFlock(uintptr(f.FD), unix.F_GETLK, &lock); err != nil {
		return false, err
	}
	return lock.Type == unix.F_UNLCK, nil
}

// Life is Control's.
func (f *File) Life(rank int) Life { return &fileLife{file: f, rank: rank, pidfd: -1} }

// fileLife is a rank's byte, and the process that has been seen to hold it.
type fileLife struct {
	file      *File
	rank, pid int
	pidfd     int // -1 while unknown
}

// Over is Life's. A lock that is free while the process is there was lost to a program that closes descriptors it does not know.
func (l *fileLife) Over() bool {
	holder, free := l.holder()
	if !free {
		if l.pidfd < 0 && holder > 0 {
			if fd, err := unix.PidfdOpen(holder, 0); err == nil {
				l.pid, l.pidfd = holder, fd
			}
		}
		return false
	}
	return l.pidfd < 0 || pidfdOver(l.pidfd)
}

// holder reports whether the rank's byte is unlocked, and otherwise who holds it; 0 is a process that has no pid here.
func (l *fileLife) holder() (pid int, free bool) {
	lock := unix.Flock_t{Type: unix.F_WRLCK, Start: livesAt + int64(l.rank), Len: 1}
	if unix.FcntlFlock(uintptr(l.file.FD), unix.F_GETLK, &lock) != nil {
		return 0, false
	}
	return int(lock.Pid), lock.Type == unix.F_UNLCK
}

// PID is Life's.
func (l *fileLife) PID() int { return l.pid }

// Close is Life's.
func (l *fileLife) Close() {
	if l.pidfd >= 0 {
		unix.Close(l.pidfd)
	}
}
